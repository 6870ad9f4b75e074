"""Examples: what counts as one, and what is put in its place."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from ema_cli.sanitize.entities import Entity, Example
from ema_cli.sanitize.inference import infer
from ema_cli.sanitize.pseudonyms.names import is_coined

if TYPE_CHECKING:
    from tests.sanitize.conftest import Bench

FOUND = [
    ("Acme Corp", "Acme Corp wrote"),
    ("Acme Corp", "from ACME CORP."),
    ("Acme Corp", "acme corp"),
    ("Acme Corp", "(Acme Corp)"),
    ("Acme Corp", "Acme Corp's"),
    ("Acme Corp", "Acme Corp\u2019s"),
    ("Acme Corp", "Acme   Corp"),
    ("Acme Corp", "Acme\r\n\tCorp"),
    ("Acme Corp", "Acme\u00a0Corp"),
    ("Acme Corp", "Acme\u200bCorp"),
    ("Acme Corp", "A\u00adcme Corp"),
    ("Acme Corp", "acme-corp.example"),
    ("Acme Corp", "www.acmecorp.example"),
    ("Acme Corp", "acme_corp_bot"),
    ("Acme Corp", "AcmeCorpBot"),
    ("Acme Corp", "newAcmeCorp"),
    ("Acme Corp", "https://x.example/?q=Acme+Corp"),
    ("Acme Corp", "Acme%20Corp"),
    ("Acme Corp", "Acme%2520Corp"),
    ("Acme Corp", "Acme&nbsp;Corp"),
    ("Acme Corp", "Acme\\nCorp"),
    ("Acme Corp", "\uff21\uff43\uff4d\uff45 \uff23\uff4f\uff52\uff50"),
    ("Acme Inc.", "Acme Inc"),
    ("Acme Inc", "Acme Inc."),
    ("Jos\u00e9", "Jose\u0301"),
    ("Jose\u0301", "JOS\u00c9"),
    ("Jos\u00e9", "Jos%C3%A9"),
    ("Jos\u00e9", "Jos&eacute;"),
    ("Jos\u00e9", "Jos\\u00e9"),
    ("\u0130stanbul", "istanbul"),
    ("istanbul", "\u0130STANBUL"),
    ("Stra\u00dfe", "STRASSE"),
    ("STRASSE", "Stra\u00dfe"),
    ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3"),
    ("\u6771\u4eac\u5546\u4e8b", "\u3067\u306f\u6771\u4eac\u5546\u4e8b\u306e\u4ef6"),
    ("\uae40\ucca0\uc218", "\uae40\ucca0\uc218\ub294"),
    ("O'Brien", "O\u2019Brien"),
    ("O'Brien", "O&#39;Brien"),
    ("Smith & Sons", "Smith &amp; Sons"),
    ("Smith & Sons", "smith-sons"),
    ("Jean-Luc Picot", "Jean\u2011Luc Picot"),
    ("C++", "we use C++ here"),
    ("a.b*c(d)+?", "x a.b*c(d)+? y"),
    ("***", "a***b"),
    ("\U0001f642", "hi\U0001f642"),
    ("CUST-00412", "cust-00412"),
    ("4471203", "no 4471203."),
    ("12 Main Street", "12 main  street"),
    ("Ann", "Ann-Marie"),
    ("Ann", "mary_ann"),
    ("Ann Lee", "> dear Ann\n> Lee, hello"),
    ("Ann Lee", ">> dear Ann \r\n>> Lee, hello"),
    ("Ann Lee", "> > dear Ann\n>\n> > Lee"),
    ("Ann Lee", "&gt; Ann\n&gt; Lee"),
    ("An Lee", "> An\n> Lee"),
    ("Smith & Sons", "> Smith &\n> Sons"),
    ("Ann Lee", "annlee99"),
    ("Ann Lee", "99annlee"),
    ("Ann Lee", "Ann Lee2"),
    ("Acme Corp", "AcmeCorp2026"),
    ("Acme Corp", "x-2026acme_corp7"),
    ("Jos\u00e9 N\u00fa\u00f1ez", "jos\u00e9n\u00fa\u00f1ez1"),
]  # fmt: skip
LEFT = [
    ("Ann", "Annual"),
    ("Ann", "Joann"),
    ("Ann", "McAnn"),
    ("Ann", "ann42"),
    ("Ann Lee", "Ann > Lee"),
    ("Ann Lee", "Ann\n\n- Lee"),
    ("Ann Lee", "joannlee99"),
    ("Ann Lee", "annlees99"),
    ("Al Lee", "allee7"),
    ("Abe Faded", "3abefaded7"),
    ("Falcon", "Falcon9"),
    ("CUST 12", "cust12b"),
    ("CUST 12", "7cust12"),
    ("Lee", "Leeds"),
    ("Lee", "fleet"),
    ("Lee", "M\u00fclee"),
    ("Donald", "MacDonald"),
    ("Ann Lee", "Ann, Lee"),
    ("Ann Lee", "Ann Leeds"),
    ("Ann Lee", "Ann (Lee)"),
    ("Acme Corp", "Acme and Corp"),
    ("Acme Corp", "acmecorporation"),
    ("C++", "C and D++"),
    ("4471203", "44712034"),
    ("12.5", "125"),
    ("\u0930\u093e\u092e", "\u0930\u093e\u092e\u093e"),
    ("Jos\u00e9", "Jose"),
]


@pytest.mark.parametrize(("example", "text"), FOUND)
def test_found(bench: type[Bench], example: str, text: str) -> None:
    both = bench(example)
    after = both.text(text)
    assert after != text
    assert both.text(after) == after
    assert both.scan.text(after) == 0


@pytest.mark.parametrize(("example", "text"), LEFT)
def test_left(bench: type[Bench], example: str, text: str) -> None:
    both = bench(example)
    assert both.text(text) == text
    assert both.scan.text(text) == 0


def test_longest_first_in_any_order(bench: type[Bench]) -> None:
    examples = ["Ann", "Ann Lee", "Lee", "Ann Lee's clinic"]
    text = "Ann Lee's clinic; Ann Lee; Lee; Annual; Leeds"
    results = {bench(*order).text(text) for order in permutations(examples)}
    (result,) = results
    clinic, ann_lee, lee, annual, leeds = result.split("; ")
    assert (annual, leeds) == ("Annual", "Leeds")
    assert len({clinic, ann_lee, lee}) == 3


def test_no_chains(bench: type[Bench]) -> None:
    one = bench(Example("Ann", replace="Bob"), Example("Bob", replace="Cleo"))
    assert one.text("Ann and Bob") == "Bob and Cleo"


def test_a_pseudonym_is_a_coined_name_in_the_form_found(bench: type[Bench]) -> None:
    one = bench("Ann Lee")
    name = one.text("Ann Lee")
    first, last = name.split(" ")
    assert is_coined((first + last).lower())
    assert one.text("ANN LEE") == name.upper()
    assert one.text("ann-lee") == f"{first}-{last}".lower()
    assert one.text("AnnLee") == first + last
    assert one.text("annLee") == first.lower() + last
    assert one.text("Ann\nLee's") == f"{first}\n{last}'s"
    assert one.text("Ann&nbsp;Lee") == f"{first}&nbsp;{last}"


def test_organizations_keep_their_suffix(bench: type[Bench]) -> None:
    one = bench("Acme Widget GmbH", "Initech Inc.")
    assert one.text("Acme Widget GmbH").endswith(" GmbH")
    assert one.text("acme-widget-gmbh").endswith("-gmbh")
    assert one.text("Initech Inc., Ltd").endswith(" Inc., Ltd")
    assert not bench("Acme Corp", "Corp").text("Acme Corp").endswith("Corp")


def test_replacements_win_and_are_escaped_where_they_must(bench: type[Bench]) -> None:
    one = bench(Example("Acme Corp", replace='D "&" Co'))
    assert one.text("Acme Corp") == 'D "&" Co'
    assert one.text("Acme%20Corp") == "D%20%22%26%22%20Co"
    assert one.text('{"k": "Acme Corp"}') == '{"k": "D \\"&\\" Co"}'
    assert one.text("Acme&nbsp;Corp") == "D &quot;&amp;&quot; Co"


def test_numbers_that_are_an_example(bench: type[Bench]) -> None:
    one = bench("4471203", Example("12.5", entity=Entity.ID)).sanitizer
    row = one.values([{"a": 4471203, "b": 4471203.0, "c": True, "d": 12.5, "e": "4471203", "f": 7}])
    after = row[0].value
    assert isinstance(after, dict)
    assert after["a"] == after["b"] == int(str(after["e"]))
    assert (after["c"], after["f"]) == (True, 7)
    assert after["d"] != 12.5
    assert one.values([after])[0].value == after


@pytest.mark.parametrize(
    ("value", "entity"),
    [
        ("Ann Lee", Entity.PERSON),
        ("Ludwig van Beethoven", Entity.PERSON),
        ("Acme Corp", Entity.ORGANIZATION),
        ("Acme Widget GmbH", Entity.ORGANIZATION),
        ("Initech, Inc.", Entity.ORGANIZATION),
        ("jo@corp.example", Entity.EMAIL),
        ("+1 415 555 0132", Entity.PHONE),
        ("(415) 555-0132", Entity.PHONE),
        ("12 Main Street", Entity.ADDRESS),
        ("Hauptstra\u00dfe 12", Entity.ADDRESS),
        ("CUST-00412", Entity.ID),
        ("4471203", Entity.ID),
        ("Acme", Entity.TEXT),
        ("the winter project", Entity.TEXT),
    ],
)
def test_the_entity_is_inferred(value: str, entity: Entity) -> None:
    assert infer(value) is entity


def test_parts_of_a_persons_name(bench: type[Bench]) -> None:
    text = "Ann Lee; Lee, Ann; A. Lee; Ann; Lee; Annual"
    whole, swapped, initial, first, last, annual = (
        bench("Ann Lee", parts=True).text(text).split("; ")
    )
    assert whole.split(" ") == swapped.split(", ")[::-1]
    assert len({whole, initial, first, last}) == 4
    assert annual == "Annual"
    assert bench("Ann Lee").text(text).split("; ")[1:] == text.split("; ")[1:]


def test_parts_are_of_persons_alone(bench: type[Bench]) -> None:
    assert bench("Acme Corp", parts=True).text("Acme; Corp") == "Acme; Corp"
    given = bench(Example("Acme Corp", entity=Entity.PERSON), parts=True)
    assert given.text("Acme") != "Acme"


def test_parts_with_a_replacement(bench: type[Bench]) -> None:
    one = bench(Example("Ann Lee", replace="Jane Roe"), parts=True)
    assert one.text("Ann Lee; Lee, Ann; Ann; Lee") == "Jane Roe; Roe, Jane; Jane; Roe"


def test_ten_thousand_examples(bench: type[Bench]) -> None:
    names = [f"Nam{i // 100:02}x Fam{i % 100:02}y" for i in range(10_000)]
    one = bench(*names)
    text = ". ".join(names[::500])
    after = one.text(text).split(". ")
    assert len(set(after)) == len(names[::500])
    assert not set(after) & set(names)


def test_the_same_start_and_many_ends(bench: type[Bench]) -> None:
    one = bench("the", "the a", "the a b", "the a b c", "Main", "a the")
    assert len(one.text("the a b c").split()) == 2
    assert one.text("the a b x").endswith(" x")
    assert one.scan.text(one.text("a the a b the a Main the a b c d")) == 0
