"""What the reader refuses, with its place, in the same words with both loaders."""

from __future__ import annotations

import re

import pytest

from ema_cli.documents.limits import PLAN_LIMITS, Limits
from ema_cli.documents.nodes import value
from ema_cli.documents.reading import read
from ema_cli.errors import ErrorKind, InvalidInput

BOTH = pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])


def problems(data: bytes | str, *, pure: bool = False, limits: Limits = PLAN_LIMITS) -> list[str]:
    text = data.encode() if isinstance(data, str) else data
    with pytest.raises(InvalidInput) as caught:
        read(text, "f", pure=pure, limits=limits)
    assert caught.value.kind is ErrorKind.PLAN_INVALID
    return [f"{p.place}: {p.message}" for p in caught.value.problems]


@BOTH
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: 2\na: 3\n", "f:3:1: this key stands twice in its mapping"),
        ('{a: 1, "a": 2}', "f:1:8: this key stands twice in its mapping"),
        ("- - - {x: {b: 1, b: 2}}", "f:1:18: this key stands twice in its mapping"),
        ("{1: a, '1': b}", "f:1:8: this key stands twice in its mapping"),
        ("a: &x {}\nb: {<<: *x, <<: *x}\n", "f:2:13: this key stands twice in its mapping"),
        ("a\n---\nb\n", "f:2:1: a second document begins here"),
        ("a\n...\n---\nb\n", "f:3:1: a second document begins here"),
        ("- !!int 3\n", "f:1:3: tags are not allowed"),
        ("- !local {}\n", "f:1:3: tags are not allowed"),
        ("- ! x\n", "f:1:3: tags are not allowed"),
        ("- !<tag:yaml.org,2002:str> x\n", "f:1:3: tags are not allowed"),
        ("%TAG !e! tag:e.example,2026:\n---\nx", "f:1:1: %TAG is not allowed"),
        ("&a [*a]", "f:1:5: this anchor refers to itself"),
        ("&a {b: {c: *a}}", "f:1:12: this anchor refers to itself"),
        ("[*nobody]", "f:1:2: there is no anchor of this name above"),
        ("[&a 1, &a 2]", "f:1:8: this anchor is set twice"),
        ("", "f:1:1: the file is empty"),
        ("# only a comment\n\n", "f:1:1: the file is empty"),
        ("---\n...\n", "f:1:1: the file is empty"),
        ("null", "f:1:1: the file is empty"),
        ("- a\n\t- b\n", "f:2:1: a tab is used as indentation"),
        ("a:\n  b: 1\n \tc: 2\n", "f:3:2: a tab is used as indentation"),
        ("{\n\ta: 1}\n", "f:2:1: a tab is used as indentation"),
        ("a: b\n\tc\n", "f:2:1: a tab is used as indentation"),
        ("a:\n\u00a0 b: 1\n", "f:2:1: a no-break space is used as indentation"),
        ("\u00a0a: 1\n", "f:1:1: a no-break space is used as indentation"),
        ("a: b\n \u00a0c\n", "f:2:2: a no-break space is used as indentation"),
        ("a: |\n\tb\n", "f:2:1: a tab is used as indentation"),
        ("'a\u0000'", "f:1:3: control character U+0000 is not allowed"),
        ("a: \u0007\n", "f:1:4: control character U+0007 is not allowed"),
        ("# \u001b[0m\na: 1", "f:1:3: control character U+001B is not allowed"),
        ("a: \u007f", "f:1:4: control character U+007F is not allowed"),
        ("a: \u009f", "f:1:4: control character U+009F is not allowed"),
        ('"\u0085"', "f:1:2: control character U+0085 is not allowed"),
        ("a: \u2028", "f:1:4: line separator U+2028 is not allowed"),
        ("a: \u2029", "f:1:4: paragraph separator U+2029 is not allowed"),
        ("a: \uffff", "f:1:4: U+FFFF is not allowed: it is no character"),
        (
            "a: \ufeff",
            "f:1:4: a byte order mark (U+FEFF) is allowed at the start of the file only",
        ),
        ('- "\\ud83d"\n', "f:1:3: half of a surrogate pair is no character"),
        ('- "\\ude00\\ud83d"\n', "f:1:3: half of a surrogate pair is no character"),
        ('- "\\U0000d83d"\n', "f:1:3: half of a surrogate pair is no character"),
        ("{[a]: 1}", "f:1:2: a key must be text"),
        ("? {a: 1}\n: 2\n", "f:1:3: a key must be text"),
        ("[&a 1, {*a : 2}]", "f:1:9: a key must be text"),
        ("{: 1}", "f:1:2: there is no key before this ':'"),
        ("?\n: 1\n", "f:1:2: there is no key before the ':'"),
        ("a: 1\n\t\nb: 2\n", "f:2:1: a tab is used as indentation"),
        ("{<<: 1}", "f:1:6: `<<` takes a mapping or a list of mappings, not a number"),
        ("{<<: [{}, x]}", "f:1:11: `<<` takes a mapping or a list of mappings, not text"),
    ],
)
def test_refused(text: str, problem: str, *, pure: bool) -> None:
    assert problems(text, pure=pure) == [problem]


@BOTH
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"a: \xff\n", "f:1:4: the file is not UTF-8 from here on"),
        (b"a: b\nc: \xc3\xa9\xe9\n", "f:2:5: the file is not UTF-8 from here on"),
        (b"a: \xc0\x80\n", "f:1:4: the file is not UTF-8 from here on"),
        (b"a: \xed\xa0\xbd\n", "f:1:4: half of a surrogate pair is no character"),
        (b"\xff\xfea\x00", "f:1:1: the file is UTF-16, not UTF-8"),
        (b"\xfe\xff\x00a", "f:1:1: the file is UTF-16, not UTF-8"),
        (b"a\x00b\x00", "f:1:2: control character U+0000 is not allowed"),
    ],
)
def test_refused_bytes(data: bytes, problem: str, *, pure: bool) -> None:
    assert problems(data, pure=pure) == [problem]


@BOTH
def test_all_lesser_problems_come_at_once(*, pure: bool) -> None:
    text = '{a: 1, a: 2, b: "\\ud800", [c]: 3, <<: 4}'
    assert [p.split(": ")[0] for p in problems(text, pure=pure)] == [
        "f:1:8",
        "f:1:17",
        "f:1:27",
        "f:1:39",
    ]


@BOTH
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a: &x {k: 1, l: 2}\nb: {<<: *x, k: 3}\n", {"l": 2, "k": 3}),
        ("a: &x {k: 1}\nb: {k: 3, <<: *x}\n", {"k": 3}),
        ("a: [&x {k: 1}, &y {k: 2, m: 4}]\nb: {<<: [*x, *y]}\n", {"k": 1, "m": 4}),
        ("a: &x {k: 1}\nz: &y {<<: *x, l: 2}\nb: {<<: *y}\n", {"k": 1, "l": 2}),
        ('b: {"<<": 1}\n', {"<<": 1}),
        ("b: {<<: {k: 1}}\n", {"k": 1}),
    ],
)
def test_a_legal_merge_is_no_duplicate(text: str, meant: object, *, pure: bool) -> None:
    root = value(read(text.encode(), "f", pure=pure))
    assert isinstance(root, dict)
    assert root["b"] == meant


@BOTH
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("\ufeffa: 1", {"a": 1}),
        ("a:\tb\n", {"a": "b"}),
        ("a: b\t# comment\n", {"a": "b"}),
        ("[a,\tb]\n", ["a", "b"]),
        ("a: b\tc\n", {"a": "b\tc"}),
        ("{a: 1,\n\t\n\t# comment\n b: 2}\n", {"a": 1, "b": 2}),
        ('a: "x\n\ty"\n', {"a": "x y"}),
        ("a: |\n  x\n  \ty\n", {"a": "x\n\ty\n"}),
        ("a: |\n  \u00a0x\n", {"a": "\u00a0x\n"}),
        ("a: '\n  \u00a0x'\n", {"a": " \u00a0x"}),
        ("a: \u00a0x\n", {"a": "\u00a0x"}),
        ('"\\ud83d\\ude00"', "😀"),
        ('["\\uD83D\\uDE00", "\\U0001F600", 😀]', ["😀", "😀", "😀"]),
        ("'\\ud83d'", "\\ud83d"),
        ('"\\x07\\0\\e\\u2028\\ufeff"', "\x07\0\x1b\u2028\ufeff"),
        ("---\na: 1\n...\n", {"a": 1}),
        ("%YAML 1.2\n---\na: 1\n", {"a": 1}),
        ("[]", []),
        ("{}", {}),
    ],
)
def test_allowed(text: str, meant: object, *, pure: bool) -> None:
    assert value(read(text.encode(), "f", pure=pure)) == meant


@BOTH
def test_depth_ends_at_100(*, pure: bool) -> None:
    assert read(b"[" * 100 + b"]" * 100, "f", pure=pure)
    assert problems(b"[" * 101 + b"]" * 101, pure=pure) == [
        "f:1:101: nested deeper than 100 levels"
    ]
    block = "".join(" " * level + "-\n" for level in range(101))
    assert problems(block, pure=pure) == ["f:101:101: nested deeper than 100 levels"]


@BOTH
def test_depth_counts_what_anchors_repeat(*, pure: bool) -> None:
    text = "a: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 60 + "*a" + "]" * 60
    assert problems(text, pure=pure) == ["f:2:64: nested deeper than 100 levels"]


def test_nodes_end_at_100_000() -> None:
    root = value(read(("[" + "x," * 99_999 + "]").encode(), "f"))
    assert isinstance(root, list)
    assert len(root) == 99_999
    place = 1 + 2 * 99_999 + 1
    assert problems("[" + "x," * 100_000 + "]") == [
        f"f:1:{place}: more than 100,000 keys and values"
    ]


@BOTH
def test_nodes_end_alike(*, pure: bool) -> None:
    text = "[" + "x,\n" * 100 + "]"
    assert read(text.encode(), "f", pure=pure, limits=Limits(nodes=101))
    assert problems(text, pure=pure, limits=Limits(nodes=100)) == [
        "f:100:1: more than 100 keys and values"
    ]


@BOTH
def test_nodes_count_for_each_use_of_an_anchor(*, pure: bool) -> None:
    text = "a: &a [" + "x," * 9_999 + "]\nb: [" + "*a," * 9 + "]\n"
    assert problems(text, pure=pure) == ["f:2:29: more than 100,000 keys and values"]


@BOTH
def test_keys_count_as_nodes(*, pure: bool) -> None:
    assert problems("a: 1\nb: 2\n", pure=pure, limits=Limits(nodes=4)) == [
        "f:2:4: more than 4 keys and values"
    ]


@BOTH
def test_size_ends_at_5_mib(*, pure: bool) -> None:
    largest = b"#" * (5 * 1024 * 1024 - 2) + b"\nx"
    assert value(read(largest, "f", pure=pure)) == "x"
    assert problems(largest + b"y", pure=pure) == ["f:1:1: the file is larger than 5 MiB"]


def test_limits_can_be_others() -> None:
    limits = Limits(depth=2)
    assert problems("[[[]]]", limits=limits) == ["f:1:3: nested deeper than 2 levels"]


def test_the_kind_can_be_another() -> None:
    with pytest.raises(InvalidInput) as caught:
        read(b"", "config.yaml", kind=ErrorKind.USAGE)
    assert caught.value.kind is ErrorKind.USAGE


@pytest.mark.parametrize(
    "text", ["a: [SECRET", "a: 'SECRET", "a: SECRET: b", "- !SECRET x", "a\0SECRET"]
)
def test_no_message_holds_a_line_of_the_file(text: str) -> None:
    for problem in problems(text):
        assert not re.search("SECRET", problem)
