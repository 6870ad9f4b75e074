"""The one table of routes: the server answers on it, the adapter calls by it.

An environment may override entries with `routes: {NAME: "METHOD /path/{persona}"}`; the parts in
braces are those of the entry that it replaces, each one percent-encoded segment of the path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

_PART = re.compile(r"\{([a-z]+)\}")
_PATH = re.compile(r"(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}|\{[a-z]+\})+)+")
_DOTS = frozenset({"", ".", ".."})


@dataclass(frozen=True, slots=True)
class Route:
    """A request line without its values: `GET /personas/{persona}`."""

    method: str
    path: str

    @property
    def parts(self) -> frozenset[str]:
        """Names of the parts of the path that are values."""
        return frozenset(_PART.findall(self.path))

    def filled(self, values: Mapping[str, str]) -> str:
        """Put values into the path. `ValueError` for one that can be no segment of a path.

        Those are the empty one, `.` and `..`, which would change the path, and half a surrogate
        pair, which has no UTF-8.
        """
        return _PART.sub(lambda part: segment(values[part[1]]), self.path)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def segment(value: str) -> str:
    """Percent-encode a value as one segment of a path."""
    if value in _DOTS:
        raise ValueError("no segment of a path")
    return quote(value, safe="")


ROUTES: Mapping[str, Route] = {
    "generate_access_token": Route("POST", "/api/auth/generate_access_token"),
    "platform": Route("GET", "/platform"),
    "templates": Route("GET", "/templates"),
    "personas": Route("GET", "/personas"),
    "create_persona": Route("POST", "/personas"),
    "persona": Route("GET", "/personas/{persona}"),
    "update_persona": Route("PATCH", "/personas/{persona}"),
    "delete_persona": Route("DELETE", "/personas/{persona}"),
    "data_counts": Route("GET", "/personas/{persona}/data"),
    "rows": Route("GET", "/personas/{persona}/rows"),
    "write_rows": Route("POST", "/personas/{persona}/rows"),
    "edit_rows": Route("PATCH", "/personas/{persona}/rows"),
    "delete_rows": Route("POST", "/personas/{persona}/rows/delete"),
    "copy_rows": Route("POST", "/personas/{persona}/rows/copy"),
    "links": Route("GET", "/personas/{persona}/links"),
    "link_data": Route("POST", "/personas/{persona}/links"),
    "files": Route("GET", "/personas/{persona}/files"),
    "open_file": Route("GET", "/personas/{persona}/files/{file}"),
    "write_file": Route("PUT", "/personas/{persona}/files/{file}"),
    "delete_files": Route("POST", "/personas/{persona}/files/delete"),
    "copy_file": Route("POST", "/personas/{persona}/files/copy"),
    "versions": Route("GET", "/personas/{persona}/versions"),
    "create_version": Route("POST", "/personas/{persona}/versions"),
    "version": Route("GET", "/personas/{persona}/versions/{version}"),
    "restore_version": Route("POST", "/personas/{persona}/versions/{version}/restore"),
    "delete_versions": Route("POST", "/personas/{persona}/versions/delete"),
}
"""Every call of the contract by its name."""


def fault(name: str, text: str) -> str | None:
    """Say what is wrong with an override of the entry `name`; None when it is fine."""
    method, _, path = text.partition(" ")
    if method not in METHODS:
        return f"must begin with a method: {', '.join(METHODS)}"
    if not _PATH.fullmatch(path):
        return 'must be of the form "METHOD /path"'
    wanted, given = ROUTES[name].parts, _PART.findall(path)
    if sorted(given) != sorted(wanted):
        parts = ", ".join(f"{{{part}}}" for part in sorted(wanted)) or "nothing"
        return f"must have in braces, once each: {parts}"
    return None


def overridden(overrides: Mapping[str, str]) -> Mapping[str, Route]:
    """Give the table with some entries replaced, all of which `fault` finds fine."""
    return {name: _read(overrides.get(name), route) for name, route in ROUTES.items()}


def _read(text: str | None, route: Route) -> Route:
    if text is None:
        return route
    method, _, path = text.partition(" ")
    return Route(method, path)
