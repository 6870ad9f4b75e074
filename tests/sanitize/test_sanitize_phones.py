"""Phone numbers as they are dialled from elsewhere, and taken whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from ema_cli.sanitize.entities import DETECTED, Example
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

if TYPE_CHECKING:
    from tests.sanitize.conftest import Bench

KEY = b"a key of the tests, 32 bytes long"
SANITIZER = Sanitizer([], KEY, Options())
SCAN = Scan([], DETECTED)
LONDON = [
    *("+44 20 7946 0958", "0044 20 7946 0958", "00 44 20 7946 0958", "011 44 20 7946 0958"),
    *("0011 44 20 7946 0958", "001 44 20 7946 0958", "010 44 20 7946 0958", "0044.20.7946.0958"),
    *("810 44 20 7946 0958", "8 10 44 20 7946 0958", "8-10-44-20-7946-0958", "+0044 20 7946 0958"),
    *("011-44-20-7946-0958", "(011) 44 20 7946 0958", "(0044) 20 7946 0958", "011442079460958"),
    *("00442079460958", "+44 (0)20 7946 0958", "0044 (0) 20 7946 0958", "(011 44) 20 7946 0958"),
    *("+442079460958", "+44/20/7946/0958", "011 44 - 20 - 7946 0958", "%2B44%2020%207946%200958"),
]
"""One number."""
SEEN = ["011 44 20 7946 0958", "0044 20 7946 0958", "0011 44 20 7946 0958", "00442079460958"]
NATIONAL = ["010 6552 9988", "010-1234-5678", "810-555-0132", "011 475 1234", "0810 55 66 77"]
AROUND = ["{}", "call {} now", "2026-08-12 {}", "12 {}", "tel:{}", "<{}>", "a: {}, b"]


def digits(text: str) -> str:
    return re.sub("[^0-9]", "", text)


@pytest.mark.parametrize("number", LONDON)
@pytest.mark.parametrize("around", AROUND)
def test_all_ways_to_dial_a_number_are_one_number(number: str, around: str) -> None:
    instead = digits(SANITIZER.text("+442079460958"))
    text = around.format(number)
    after = SANITIZER.text(text)
    before, behind = around.split("{}")
    assert after.startswith(before)
    assert after.endswith(behind)
    assert digits(unquote(after[len(before) : len(after) - len(behind)])) == instead
    assert "+999" in unquote(after)
    assert SANITIZER.text(after) == after
    assert SCAN.text(after) == 0


@pytest.mark.parametrize("number", LONDON[:-1])
def test_a_field_of_phone_numbers_and_an_example_agree(bench: type[Bench], number: str) -> None:
    instead = digits(SANITIZER.text("+442079460958"))
    row: Any = bench(number).sanitizer.values([{"phone": number, "t": f"or {number}."}])[0].value
    assert digits(row["phone"]) == digits(row["t"]) == instead


@pytest.mark.parametrize("number", SEEN)
def test_the_scan_sees_numbers_with_the_digits_that_lead_abroad(number: str) -> None:
    assert SCAN.text(f"call {number}, please") == 1
    assert Scan([], frozenset(DETECTED) - set(DETECTED[1:2])).text(number) == 0


@pytest.mark.parametrize("number", NATIONAL)
def test_area_codes_that_look_like_it_stay_national(number: str) -> None:
    after = SANITIZER.text(number)
    assert len(digits(after)) == len(digits(number)) + 3
    assert SCAN.text(number) == 0 or number == "810-555-0132"
    assert SCAN.text(after) == 0


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("030 123456 030 123457", ["030", "123456", "123457"]),
        ("020 7946 0958 12", ["7946", "0958", " 12"]),
        ("020 7946 0958 020 7946 0959", ["7946", "0958", "0959"]),
        ("011 44 20 7946 0958, 0044 20 7946 0959", ["7946", "0958", "0959"]),
        ("415 - 555 - 0132", ["415", "555", "0132"]),
        ("415  555  0132", ["415", "555", "0132"]),
        ("+44 20 7946 0958 / 0044 20 7946 0959", ["7946", "0958", "0959"]),
        ("9 011 44 20 7946 0958 x12", ["7946", "0958"]),
    ],
)
def test_no_part_of_a_number_is_left(text: str, parts: list[str]) -> None:
    after = SANITIZER.text(text)
    assert not [part for part in parts if part in re.sub(r"\+999", "", after)]
    assert SANITIZER.text(after) == after


@pytest.mark.parametrize(
    "text",
    [
        *("order 011442079460958", "810442079460958", "id 010442079460958", "200 - 300 - 400"),
        *("1693526400000", "0011", "00 12 34", "8 10 12 14 16 18", "010203040506070809"),
    ],
)
def test_digits_that_lead_nowhere_stay(text: str) -> None:
    assert SANITIZER.text(text) == text
    assert SCAN.text(text) == 0


@pytest.mark.parametrize("behind", [" 12 tickets", " 12.50", " 2026-08-12", " 10:22", " 12%"])
def test_what_stands_behind_a_number_stays(behind: str) -> None:
    assert SANITIZER.text("020 7946 0958" + behind).endswith(behind)


def test_an_example_of_another_country_is_found_as_a_number() -> None:
    one = Sanitizer([Example("011 44 20 7946 0958")], KEY, Options())
    (after,) = one.values([{"n": 442079460958, "t": "+44 20 7946 0958"}])
    assert isinstance(after.value, dict)
    assert str(after.value["n"]) == digits(str(after.value["t"]))
