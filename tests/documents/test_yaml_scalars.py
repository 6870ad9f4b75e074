"""What a plain scalar means: a few forms are not text, everything else is."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read, read_value

BOTH = pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])

TEXTS = """
yes Yes YES no No NO on On ON off Off OFF y Y n N True TRUE False FALSE Null NULL None
12:30 12:30:45 1:2 02142 007 00 -01 +1 +7 1_000 0x1F 0o17 0b101 2026-01-05 2026-01-05T10:00:00Z
.5 5. 1e5 1E5 -1e5 1.e5 .inf -.inf +.inf .nan .NAN inf nan Infinity NaN 1.5e 1.5e+ -.5 -- - - . .. =
1.0e999 -1.0e999 1.2.3 1,000 \u0661\u0662 ½ true1 nullx ~x <
""".split()  # noqa: SIM905 - they are more readable like this
VALUES: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
    "0": 0,
    "-0": 0,
    "7": 7,
    "-7": -7,
    "1234567890123456789012345678901234567890": 1234567890123456789012345678901234567890,
    "1.5": 1.5,
    "-1.5": -1.5,
    "0.0": 0.0,
    "1.5e3": 1500.0,
    "1.5E-3": 0.0015,
    "1.0e+300": 1e300,
    "1.00": 1.0,
}


@BOTH
@pytest.mark.parametrize("text", [t for t in TEXTS if t not in {"-", "--"}])
def test_everything_else_is_text(text: str, *, pure: bool) -> None:
    assert value(read(f"a: {text}\n".encode(), "f", pure=pure)) == {"a": text}
    if "," not in text:
        assert value(read(f"[{text}]".encode(), "f", pure=pure)) == [text]


@BOTH
@pytest.mark.parametrize("text", VALUES)
def test_values(text: str, *, pure: bool) -> None:
    found = value(read(f"a: {text}\n".encode(), "f", pure=pure))
    assert repr(found) == repr({"a": VALUES[text]})


@BOTH
@pytest.mark.parametrize("text", [t for t in [*VALUES, *TEXTS] if "'" not in t])
def test_quotes_make_text(text: str, *, pure: bool) -> None:
    assert value(read(f"- '{text}'\n".encode(), "f", pure=pure)) == [text]
    assert value(read(f'- "{text}"\n'.encode(), "f", pure=pure)) == [text]


@BOTH
def test_a_block_of_text_is_text(*, pure: bool) -> None:
    assert value(read(b"- |-\n  12\n- >-\n  null\n", "f", pure=pure)) == ["12", "null"]


@BOTH
def test_what_peers_misread(*, pure: bool) -> None:
    text = (
        b"{visit: 12:30, zip: 02142, country: NO, since: 2026-01-05, big: 1_000, hex: 0x1F,"
        b" yes: True, n: null, i: 7, f: 1.5, b: true}"
    )
    assert value(read(text, "f", pure=pure)) == {
        "visit": "12:30",
        "zip": "02142",
        "country": "NO",
        "since": "2026-01-05",
        "big": "1_000",
        "hex": "0x1F",
        "yes": "True",
        "n": None,
        "i": 7,
        "f": 1.5,
        "b": True,
    }


@BOTH
def test_keys_are_texts_as_they_are_written(*, pure: bool) -> None:
    text = b"{1: a, null: b, true: c, 1.5: d, ~: e, on: f, 2026-13-45: g}"
    assert value(read(text, "f", pure=pure)) == {
        "1": "a",
        "null": "b",
        "true": "c",
        "1.5": "d",
        "~": "e",
        "on": "f",
        "2026-13-45": "g",
    }


@BOTH
@pytest.mark.parametrize("sign", ["", "-"])
def test_integers_have_at_most_4300_digits(sign: str, *, pure: bool) -> None:
    longest, longer = sign + "9" * 4300, sign + "9" * 4301
    assert value(read(f"[{longest}]".encode(), "f", pure=pure)) == [int(longest)]
    assert value(read(f"[{longer}]".encode(), "f", pure=pure)) == [longer]


def test_integers_do_not_depend_on_pythons_own_limit() -> None:
    program = (
        "from ema_cli.documents.scalars import resolve\n"
        "number = resolve('1' + '0' * 4000)\n"
        "assert number == 10 ** 4000, type(number)\n"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONINTMAXSTRDIGITS": "640"},
        check=True,
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("5", 5),
        ("NO", "NO"),
        ("[a, 5, NO]", ["a", 5, "NO"]),
        ("{a: null}", {"a": None}),
        (" [a]", " [a]"),
        ("- a", "- a"),
        ("a: b", "a: b"),
        ("# a", "# a"),
        ('"a"', '"a"'),
        ("null", None),
        ("a\nb", "a\nb"),
    ],
)
def test_values_of_options(text: str, meant: Any) -> None:
    assert read_value(text, "--var x") == meant
