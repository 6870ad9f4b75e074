"""Values beside other values, and in fields of other kinds: found by long runs of the laws."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

FIELDS: dict[str, Entity | None] = {entity.value: entity for entity in Entity}
EXAMPLES = [Example(value) for value in ("Ann Lee", "4471203", "hunter22")]
SANITIZER = Sanitizer(EXAMPLES, b"a key of the tests, 32 bytes long", Options(fields=FIELDS))
SCAN = Scan(EXAMPLES, DETECTED, FieldNames(FIELDS))
COINED = "[A-Za-z][a-z]{17}"
NUMERAL = "999[0-9]{12}"


def settled(value: JsonValue) -> Any:
    """Sanitize; nothing may be left, and a second pass may change nothing."""
    once = SANITIZER.values([value])[0].value
    assert SCAN.residual([once]) == [0]
    assert SANITIZER.values([once])[0].value == once
    return once


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("call 4471203", f"call {NUMERAL}"),
        ("Tel.: 4471203.", rf"Tel\.: {NUMERAL}\."),
        ("ssn 4471203", f"ssn {NUMERAL}"),
        ("Password=4471203", f"Password={NUMERAL}"),
        ("Password=hunter22;", f"Password={COINED};"),
        ("https://u:hunter22@db.example", f"https://u:{COINED}@db.example"),
        ("Bearer Example-Password=hunter22;", f"Bearer [A-Z][a-z]+-[A-Z][a-z]+={COINED};"),
        ("Bearer 415-555-0132.415-555-0132/123-45-6789/+1 415 555 0132", f"Bearer {COINED}"),
    ],
)
def test_a_pseudonym_behind_a_word_that_says_what_follows(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, settled(text))


@pytest.mark.parametrize(
    ("original", "pattern"),
    [
        ("Ann Lee's clinic", "[A-Za-z]{16}"),
        ("пароль", "[a-z]{16,}"),
        ("example-password==", "[a-z]{7}-[a-z]{9,}=="),
        ("jo@corp.example jo@corp.example", r"[a-z]{7}\.[a-z]{15}\.[a-z]{7}"),
        ("+49 30 1234567, +1 415 555 0132", r"\+[0-9a-z]{15}\+[0-9a-z]{14}"),
        ('"4111 1111 1111 1111"', "[0-9a-z]{21}"),
        ("jo@corp.example\n\u00d0", r"[a-z]{7}\.[a-z]{7}\n[A-Z][a-z]*"),
    ],
)
def test_a_secret_may_be_any_text(original: str, pattern: str) -> None:
    assert re.fullmatch(pattern, settled({"secret": original})["secret"])


def test_a_secret_in_json() -> None:
    row = settled({"secret": '{"k": "a@b.c@d.e"}'})
    assert re.fullmatch(r'\{"k": "[a-z]{3}\.[a-z]{3}\.[a-z]+"\}', row["secret"])


@pytest.mark.parametrize("entity", Entity)
def test_an_address_of_hardware_in_any_field(entity: Entity) -> None:
    row = settled({entity.value: " 00:1A:2b:3c:4d:5e"})
    assert re.fullmatch(" EE(?::[0-9A-F]{2}){5}", row[entity.value])


@pytest.mark.parametrize("address", ["::ffff:10.1.2.3", "2001:db8::1", "1:2:3:4:5:6:7:8"])
def test_addresses_of_the_sixth_version(address: str) -> None:
    assert re.fullmatch("2001:2:0?:[0-9a-f:]+", settled({"ip": address})["ip"])
    assert re.fullmatch("at 2001:2:0?:[0-9a-f:]+ now", settled(f"at {address} now"))


@pytest.mark.parametrize("text", ["1:2:3", "::1::2", "fe80::1%eth0", ":" * 50, "a:b:c:d:e:f:0"])
def test_what_is_no_address_in_a_field_for_one(text: str) -> None:
    assert re.fullmatch("[A-Za-z]{8}:*[A-Za-z]{10}", settled({"ip": text})["ip"])


@pytest.mark.parametrize("entity", Entity)
@pytest.mark.parametrize(
    "number", [7599573254081084.0, 123456789012.5, 123456789.0, 2.5, -1, 10**30, 1e300, 5e-324]
)
def test_any_number_in_any_field(entity: Entity, number: float) -> None:
    after = settled({entity.value: number})[entity.value]
    assert isinstance(after, int | float)


def test_the_scan_takes_no_digit_of_a_word_for_one_of_a_phone_number() -> None:
    text = settled("415 555 0132/0AKIAIOSFODNN7ABCDEFG")
    assert re.fullmatch(r"\+999 [0-9 ]{12}/0AKIAIOSFODNN7ABCDEFG", text)


def test_the_scan_knows_pseudonyms_behind_letters_that_grow_in_lower_case() -> None:
    scan = Scan([Example("Example")], DETECTED)
    assert scan.text("\u0130 kavelosi@pseudonym.example") == 0
    assert scan.text("\u0130 kavelosi@example.example") > 0


def test_no_example_of_signs_is_left_within_a_coined_name() -> None:
    one = Sanitizer([Example("***")], b"a key of the tests, 32 bytes long", Options())
    after = one.values([{"first_name": "0*** 0"}])[0].value
    assert isinstance(after, dict)
    assert re.fullmatch("[A-Z][a-z]{7} [A-Z][a-z]{9}", str(after["first_name"]))
