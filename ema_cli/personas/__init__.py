"""Personas: references, create and update, bundles."""
