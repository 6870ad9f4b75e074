"""Platforms: the port, its guard and its adapters."""
