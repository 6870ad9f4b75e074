"""Settings: values that know where they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LOCAL = "local"
"""Name of the environment that needs no network and no account."""


@dataclass(frozen=True, slots=True)
class Setting(Generic[T_co]):
    """A value, and what it was taken from."""

    value: T_co
    source: str
    """`option`, `variable`, `file` or `default`."""
    where: str | None = None
    """The option's or variable's name, or the place in the file."""


def default(value: T) -> Setting[T]:
    """Make a setting that nobody set."""
    return Setting(value, "default")


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to reach a platform behind HTTP, and what it can do."""

    url: Setting[str | None]
    """None where the file leaves it to `EMA_URL`."""
    api_key_env: Setting[str]
    """Name of the variable with the API key; the key itself is in no setting."""
    token_env: str | None
    """Name of the variable with a token, for the environment that was chosen."""
    ca_file: Setting[Path | None]
    insecure: Setting[bool]
    idempotency: Setting[bool]
    unique_names: Setting[bool]
    routes: Setting[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Environment:
    """One platform that ema can work on, and what told ema to use it."""

    name: str
    source: str
    """What chose it: `option`, `variable`, `file` or `default`."""
    workspace: Path
    """The local platform's SQLite file."""
    timeout: Setting[float]
    """Seconds for which an answer may be silent."""
    protected: Setting[bool]
    http: HttpSettings | None = None
    """None for the local platform."""


@dataclass(frozen=True, slots=True)
class Configured:
    """An environment as a file has it; what it leaves open is None."""

    url: Setting[str] | None = None
    api_key_env: Setting[str] | None = None
    protected: Setting[bool] | None = None
    timeout: Setting[float] | None = None
    ca_file: Setting[Path | None] | None = None
    insecure: Setting[bool] | None = None
    idempotency: Setting[bool] | None = None
    unique_names: Setting[bool] | None = None
    routes: Setting[Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """What one file says."""

    env: Setting[str] | None = None
    timeout: Setting[float] | None = None
    environments: dict[str, Configured] = field(default_factory=dict)
