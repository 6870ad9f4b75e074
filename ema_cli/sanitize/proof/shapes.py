"""Values of known shapes, looked for around what each of them has and little else has."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_network
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.proof.numbers import Number, cards, four_octets, numbers, phones, ssns
from ema_cli.sanitize.proof.spaces import MAIL_DOMAIN, is_mac, is_name, is_numeral, is_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

_LOCAL_END = re.compile(r"[\w+]")
_DOMAIN = re.compile(r"@((?:[^\W_](?:[\w\-]{0,62})\.)+[^\W\d_]{2,})(?![\w\-@])")
_IMAGE = re.compile(r"@[0-9](?:\.[0-9])?x\.")
_URL_USER = re.compile(r"://[^\s/]*\Z")
_NEAR = 80


def _mail(text: str, _numbers: Sequence[Number]) -> int:
    count = 0
    at = text.find("@", 1)
    while at >= 0:
        if not text.startswith(MAIL_DOMAIN, at + 1) and _LOCAL_END.match(text, at - 1):
            count += _is_mail(text, at)
        at = text.find("@", at + 1)
    return count


def _is_mail(text: str, at: int) -> bool:
    domain = _DOMAIN.match(text, at)
    if domain is None or domain[1].lower() == MAIL_DOMAIN or _IMAGE.match(text, at):
        return False
    return _URL_USER.search(text[max(0, at - _NEAR) : at]) is None


# Two single letters are looked for twice as fast as `[A-Z]{2}`.
_ACCOUNT = re.compile(
    r"[A-Z][A-Z](?<![\w\-][A-Z]{2})[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w\-@])"
)
_FEW_DIGITS = 6


def _iban(text: str, _numbers: Sequence[Number]) -> int:
    return sum(
        _is_account(found[0])
        for found in _ACCOUNT.finditer(text)
        if sum(map(str.isdecimal, found[0])) > _FEW_DIGITS
    )


def _is_account(written: str) -> bool:
    from stdnum import iban  # noqa: PLC0415 - reads a table

    return iban.is_valid(written, check_country=False)


def _ip(text: str, found: Sequence[Number]) -> int:
    return four_octets(text, found) + sum(
        _is_six(written[0])
        for colon in _COLONS.finditer(text)
        if (written := _SIX.match(text, _word_start(text, colon.start())))
    )


def _word_start(text: str, at: int) -> int:
    """Give where the word begins that goes on at `at`; `at` itself if that is too far away."""
    window = text[max(0, at - _LONGEST_SIX) : at]
    word = window.split()[-1] if window.strip() and not window[-1].isspace() else ""
    return at - len(word) if len(word) < _LONGEST_SIX else at


_COLONS = re.compile(r":[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:]+(?![^\s\0\x01,;])")
_SIX = re.compile(r"[0-9A-Fa-f]{1,4}:[0-9A-Fa-f:]{2,35}(?![^\s\0,;])")
_LONGEST_SIX = 40
_BENCHMARK = ip_network("2001:2::/48")


def _is_six(written: str) -> bool:
    try:
        address = IPv6Address(written)
    except ValueError:
        return False
    return int(address) > 1 and address not in _BENCHMARK and bool(re.search("[0-9]", written))


_PAIRS = (
    re.compile(r":[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:"),
    re.compile(r"-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-"),
)
_HARDWARE = re.compile(
    r"(?<![\w:\-])[0-9A-Fa-f]{2}([:\-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:\-])"
)


def _mac(text: str, _numbers: Sequence[Number]) -> int:
    return sum(
        not is_mac(found[0]) and not re.fullmatch("(?:0|f)+", re.sub("[:-]", "", found[0].lower()))
        for pair in _PAIRS
        for middle in pair.finditer(text)
        if (found := _HARDWARE.match(text, max(0, middle.start() - 2)))
    )


_TOKENS = {
    "AKIA": re.compile(r"\bAKIA([A-Z0-9]{16})\b"),
    "ghp_": re.compile(r"\bghp_([A-Za-z0-9]{36})\b"),
    "sk_live_": re.compile(r"\bsk_live_([A-Za-z0-9]{16,})\b"),
    "xoxb-": re.compile(r"\bxoxb-([A-Za-z0-9\-]{10,200})\b"),
    "AIza": re.compile(r"\bAIza([\w\-]{35})\b"),
    "eyJ": re.compile(r"\beyJ([\w\-]{10,}\.eyJ[\w\-]{10,}\.[\w\-]{10,})\b"),
    "PRIVATE KEY-----": re.compile(r"PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]{60,}?)\s*-----END"),
    "://": re.compile(r"://\w{1,64}:([\w!$.~\-]{1,64})@\w"),
    "assword=": re.compile(r"\b[Pp]assword=([\w!~][\w!$~\-]{5,63})(?=[\s;&\0]|\Z)"),
}


def _secret(text: str, _numbers: Sequence[Number]) -> int:
    return sum(
        not any(is_one(found[1]) for is_one in (is_secret, is_name, is_numeral))
        for sign, pattern in _TOKENS.items()
        if sign in text
        for found in pattern.finditer(text)
    )


_SCANS: dict[Entity, Callable[[str, Sequence[Number]], int]] = {
    Entity.EMAIL: _mail,
    Entity.PHONE: phones,
    Entity.CREDIT_CARD: cards,
    Entity.IBAN: _iban,
    Entity.SSN: ssns,
    Entity.IP: _ip,
    Entity.MAC: _mac,
    Entity.SECRET: _secret,
}


def shapes(text: str, entities: Collection[Entity]) -> int:
    """Count the values of these entities in a text that is not in lower case."""
    found = list(numbers(text))
    return sum(scan(text, found) for entity, scan in _SCANS.items() if entity in entities)
