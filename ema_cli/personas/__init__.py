"""Personas: references, create and update, bundles."""

from ema_cli.personas.changes import Update, create, update_of
from ema_cli.personas.names import checked_name
from ema_cli.personas.references import resolve
from ema_cli.platforms.fingerprint import fingerprint

__all__ = ["Update", "checked_name", "create", "fingerprint", "resolve", "update_of"]
