"""Examples that detectors would find by themselves: one value with them, whatever its spelling."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.targets import detected, target_of

KEY = b"a key of the tests, 32 bytes long"
SPELLINGS: dict[Entity, list[str]] = {
    Entity.CREDIT_CARD: [
        *("4111 1111 1111 1111", "4111-1111-1111-1111", "4111111111111111"),
        *("4111111111111111.0", "4.111111111111111e15"),
    ],
    Entity.IBAN: [
        *("GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432", "gb82west12345698765432"),
        "GB82-WEST-1234-5698-7654-32",
    ],
    Entity.SSN: ["123-45-6789", "123 45 6789", "ssn: 123456789"],
    Entity.MAC: ["00:1a:2b:3c:4d:5e", "00-1A-2B-3C-4D-5E", "001a.2b3c.4d5e"],
    Entity.IP: ["2001:db8::1", "2001:0DB8:0:0:0:0:0:1"],
    Entity.PHONE: ["4155550132", "+1 415 555 0132", "(415) 555-0132", "011 1 415 555 0132"],
    Entity.EMAIL: ["jo@corp.example", "JO@Corp.Example"],
}
FORMS = [
    (entity, given, other)
    for entity, spellings in SPELLINGS.items()
    for given in spellings
    for other in spellings
    if not given.startswith("ssn") and not given.endswith((".0", "e15"))
]


def plain(text: str) -> str:
    return re.sub(r"\.0\Z|[\W_]", "", text.lower().removeprefix("ssn: "))


@pytest.mark.parametrize(("entity", "given", "other"), FORMS)
def test_all_spellings_have_the_pseudonym_of_the_example(
    entity: Entity, given: str, other: str
) -> None:
    assert target_of(Example(given)).entity is entity
    one = Sanitizer([Example(given)], KEY, Options())
    first, second = one.text(given), one.text(other)
    assert first != given
    if entity is Entity.IP:
        assert first == second
    assert plain(first) == plain(second) == plain(Sanitizer([], KEY, Options()).text(given))
    assert one.text(second) == second


@pytest.mark.parametrize(("entity", "given", "other"), FORMS)
def test_a_replacement_is_that_of_all_spellings(entity: Entity, given: str, other: str) -> None:
    one = Sanitizer([Example(given, replace="a demo value")], KEY, Options())
    assert one.text(given) == "a demo value"
    assert one.text(other).removeprefix("ssn: ").removesuffix(".0") == "a demo value"
    assert target_of(Example(given)).entity is entity


@pytest.mark.parametrize("entity", SPELLINGS)
def test_it_is_taken_in_its_spelling_without_the_detector(entity: Entity) -> None:
    given = SPELLINGS[entity][0]
    off = Options(frozenset(DETECTED) - {entity})
    one = Sanitizer([Example(given)], KEY, off)
    after = one.text(f"see {given}, please")
    assert after == f"see {Sanitizer([], KEY, Options()).text(given)}, please"
    assert Scan([Example(given)], off.entities).text(after) == 0
    assert Scan([Example(given)], off.entities).text(f"see {given}, please") == 1


def test_a_card_that_is_an_example_is_one_value_as_a_number_too() -> None:
    row: Any = {"n": 4111111111111111, "t": "4111-1111-1111-1111", "j": '{"n": 4111111111111111}'}
    for examples in ([], [Example("4111 1111 1111 1111")]):
        after: Any = Sanitizer(examples, KEY, Options()).values([row])[0].value
        assert str(after["n"]) == after["t"].replace("-", "")
        assert after["j"] == f'{{"n": {after["n"]}}}'
    replaced = Sanitizer([Example("4111 1111 1111 1111", replace="none")], KEY, Options())
    assert replaced.values([row])[0].value == {"n": "none", "t": "none", "j": '{"n": "none"}'}


@pytest.mark.parametrize(
    "value",
    [
        *("Ann Lee", "Acme Corp", "CUST-00412", "4471203", "12 Main Street", "v1.2.3", "", "a:b"),
        *("+999 415 555 0132", "jo at corp.example", "card 4111 1111 1111 1111", "Room 101"),
    ],
)
def test_what_no_detector_takes_whole(value: str) -> None:
    assert detected(value) is None


def test_what_the_user_says_counts_more() -> None:
    assert target_of(Example("4155550132", Entity.ID)).entity is Entity.ID
