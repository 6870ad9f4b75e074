"""The laws, over generated rows and examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.walk import EqualKeys

if TYPE_CHECKING:
    from ema_cli.values import JsonValue

KEY = b"a key of the tests, 32 bytes long"

NAMES = st.sampled_from(
    [
        *("Acme Corp", "Ann Lee", "Ann", "Lee", "Ann Lee's clinic", "O'Brien & Sons", "Zoë Çelik"),
        *("İstanbul Straße", "José", "东京商事", "김철수", "C++", "CUST-00412", "4471203", "Li Wu"),
        *("Jean-Luc Picot", "van der Berg", "X1", "A. B. Widgets Inc.", "Müller GmbH", "Example"),
        *("jo@corp.example", "+1 415 555 0132", "12 Main Street", "(Beta)", "Нина Кузнецова"),
        *(
            "राम शर्मा",
            "Corp",
            "Corp Team",
            "the office",
            "Łukasz",
            "ﬁnch labs",
            "***",
            "a.b*c(d)+?",
        ),
    ]
)
VALUES = st.sampled_from(
    [
        *("jo@corp.example", "J.O+x@mail.corp.example", "(555) 010-4477", "+1 415 555 0132"),
        *("555-0100", "+49 30 1234567", "4111 1111 1111 1111", "123-45-6789", "10.1.2.3"),
        *("GB82 WEST 1234 5698 7654 32", "2001:db8::1", "00:1A:2b:3c:4d:5e", "415-555-0132"),
        *("AKIAIOSFODNN7ABCDEFG", "https://u:hunter22@db.example/x", "Password=hunter22;"),
        *("Password=jo@corp.example;", "Bearer 415-555-0132.415-555-0132", "tel 12 34 56 78"),
        *("::ffff:10.1.2.3", "ssn 123456789", "0049 30 1234567", "1984-03-12", "aabb.ccdd.eeff"),
        "-----BEGIN PRIVATE KEY-----\nMIIEvQ IBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----",
        *("2026-08-12T10:22:11Z", "v1.2.3.4", "hosted-eu-20260812-09", "19.99", "a@b.c@d.e"),
    ]
)
FORMS = st.sampled_from(
    [
        str,
        str.upper,
        str.lower,
        str.title,
        lambda text: text.replace(" ", "-"),
        lambda text: text.replace(" ", "_").lower(),
        lambda text: text.replace(" ", ""),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: text.replace(" ", "\n  "),
        lambda text: quote(text, safe=""),
        lambda text: json.dumps(text)[1:-1],
        lambda text: text.replace("&", "&amp;").replace("'", "&#39;").replace("ë", "&euml;"),
        lambda text: text + "'s",
        lambda text: json.dumps({"k": text, "n": [1, text]}),
        lambda text: json.dumps({"k": json.dumps([text])}),
    ]
)
NOISE = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            list(" .,;:-_/@'\"\\&%+#()\n\t0123456789abnXé\u0301\u200b东\u1112\u0130ß{}[]")
        ),
        st.characters(codec="utf-8"),
    ),
    max_size=12,
)
BEFORE = st.sampled_from(
    [
        *("call ", "Tel.: ", "ssn ", "Password=", "token = ", "Bearer ", "Basic ", "https://u:"),
        *("order ", "id ", "version ", "Mc", "0", "+", "(", '"', "a@", "GB82 ", "4111 ", "1.", "-"),
    ]
)
ONES = st.one_of(NAMES, VALUES)
PIECES = st.one_of(
    NOISE,
    st.builds(lambda form, text: form(text), FORMS, ONES),
    st.builds(lambda before, text: before + text, BEFORE, ONES),
    ONES,
)
TEXTS = st.lists(PIECES, max_size=6).flatmap(
    lambda pieces: st.sampled_from([" ", "", ", ", "\n", "/", "@", "-"]).map(
        lambda gap: gap.join(pieces)
    )
)
FIELDS: dict[str, Entity | None] = {f"the {entity}": entity for entity in Entity}
KEYS = st.one_of(
    st.sampled_from(["id", "note", "first_name", "phone", "email", "address", "dob", "ssn"]),
    st.sampled_from(list(FIELDS)),
    TEXTS,
)
ROWS = st.dictionaries(
    KEYS,
    st.recursive(
        st.one_of(
            TEXTS,
            st.integers(),
            st.floats(allow_nan=False, allow_infinity=False),
            st.booleans(),
            st.none(),
        ),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)
        ),
        max_leaves=6,
    ),
    max_size=4,
)
EXAMPLES = st.lists(NAMES, max_size=6, unique=True)


def sanitizer(examples: list[str], key: bytes = KEY) -> Sanitizer:
    return Sanitizer([Example(example) for example in examples], key, Options(fields=FIELDS))


def cleaned(row: Any, one: Sanitizer) -> JsonValue:
    try:
        return one.values([row])[0].value
    except EqualKeys:
        assume(False)
        raise


def nothing_given_is_left(examples: list[str], row: Any) -> None:
    scan = Scan([Example(example) for example in examples], DETECTED, FieldNames(FIELDS))
    assert scan.residual([cleaned(row, sanitizer(examples))]) == [0]


def again_changes_nothing(examples: list[str], row: Any) -> None:
    one = sanitizer(examples)
    once = cleaned(row, one)
    assert one.values([once])[0].value == once


def nothing_depends_on_the_order_of_examples(examples: list[str], row: Any, chance: Any) -> None:
    other = list(examples)
    chance.shuffle(other)
    assert cleaned(row, sanitizer(examples)) == cleaned(row, sanitizer(other))


def rows_beside_it_change_nothing(examples: list[str], rows: list[Any]) -> None:
    alone = [cleaned(row, sanitizer(examples)) for row in rows]
    together = [item.value for item in sanitizer(examples).values(rows)]
    assert together == alone


def nothing_else_changes(row: Any) -> None:
    """Without anything to find, a row is the same object; with it, other fields are."""
    one = Sanitizer([], KEY, Options(frozenset(), {}))
    kept = {key: value for key, value in row.items() if key in {"id", "note"}}
    assert one.values([kept], columns=False)[0].value is kept
    found = Sanitizer([], KEY, Options()).values(
        [{**kept, "email": "jo@corp.example"}], columns=False
    )
    assert found[0].counts["email", Entity.EMAIL] == 1


def the_outcome_is_json_as_before(examples: list[str], value: Any) -> None:
    """JSON inside a text is JSON of the same form afterwards, and spaces in it stay."""
    text = json.dumps(value, indent=1)
    after = sanitizer(examples).values([text])[0].value
    assert isinstance(after, str)
    assert _form(json.loads(after)) == _form(value)


def _form(value: Any) -> Any:
    if isinstance(value, dict):
        return [_form(item) for item in value.values()]
    if isinstance(value, list):
        return [_form(item) for item in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"
    return type(value)


LAWS: list[tuple[Any, tuple[Any, ...]]] = [
    (nothing_given_is_left, (EXAMPLES, ROWS)),
    (again_changes_nothing, (EXAMPLES, ROWS)),
    (
        nothing_depends_on_the_order_of_examples,
        (EXAMPLES, ROWS, st.randoms(use_true_random=False)),
    ),
    (rows_beside_it_change_nothing, (EXAMPLES, st.lists(ROWS, min_size=1, max_size=4))),
    (nothing_else_changes, (ROWS,)),
    (the_outcome_is_json_as_before, (EXAMPLES, st.lists(st.one_of(TEXTS, ROWS), min_size=1))),
]


def hold(law: Any, strategies: tuple[Any, ...], times: int) -> None:
    checks = list(HealthCheck)
    given_: Any = given
    held: Any = given_(*strategies)(law)
    limits: Any = settings(deadline=None, max_examples=times, suppress_health_check=checks)
    limits(held)()


@pytest.mark.parametrize(("law", "strategies"), LAWS, ids=[law.__name__ for law, _ in LAWS])
def test_law(law: Any, strategies: tuple[Any, ...]) -> None:
    hold(law, strategies, 60)


@pytest.mark.whole
@pytest.mark.parametrize(("law", "strategies"), LAWS, ids=[law.__name__ for law, _ in LAWS])
def test_law_thousands_of_times(law: Any, strategies: tuple[Any, ...]) -> None:
    hold(law, strategies, 3000)
