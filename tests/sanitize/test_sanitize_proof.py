"""The independent scan: it shares nothing with what it judges, and sees when that is broken."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.sanitize import (
    escapes,
    folding,
    matching,
    numbers,
    proof,
    sweep,
    targets,
    views,
    walk,
)
from ema_cli.sanitize.detectors import all as every
from ema_cli.sanitize.detectors import clusters, phone
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.escapes import Escape
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ema_cli.values import JsonValue

KEY = b"a key of the tests, 32 bytes long"
EXAMPLES = [
    *map(
        Example,
        [
            "Acme Corp",
            "Zoë Çelik",
            "\u0130lker I\u015f\u0131k",
            "Straßen Bau",
            "ﬁnch labs",
            "김철수",
        ],
    ),
    *map(Example, ["O'Neil Partners", "CUST-00412", "4471203", "Hans Weber", "東京商事"]),
]
ROWS: list[JsonValue] = [
    {"t": "Acme Corp"},
    {"t": "ACME CORP and acme-corp and AcmeCorp and acme\n  corp and acme\u00a0corp"},
    {"t": "Acme\u200b Corp and A\u00adcme Corp"},
    {"t": "\uff21\uff43\uff4d\uff45 \uff23\uff4f\uff52\uff50"},
    {"t": "Zoe\u0308 C\u0327elik"},
    {"t": "\u0130LKER I\u015eIK and ilker \u0131\u015f\u0131k"},
    {"t": "STRASSEN BAU"},
    {"t": "finch labs"},
    {"t": "\u1100\u1175\u11b7\u110e\u1165\u11af\u1109\u116e"},
    {"t": "O\u2019Neil Partners"},
    {"t": "CUST\u2010 00412 CUST\u201000412"},
    {"t": "Acme%20Corp"},
    {"t": "Acme&nbsp;Corp"},
    {"t": "Zo\\u00eb \\u00c7elik"},
    {"t": "Acme%2520Corp"},
    {"t": '{"k": "Acme Corp", "n": 4471203}'},
    {"Acme Corp": 1},
    {"n": 4471203},
    {"t": "では東京商事の件"},
    {"t": "+49\u00a030\u00a01234567"},
    {"t": "call 12 34 56 78"},
    {"t": '{"first_name": "Zelda"}'},
    {"t": "\u210cans Weber"},
    {"first_name": "Zelda"},
    {"phone": 4155550132},
    {"date_of_birth": "1984-03-12"},
    {"ssn": "123456789"},
    {"t": "jo@corp.example"},
    {"t": "+49 30 1234567"},
    {"t": "(555) 010-4477"},
    {"t": "call 555-0100"},
    {"t": "4111 1111 1111 1111"},
    {"t": "GB82 WEST 1234 5698 7654 32"},
    {"t": "123-45-6789"},
    {"t": "203.0.113.7"},
    {"t": "2001:db8::1"},
    {"t": "00:1a:2b:3c:4d:5e"},
    {"t": "AKIAIOSFODNN7ABCDEFG"},
    {"t": "https://u:hunter22@db.example"},
    {"t": "tel +٤٩ ٣٠ ١٢٣٤٥٦٧"},
    {"t": "hansweber99"},
    {"t": "> Hans\n> Weber"},
]


def residual(rows: list[JsonValue]) -> int:
    return sum(Scan(EXAMPLES, DETECTED, FieldNames({})).residual(rows))


def sanitized() -> list[JsonValue]:
    one = Sanitizer(EXAMPLES, KEY, Options())
    return [item.value for row in ROWS for item in one.values([row])]


def test_nothing_is_left_of_all_that() -> None:
    assert residual(sanitized()) == 0


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_scan_sees_each_of_them(row: JsonValue) -> None:
    assert residual([row]) > 0


def without(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Switch a detector off by giving it nothing to find."""

    def switch(patch: pytest.MonkeyPatch) -> None:
        def nothing(*_args: Any) -> Any:
            return iter(())

        detector = getattr(every, name)
        patch.setattr(detector, "find" if hasattr(detector, "find") else "within", nothing)

    return switch


def forget_folding() -> None:
    """Forget what was worked out by another rule."""
    folding._is_odd.cache_clear()  # noqa: SLF001
    folding._special.cache_clear()  # noqa: SLF001
    folding._remembered.cache_clear()  # noqa: SLF001


def folding_without(
    keep: Callable[[str], str], casefold: Callable[[str], str] | None = None
) -> Callable[[pytest.MonkeyPatch], None]:
    """Break the folding of single characters: `keep` gives what becomes of each."""

    def switch(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(folding, "_normal", keep)
        patch.setattr(folding, "_casefold", casefold or CASEFOLD)
        for table in ("_TABLE", "_FOLD_TABLE"):
            patch.setattr(folding, table, type(getattr(folding, table))())
        forget_folding()

    return switch


CASEFOLD = folding._casefold  # noqa: SLF001 - the rule that is broken
TURKISH = "\u0130\u0131"
NORMAL = folding._normal  # noqa: SLF001 - the rule that is broken


def setting(module: Any, name: str, value: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(module, name, value)


def no_escape(kind: Escape) -> Callable[[pytest.MonkeyPatch], None]:
    decode = escapes.decode
    return setting(views, "decode", lambda text, one: None if one is kind else decode(text, one))


BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    **{
        name: without(name)
        for name in (
            *("EmailDetector", "IPv6Detector", "MacDetector", "SecretDetector", "PhoneFamily"),
            *("CardFamily", "IbanFamily", "SsnFamily", "IPv4Family"),
        )
    },
    "no plus": setting(phone, "_plus", lambda *_args: None),
    "no words for phones": setting(phone, "says_phone", lambda *_args: False),
    "no clusters": setting(clusters, "_CLUSTER", clusters._DATE),  # noqa: SLF001
    "fields taken whole": setting(sweep, "column_candidate", lambda *_args: []),
    "numbers in fields": setting(numbers, "_is_finite", lambda _number: False),
    "no-break spaces": folding_without(lambda c: c if c == "\u00a0" else NORMAL(c)),
    "zero width": folding_without(lambda c: c if c in "\u200b\u00ad" else NORMAL(c)),
    "fullwidth": folding_without(lambda c: c if "\uff00" < c < "\uffef" else NORMAL(c)),
    "compatibility": folding_without(lambda c: c if c == "\u210c" else NORMAL(c)),
    "full case folding": folding_without(NORMAL, str.lower),
    "Turkish i": folding_without(lambda c: c if c in TURKISH else NORMAL(c), str.casefold),
    "apostrophes": folding_without(lambda c: c if c == "\u2019" else NORMAL(c)),
    "hyphens": folding_without(lambda c: c if c == "\u2010" else NORMAL(c)),
    "digits": folding_without(lambda c: c if c.isdecimal() and not c.isascii() else NORMAL(c)),
    "composition": setting(folding, "_clusters", lambda text, at: [(at, at + len(text), text)]),
    "Hangul": setting(folding, "_syllables", lambda text, at: [(at, at + len(text), text)]),
    "percent": no_escape(Escape.PERCENT),
    "HTML": no_escape(Escape.HTML),
    "JSON escapes": no_escape(Escape.JSON),
    "twice escaped": setting(views, "DEPTH", 1),
    "quoted mail": setting(targets, "_SPACE", r"\s++"),
    "beside digits": setting(targets, "_NUMBERED", 99),
    "joined forms": setting(targets, "_JOINERS", "[~]"),
    "white space": setting(targets, "_gap", lambda gap, **_joined: gap),
    "unspaced scripts": setting(matching, "is_unspaced", lambda _char: False),
    "JSON in texts": setting(walk, "looks_like_json", lambda _text: False),
    "numbers": setting(numbers, "_numbers_of", lambda _value: []),
    "keys": setting(walk.Collector, "_key", lambda *_args: None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_scan_sees_a_broken_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN[name](monkeypatch)
    try:
        assert residual(sanitized()) > 0
    finally:
        monkeypatch.undo()
        forget_folding()


def test_the_scan_imports_nothing_that_it_judges() -> None:
    allowed = {"entities", "field_names", "proof"}
    folder = Path(proof.__file__).parent
    modules = list(folder.glob("*.py"))
    assert len(modules) > 4
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [a.name for a in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.startswith("ema_cli.sanitize"):
                    assert name.split(".")[2] in allowed, f"{module.name} imports {name}"


@pytest.mark.parametrize("entity", DETECTED)
def test_the_scan_looks_only_for_what_it_is_told(entity: Entity) -> None:
    assert sum(Scan([], [entity]).residual(ROWS)) > 0
    assert sum(Scan([], []).residual(ROWS)) == 0
