"""Consumers of a run's events: live display and plain lines."""
