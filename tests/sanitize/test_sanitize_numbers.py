"""Values that stand as numbers: JSON numbers, and texts that write numbers as programs do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.proof.tables import values_of_file
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.text_files import read, sanitized

if TYPE_CHECKING:
    from ema_cli.values import JsonValue
    from tests.sanitize.conftest import Bench

KEY = b"a key of the tests, 32 bytes long"
CARDS = ["4111111111111111", "378282246310005", "5500000000000004"]
OTHER_CARDS = ["4222222222222", "6011111111111117", "30569309025904", "6250941006528599"]
"""Cards that the scan leaves to the part that replaces."""
SPELLINGS = ["-4471203", "+4471203", "4471203.0", "4.471203e6", "44712030E-1", "4.471203E+06"]


def cleaned(value: Any, *examples: str) -> Any:
    return Sanitizer([Example(e) for e in examples], KEY, Options()).values([value])[0].value


def left(value: Any, *examples: str) -> int:
    return sum(Scan([Example(e) for e in examples], DETECTED, FieldNames({})).residual([value]))


def in_file(name: str, text: str, *examples: str) -> str:
    file = read(name, text.encode())
    assert file is not None
    done = sanitized(file, Sanitizer([Example(e) for e in examples], KEY, Options()))
    return done[0].decode() if done else text


@pytest.mark.parametrize("card", [*CARDS, *OTHER_CARDS])
def test_a_card_as_a_number_gets_the_pseudonym_of_the_text(card: str) -> None:
    number = int(card)
    after = cleaned(
        {
            "t": card,
            "n": number,
            "f": float(card),
            "m": -number,
            "l": [number],
            "card": {"no": number},
        }
    )
    instead = int(after["t"])
    assert len(after["t"]) == len(card)
    assert instead != number
    assert after["n"] == after["f"] == after["card"]["no"] == instead
    assert after["m"] == -instead
    assert after["l"] == [instead]
    assert isinstance(after["f"], int)
    assert cleaned(after) == after


@pytest.mark.parametrize("card", CARDS)
def test_the_scan_sees_cards_that_are_numbers(card: str) -> None:
    number = int(card)
    rows: list[JsonValue] = [
        {"n": number}, {"n": float(card)}, {"n": [-number]}, {"j": json.dumps({"n": number})},
        {"j": f' {{"n": {card}.0}}'}, {"t": f"{card}.0"}, {"t": f"{number:.15e}"},
    ]  # fmt: skip
    for row in rows:
        assert left(row) == 1, row
        assert left(cleaned(row)) == 0
    assert sum(Scan([], frozenset(DETECTED) - {Entity.CREDIT_CARD}).residual(rows)) == 0


@pytest.mark.parametrize(
    "written", ["4111111111111111", "4111111111111111.0", "4.111111111111111e15"]
)
def test_a_card_in_json_inside_a_text_and_in_a_file(written: str) -> None:
    instead = int(cleaned("4111111111111111"))
    text = f'{{"n": {written}, "m": [{written}]}}'
    assert json.loads(cleaned({"j": text})["j"]) == {"n": instead, "m": [instead]}
    for name in ("a.json", "a.jsonl"):
        after = in_file(name, text)
        assert json.loads(after) == {"n": instead, "m": [instead]}
        assert sum(left(value) for part in values_of_file(name, text) for value in part) == 2
    table = in_file("a.csv", f"n,m\n{written},1\n")
    assert float(table.split("\n")[1].split(",")[0]) == instead


@pytest.mark.parametrize(
    "number",
    [
        *(4155550132, 14155550132, 1786530000, 1786530000123, 1786530000123456, 20260812),
        *(4111111111111112, 1234567890123456, 4111111111111111.5, 0.4111111111111111, 1e300),
        *(4111111111, 10**40, -1786530000, 123456789, True, 0, 99.5),
    ],
)
def test_other_numbers_stay(number: float) -> None:
    for row in ({"n": number}, {"j": json.dumps({"n": number})}):
        assert cleaned(row) == row
        assert left(row) == 0


def test_cards_as_numbers_are_switched_off_like_cards_in_texts() -> None:
    one = Sanitizer([], KEY, Options(frozenset(DETECTED) - {Entity.CREDIT_CARD}))
    row: JsonValue = {"n": 4111111111111111, "t": "4111 1111 1111 1111"}
    assert one.values([row])[0].value == row


def test_a_field_taken_whole_counts_more_than_a_card() -> None:
    row: JsonValue = {"phone": 4111111111111111, "ssn": 378282246310005}
    after = cleaned(row)
    assert str(after["phone"]).startswith("999")
    assert cleaned(after) == after
    assert left(after) == 0


@pytest.mark.parametrize("example", ["4471203", "4471203.0", "+4471203", "4.471203e6"])
@pytest.mark.parametrize("number", [4471203, -4471203, 4471203.0, -4471203.0])
def test_an_example_is_found_as_any_number(example: str, number: float) -> None:
    row = {"n": number, "j": json.dumps({"n": number}), "l": [number]}
    after = cleaned(row, example)
    assert left(row, example) == 3
    assert left(after, example) == 0
    assert after["n"] == after["l"][0] == json.loads(after["j"])["n"]
    assert abs(after["n"]) == abs(cleaned({"n": 4471203}, example)["n"]) != 4471203
    assert (after["n"] < 0) is (number < 0)
    assert cleaned(after, example) == after


@pytest.mark.parametrize("written", SPELLINGS)
def test_an_example_is_found_in_all_its_spellings(bench: type[Bench], written: str) -> None:
    both = bench("4471203")
    instead = int(both.text("4471203"))
    for text in (written, f"no {written} here", f"{written}\n", f"a={written};"):
        assert both.scan.text(text) == 1
        after = both.text(text)
        assert both.scan.text(after) == 0
        assert both.text(after) == after
    assert abs(float(both.text(written))) == instead
    if not written.startswith("+"):
        text = f'{{"n": {written}}}'
        assert both.scan.residual([{"j": text}, text]) == [1, 1]
        assert abs(json.loads(both.text(text))["n"]) == instead
        assert abs(json.loads(in_file("a.json", text, "4471203"))["n"]) == instead


@pytest.mark.parametrize(
    "text",
    ["4.471203e7", "4471203e", "a4.471203e6", "4.471203e6.1", '{"n": 4471203.5}', "4471203e999"],
)
def test_other_numbers_are_no_example(bench: type[Bench], text: str) -> None:
    both = bench("4471203")
    assert both.text(text) == text
    assert both.scan.text(text) == 0


def test_a_phone_number_as_an_example_is_found_with_its_country_code() -> None:
    after = cleaned({"n": 4155550132, "m": 14155550132, "t": "+1 415 555 0132"}, "(415) 555-0132")
    assert after["n"] == after["m"] == int("".join(filter(str.isdecimal, after["t"])))


def test_the_scan_reads_what_stands_twice_in_json() -> None:
    text = '{"a": "Ann Lee", "a": 1}'
    assert left({"j": text}, "Ann Lee") == 1
    assert left(text, "Ann Lee") == 1
    assert left(cleaned({"j": text}, "Ann Lee"), "Ann Lee") == 0
    assert left('{"first_name": "Zelda", "first_name": "Bob"}') == 2
