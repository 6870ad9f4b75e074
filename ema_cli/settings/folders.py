"""Folders of the user, by the XDG Base Directory Specification 0.8, on macOS too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.errors import usage
from ema_cli.settings.values import Setting, default

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Folders:
    """Where ema keeps things of its user; none of them is made before it is needed."""

    config: Path
    data: Path
    state: Path


def folders(environ: Mapping[str, str]) -> Folders:
    """Give the three folders. `usage` error where no home folder can be told."""

    def base(variable: str, default: str) -> Path:
        given = environ.get(variable, "")
        # The specification: a relative path is invalid and is to be ignored.
        root = Path(given) if given.startswith("/") else _home(environ, variable) / default
        return root / "ema"

    return Folders(
        config=base("XDG_CONFIG_HOME", ".config"),
        data=base("XDG_DATA_HOME", ".local/share"),
        state=base("XDG_STATE_HOME", ".local/state"),
    )


def _home(environ: Mapping[str, str], variable: str) -> Path:
    if environ.get("HOME"):
        return Path(environ["HOME"])
    try:
        return Path.home()
    except RuntimeError:
        raise usage("there is no home folder", hint=f"set HOME or {variable}") from None


def workspace(environ: Mapping[str, str]) -> Path:
    """Path of the local workspace file: `EMA_WORKSPACE`, else one in the data folder."""
    return workspace_setting(environ).value


def workspace_setting(environ: Mapping[str, str]) -> Setting[Path]:
    """Path of the local workspace file, with what it was taken from."""
    given = environ.get("EMA_WORKSPACE")
    if given:
        return Setting(Path(given).expanduser().absolute(), "variable", "EMA_WORKSPACE")
    return default(folders(environ).data / "workspace.db")
