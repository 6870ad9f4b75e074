"""The OpenAPI document is the committed one, and the server answers by it, whatever is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PersonaContent, Row
from ema_cli.server.access import Access
from ema_cli.server.app import make_app
from ema_cli.server.openapi import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.platforms.port import Port
    from tests.conftest import Hub

DOCUMENT = Path(__file__).parents[2] / "docs" / "openapi.json"
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)


QUICK = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
THOROUGH = settings(QUICK, max_examples=150)


def document() -> Any:
    absent = open_workspace(Path("absent.db"), create=False)
    app = make_app(absent, Access(None))
    absent.close()
    return app


def test_the_committed_document_is_todays() -> None:
    assert DOCUMENT.read_text() == as_text(document())


schema = schemathesis.openapi.from_dict(document().openapi())


@dataclass
class Served:
    """A platform behind HTTP, with a persona in it."""

    url: str
    port: Port
    seen: set[int] = field(default_factory=set)
    """Statuses of the answers to requests about what is there."""

    def call(self, case: schemathesis.Case[Any]) -> int:
        """Send a generated request, and judge the answer by the document; give its status."""
        return case.call_and_validate(base_url=self.url, checks=list(CHECKS)).status_code

    def call_about_what_is_there(self, case: schemathesis.Case[Any]) -> None:
        """Send a generated request so that it comes past the look-ups, and judge the answer."""
        self.seen.add(self.call(self._aimed(case)))

    def _aimed(self, case: schemathesis.Case[Any]) -> schemathesis.Case[Any]:
        writes_file = case.method == "PUT"
        there = {
            "persona": self._persona("Acme support"),
            "file": f"{uuid4()}.txt" if writes_file else "a.txt",
            "version": 1,
        }
        for name in case.path_parameters or {}:
            case.path_parameters[name] = there[name]
        if writes_file and case.query and isinstance(case.query.get("type"), str):
            case.query["type"] = "text/plain"
        if case.headers and "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = str(uuid4())
        if isinstance(case.body, dict):
            self._aim_body(case.path, case.body)
        return case

    def _aim_body(self, path: str, body: dict[str, Any]) -> None:
        copies_file = path.endswith("/files/copy")
        for name in {"source", "name"} & body.keys():
            if isinstance(body[name], str):
                fresh = "a.txt" if copies_file else f"Persona {uuid4()}"
                body[name] = self._persona("Acme source") if name == "source" else fresh

    def _persona(self, name: str) -> str:
        """Give the id of a persona with data and a version; it is made again if it went."""
        found = self.port.find_personas(name)
        if found:
            return found[0].id
        made = self.port.create_persona(PersonaContent(name), key=str(uuid4())).id
        self.port.write_rows(made, [Row("a", {"b": 1}), Row("c", {})], key=str(uuid4()))
        self.port.write_file(made, "a.txt", "text/plain", [b"hello"], key=str(uuid4()))
        self.port.create_version(made, "first", key=str(uuid4()))
        return made


@pytest.fixture
def served(hub: Hub, tmp_path: Path) -> Iterator[Served]:
    """Serve a platform of its own for each operation, so that none depends on what others did."""
    port = open_workspace(tmp_path / "w.db")
    served = Served(hub.serve(port), port)
    yield served
    port.close()
    assert not served.seen or any(status < 300 for status in served.seen), "it never went well"


@schema.parametrize()
@QUICK
def test_whatever_is_sent(case: schemathesis.Case[Any], served: Served) -> None:
    served.call(case)


@schema.parametrize()
@QUICK
def test_whatever_is_sent_about_what_is_there(case: schemathesis.Case[Any], served: Served) -> None:
    served.call_about_what_is_there(case)


@pytest.mark.whole
@schema.parametrize()
@THOROUGH
def test_whatever_is_sent_thoroughly(case: schemathesis.Case[Any], served: Served) -> None:
    served.call(case)
    served.call_about_what_is_there(case)
