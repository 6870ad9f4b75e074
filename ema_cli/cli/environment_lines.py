"""Environments as the documents of `ema env` show them: no secret is read for it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ema_cli.settings import LOCAL, Setting, workspace_setting

if TYPE_CHECKING:
    from ema_cli.settings import Environment
    from ema_cli.values import JsonObject, JsonValue


def line(one: Environment, chosen: Environment) -> JsonObject:
    """Show an environment in a list: where it is, and whether commands work on it."""
    is_chosen = one.name == chosen.name
    return {
        "name": one.name,
        "workspace": str(one.workspace) if one.http is None else None,
        "url": one.http.url.value if one.http is not None else None,
        "protected": one.protected.value,
        "chosen": is_chosen,
        "chosen_by": chosen.source if is_chosen else None,
    }


def whole(one: Environment) -> JsonObject:
    """Show all settings of an environment, each with what it was taken from."""
    settings = _http_settings(one) if one.http is not None else {}
    if one.name == LOCAL:
        settings = {"workspace": _shown(workspace_setting(os.environ))}
    return {
        "name": one.name,
        "chosen_by": one.source,
        "settings": {
            **settings,
            "protected": _shown(one.protected),
            "timeout": _shown(one.timeout),
        },
    }


def _http_settings(one: Environment) -> JsonObject:
    http = one.http
    if http is None:
        return {}
    return {
        "url": _shown(http.url),
        "api_key_env": {
            **_shown(http.api_key_env),
            # Whether it is set, and never to what.
            "is_set": http.api_key_env.value in os.environ,
        },
        "ca_file": _shown(http.ca_file),
        "insecure": _shown(http.insecure),
        "idempotency": _shown(http.idempotency),
        "unique_names": _shown(http.unique_names),
        "routes": _shown(http.routes),
    }


def _shown(setting: Setting[object]) -> JsonObject:
    value = setting.value
    shown: JsonValue
    if value is None or isinstance(value, bool | int | float | str):
        shown = value
    elif isinstance(value, dict):
        shown = dict(value)
    else:
        shown = str(value)
    return {"value": shown, "source": setting.source, "where": setting.where}
