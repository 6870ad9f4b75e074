"""`ema auth status`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ema_cli.cli import options as opt
from ema_cli.cli.boundary import SCHEMA_VERSION, deliver
from ema_cli.cli.connecting import chosen_environment, target
from ema_cli.cli.streams import say
from ema_cli.errors import EmaError, ExitCode, exit_code

if TYPE_CHECKING:
    from ema_cli.platforms.http.adapter import HttpPlatform
    from ema_cli.platforms.http.target import Target
    from ema_cli.settings import Environment
    from ema_cli.values import JsonObject

EXAMPLE = "ema auth status --env demo"


def command(*, env: opt.Env = None, output: opt.Output = None) -> int:
    """Tell how ema signs in, whether that works, and until when."""
    chosen = chosen_environment(env)
    if chosen.http is None:
        deliver(_document(chosen, None, "none", works=True), output)
        return ExitCode.SUCCESS
    document, code = _asked(chosen)
    deliver(document, output)
    return code


def _asked(chosen: Environment) -> tuple[JsonObject, int]:
    from ema_cli.platforms.http.adapter import open_http  # noqa: PLC0415 - loads httpx

    to = target(chosen)
    platform = open_http(to, os.environ, lambda line: say(f"warning: {line}"))
    try:
        platform.platform_id  # noqa: B018 - the simplest call that needs signing in
    except EmaError as error:
        say(f"error: {error.message}" + (f" ({error.hint})" if error.hint else ""))
        document = _document(chosen, to, _method(to), works=False, error=error)
        return document, exit_code(error.kind)
    finally:
        platform.close()
    until = _until(platform)
    return _document(chosen, to, _method(to), works=True, until=until), ExitCode.SUCCESS


def _method(to: Target) -> str:
    if to.token is not None:
        return "token"
    return "api_key" if to.api_key is not None else "none"


def _until(platform: HttpPlatform) -> str | None:
    expiry = platform.token_expiry()
    if expiry is None:
        return None
    return datetime.fromtimestamp(expiry, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _document(
    chosen: Environment,
    to: Target | None,
    method: str,
    *,
    works: bool,
    until: str | None = None,
    error: EmaError | None = None,
) -> JsonObject:
    secret = to and (to.token or to.api_key)
    return {
        "schema_version": SCHEMA_VERSION,
        "env": chosen.name,
        "host": to.host if to is not None else None,
        "signs_in_with": method,
        "variable": secret.source if secret else None,
        "works": works,
        "until": until,
        "error": error.message if error else None,
        "error_kind": error.kind.value if error else None,
        "hint": error.hint if error else None,
    }
