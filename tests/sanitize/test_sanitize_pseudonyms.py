"""Pseudonyms: the same for the same value, distinct, keyed, in a space of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.proof import spaces
from ema_cli.sanitize.pseudonyms.addresses import is_reserved_mac, mac_like
from ema_cli.sanitize.pseudonyms.keyed import Key
from ema_cli.sanitize.pseudonyms.names import coin, is_coined
from ema_cli.sanitize.pseudonyms.secrets import is_secret, secret_like
from ema_cli.sanitize.sanitizer import Options, Sanitizer

if TYPE_CHECKING:
    from collections.abc import Sequence

KEY = b"a key of the tests, 32 bytes long"
MAILS = [f"user{i}@corp{i % 7}.example" for i in range(10_000)]
NAMES = [f"Name{i} Family{i * 7}" for i in range(10_000)]


def pseudonyms(rows: Sequence[Any], *examples: str, key: bytes = KEY) -> list[Any]:
    one = Sanitizer([Example(example) for example in examples], key, Options())
    return [item.value for item in one.values(rows)]


def test_ten_thousand_of_each() -> None:
    rows = [{"email": mail, "full_name": name} for mail, name in zip(MAILS, NAMES, strict=True)]
    first = pseudonyms(rows)
    assert (
        len({row["email"] for row in first}) == len({row["full_name"] for row in first}) == 10_000
    )
    assert pseudonyms(rows[::-1])[::-1] == first
    assert pseudonyms(rows, "Bob Stone", "corp", "Zelda") == first
    other = pseudonyms(rows, key=b"another key of the tests, longer")
    assert not {row["email"] for row in first} & {row["email"] for row in other}
    assert not {row["full_name"] for row in first} & {row["full_name"] for row in other}


def test_an_example_and_a_field_give_one_pseudonym() -> None:
    row = {
        "full_name": "Ann Lee",
        "note": "Ann Lee, ann.lee@corp.example",
        "email": "Ann.Lee@corp.example",
    }
    (after,) = pseudonyms([row], "Ann Lee")
    assert after["note"].lower() == f"{after['full_name']}, {after['email']}".lower()


def test_a_phone_number_in_all_its_forms() -> None:
    texts = ["+1 415 555 0132", "(415) 555-0132", "415.555.0132", "+14155550132", "call 4155550132"]
    after = pseudonyms([{"phone": 4155550132, "fax": "415-555-0132", "t": texts}])[0]
    digits = {
        re.sub("[^0-9]", "", text) for text in [*after["t"], after["fax"], str(after["phone"])]
    }
    assert len(digits) == 1
    assert after["t"][0] == re.sub(r"(\d{3})(\d{3})(\d{3})(\d{4})", r"+\1 \2 \3 \4", digits.pop())


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("jo.smith@corp.example", r"[a-z]{8}\.[a-z]{10}@pseudonym\.example"),
        ("jo@corp.example", r"[a-z]{18}@pseudonym\.example"),
        ("(555) 010-4477", r"\+999 \(\d{3}\) \d{3}-\d{4}"),
        ("555-0100", r"\+999 \d{3}-\d{4}"),
        ("+49 30 1234567", r"\+999 \d{2} \d{7}"),
        ("4111 1111 1111 1111", r"\d{4} \d{4} \d{4} \d{4}"),
        ("3782-822463-10005", r"\d{4}-\d{6}-\d{5}"),
        ("GB82 WEST 1234 5698 7654 32", r"GB\d\d [A-Z]{4} \d{4} \d{4} \d{4} \d\d"),
        ("123-45-6789", r"\d{3}-00-\d{4}"),
        ("203.0.113.7", r"198\.1[89]\.\d+\.\d+"),
        ("2001:db8::1", r"2001:2:0:[0-9a-f:]+"),
        ("00-1A-2B-3C-4D-5E", r"EE(-[0-9A-F]{2}){5}"),
        ("AKIAIOSFODNN7ABCDEFG", r"AKIA[A-Z]{8}\d[A-Z]{7}"),
        ("https://app:hunter2@db.example", r"https://app:[a-z0-9]{14,}@db\.example"),
    ],
)  # fmt: skip
def test_it_looks_like_what_it_replaces(text: str, pattern: str) -> None:
    after = pseudonyms([text])[0]
    assert re.fullmatch(pattern, after)
    assert after != text


@given(st.binary(min_size=16, max_size=40), st.text(max_size=20))
def test_spaces_as_the_scan_knows_them(key: bytes, value: str) -> None:
    draw = Key(key).draw(Entity.TEXT, value)
    name = "".join(coin(draw))
    assert is_coined(name)
    assert spaces.is_name(name)
    mac = mac_like(draw, "00:1a:2b:3c:4d:5e")
    assert is_reserved_mac(mac)
    assert spaces.is_mac(mac)
    for original in ("hunter2", "IOSFODNN7EXAMPLE", "a-b_c.9", "0" * 30):
        secret = secret_like(draw, original)
        assert is_secret(secret)
        assert spaces.is_secret(secret)
        assert len(secret) >= len(original)


@given(st.lists(st.sampled_from("bdfghjklmnprstvz"), min_size=9, max_size=9), st.data())
def test_few_names_are_coined(consonants: list[str], data: st.DataObject) -> None:
    vowels = data.draw(st.lists(st.sampled_from("aeiou"), min_size=9, max_size=9))
    letters = "".join(c + v for c, v in zip(consonants, vowels, strict=True))
    if is_coined(letters):
        last = "ba" if letters[-2:] != "ba" else "be"
        assert not is_coined(letters[:-2] + last)


@pytest.mark.parametrize(
    "name", ["Marina", "Ann Lee", "Filomena", "Barabara", "", "Kalina Dimitrova"]
)
def test_ordinary_names_are_not_coined(name: str) -> None:
    assert not is_coined(name.lower().replace(" ", ""))


def test_fields_taken_whole_are_left_when_they_hold_a_pseudonym() -> None:
    row: Any = {
        "first_name": "Zed",
        "phone": "555-0100",
        "mobile": 4155550132,
        "email": "not an address",
        "date_of_birth": "1984-03-12",
        "dob": "03/12/1984",
        "birthday": 19840312,
        "ssn": "123456789",
        "address": {"street": "12 Main Street", "zip": 94105, "city": "Springfield"},
        "customer": "Ann Lee",
        "fax": "n/a",
    }
    one = Sanitizer([], KEY, Options(frozenset(DETECTED), {"customer": Entity.PERSON}))
    (after,) = one.values([row])
    assert isinstance(after.value, dict)
    changed = {key for key, value in row.items() if after.value[key] != value}
    assert changed == set(row) - {"fax"}
    assert re.fullmatch(r"18[789]\d-\d\d-\d\d", str(after.value["date_of_birth"]))
    assert one.values([after.value])[0].value is after.value


def test_a_given_replacement_stays_in_a_field_taken_whole() -> None:
    one = Sanitizer([Example("Ann Lee", replace="Jane Roe")], KEY, Options())
    (after,) = one.values([{"full_name": "Ann Lee"}])
    assert after.value == {"full_name": "Jane Roe"}
    assert one.values([after.value])[0].value == after.value


def test_another_entity_gives_another_pseudonym() -> None:
    both = [Key(KEY).draw(entity, "x").number for entity in Entity]
    assert len(set(both)) == len(both)


@pytest.mark.parametrize(
    "text",
    [
        "twice on card 4111 1111 1111 1111. Please",
        "card 4111-1111-1111-1111, call 030 1234567",
        "amex 3782 822463 10005 end",
        "oddly 4111 11111111 1111 or 3782  822463  10005",
        "from 011 44 20 7946 0958 to 020 7946 0958 12.",
    ],
)
def test_no_part_of_a_cards_pseudonym_passes_for_another_number(text: str) -> None:
    for number in range(500):
        once = Sanitizer([], f"one key {number:024}".encode(), Options()).text(text)
        again = Sanitizer([], f"another key {number:020}".encode(), Options()).text(once)
        assert again == once
