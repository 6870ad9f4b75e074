"""Secrets: cloud keys, tokens, JWTs, private keys, passwords in URLs and connection strings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import ahocorasick_rs

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.reserved import is_pseudonym
from ema_cli.sanitize.spans import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = r"(?<![A-Za-z0-9])"
_URL_SAFE = r"[A-Za-z0-9_\-]"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of secret: the sign it begins with, in lower case, and its pattern from there on.

    The group `body` of the pattern is what is replaced.
    """

    sign: str
    pattern: re.Pattern[str]


def _token(sign: str, body: str) -> Kind:
    """Make a kind whose sign is written just like this."""
    return Kind(
        sign.lower(), re.compile(rf"{_NAME}{re.escape(sign)}(?P<body>{body})(?![A-Za-z0-9])")
    )


_PLACEHOLDER = re.compile(
    r"[*x.•\-_<]+|<.*|\$[\w{(].*|\{.*|%\w+%|null|none|nil|true|false|redacted|hidden|changeme",
    re.IGNORECASE,
)
_VALUE = r"[^\s\x00;,&\"'<>]"
_ASSIGNED = (
    r"[\w.\-]{0,32}[\"']?[ \t]{0,3}=[ \t]{0,3}[\"']?"
    rf"(?P<body>(?<=[\"'])[^\"'\x00\r\n]{{%s,512}}(?=[\"'])|{_VALUE}{{%s,512}})"
)


def _assigned(least: int) -> str:
    return _ASSIGNED % (least, least)


_NAMES_OF_SECRETS = (
    *("password", "passwd", "passphrase", "pwd"),
    *("secret", "token", "api_key", "apikey", "api-key", "accesskey", "access_key", "accountkey"),
    *("private_key", "credential", "signature"),
)
_LEAST = {"password": 3, "passwd": 3, "passphrase": 3, "pwd": 3}

KINDS = (
    *(_token(sign, "[A-Z0-9]{16}") for sign in ("AKIA", "ASIA", "AROA", "AIDA", "AGPA")),
    *(_token(sign, "[A-Za-z0-9]{36,255}") for sign in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    _token("github_pat_", r"[A-Za-z0-9_]{22,255}"),
    _token("glpat-", rf"{_URL_SAFE}{{20,128}}"),
    *(_token(sign, r"[A-Za-z0-9\-]{10,250}") for sign in ("xoxb-", "xoxp-", "xoxa-", "xoxr-")),
    _token("xoxs-", r"[A-Za-z0-9\-]{10,250}"),
    _token("xapp-", r"[A-Za-z0-9\-]{10,250}"),
    *(
        _token(f"{kind}_{mode}_", "[A-Za-z0-9]{10,250}")
        for kind in ("sk", "rk", "pk")
        for mode in ("live", "test")
    ),
    _token("sk-", r"(?=[A-Za-z_\-]*[0-9])[A-Za-z0-9_\-]{20,250}"),
    _token("AIza", rf"{_URL_SAFE}{{35}}"),
    _token("ya29.", rf"{_URL_SAFE}{{20,512}}"),
    _token("npm_", "[A-Za-z0-9]{36}"),
    _token("pypi-", rf"{_URL_SAFE}{{50,512}}"),
    _token("SG.", r"[A-Za-z0-9_\-]{16,64}\.[A-Za-z0-9_\-]{16,64}"),
    _token("hvs.", rf"{_URL_SAFE}{{24,256}}"),
    _token("dop_v1_", "[0-9a-f]{64}"),
    _token("eyJ", r"[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]{8,}|\.)?"),
    Kind("bearer ", re.compile(r"[Bb](?:earer|EARER) +(?P<body>[A-Za-z0-9._~+/\-]{16,}=*)")),
    Kind("basic ", re.compile(r"[Bb](?:asic|ASIC) +(?P<body>[A-Za-z0-9+/]{12,}=+)")),
    Kind(
        "-----begin",
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?P<body>(?:[A-Za-z0-9+/=\s]|Proc-Type:[^\n]*|DEK-Info:[^\n]*|Version:[^\n]*)+)"
        ),
    ),
    Kind("://", re.compile(r"://[^\s\x00/?#@:\"'<>]{0,128}:(?P<body>[^\s\x00@/\"'<>]{1,256})@")),
    *(
        Kind(name, re.compile(re.escape(name) + _assigned(_LEAST.get(name, 8)), re.IGNORECASE))
        for name in _NAMES_OF_SECRETS
    ),
)


class SecretDetector:
    """Finds secrets by the signs that they hold, all signs in one pass."""

    entities = (Entity.SECRET,)

    def __init__(self) -> None:
        """Prepare the signs."""
        self._automaton = ahocorasick_rs.AhoCorasick([kind.sign for kind in KINDS])

    def find(self, text: str) -> Iterator[Found]:
        """Find secrets; placeholders are none."""
        lowered = text.lower()
        done = 0
        for index, start, _end in self._automaton.find_matches_as_indexes(
            lowered, overlapping=True
        ):
            found = KINDS[index].pattern.match(text, start)
            if found is None or found.start("body") < done:
                continue
            first, last = found.span("body")
            body = text[first:last].rstrip(".,:)]}\\")
            if not any(map(str.isalnum, body)) or _PLACEHOLDER.fullmatch(body):
                continue
            done = first + len(body)
            yield Found(
                first, done, Entity.SECRET, body, reserved=is_pseudonym(body, Entity.SECRET)
            )
