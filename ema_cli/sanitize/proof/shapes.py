"""Values of known shapes, looked for around what each of them has and little else has."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_network
from typing import TYPE_CHECKING

from ema_cli.sanitize.entities import Entity
from ema_cli.sanitize.proof.spaces import is_mac, is_secret

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

_LOCAL_END = re.compile(r"[\w+]\Z")
_DOMAIN = re.compile(r"@(?:[^\W_](?:[\w\-]{0,62})\.)+[^\W\d_]{2,}(?![\w\-@])")
_IMAGE = re.compile(r"@[0-9](?:\.[0-9])?x\.")
_URL_USER = re.compile(r"://[^\s/]*\Z")
_NEAR = 80


def _mail(text: str) -> int:
    count = 0
    at = text.find("@")
    while at >= 0:
        before = text[max(0, at - _NEAR) : at]
        if _LOCAL_END.search(before) and not _URL_USER.search(before):
            count += bool(_DOMAIN.match(text, at)) and not _IMAGE.match(text, at)
        at = text.find("@", at + 1)
    return count


_NUMBER = re.compile(r"[0-9][0-9 ().\-]{6,}+")
_SPACE_BEFORE = " \0(:"
_NATIONAL = re.compile(
    r"\([2-9][0-9]{2}\) ?[0-9]{3}-[0-9]{4}|[2-9][0-9]{2}-[0-9]{3}-[0-9]{4}"
    r"|0[1-9][0-9]{1,4} [0-9]{6,7}"
)
_CALL = re.compile(r"\b(?:call|phone|tel|dial)[ :]{1,2}\Z", re.IGNORECASE)
_CALLED = re.compile(r"[2-9][0-9]{2}-[0-9]{4}|[2-9][0-9]{2}[2-9][0-9]{6}|[0-9]{2}(?: [0-9]{2}){3}")
_CARD = re.compile(
    r"(?:4[0-9]{3}|5[1-5][0-9]{2})([ \-]?)[0-9]{4}\1[0-9]{4}\1[0-9]{4}"
    r"|3[47][0-9]{2}([ \-]?)[0-9]{6}\2[0-9]{5}"
)
_ACCOUNT_BEFORE = re.compile(r"[A-Za-z]{2}[0-9]{2} \Z")
_SSN = re.compile(r"(?!000)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}")
_IP4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?=[0-9])|\Z)){4}")
_VERSION = re.compile(r"ver|release|build|firmware|upgrade|sdk|api|\bv", re.IGNORECASE)
_NOBODY = [
    ip_network(net) for net in ("198.18.0.0/15", "127.0.0.0/8", "0.0.0.0/32", "255.255.0.0/16")
]


def _alone(text: str, start: int, end: int) -> bool:
    """Whether white space, a comma or the end of the text is on both sides."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 2]
    return before in _SPACE_BEFORE and (not after or after[0] in " \0,;" or after in {". ", "."})


def _numbers(text: str) -> Iterator[tuple[int, str]]:
    for run in _NUMBER.finditer(text):
        start = run.start() - (text[run.start() - 1 : run.start()] == "(" and run.start() > 0)
        written = text[start : run.end()].rstrip(" ().-")
        if _alone(text, start, start + len(written)):
            yield start, written


def _phone(text: str) -> int:
    return sum(1 for _ in _international(text)) + sum(
        bool(_NATIONAL.fullmatch(written))
        or (
            bool(_CALL.search(text[max(0, start - 9) : start])) and bool(_CALLED.fullmatch(written))
        )
        for start, written in _numbers(text)
    )


_PLUS = re.compile(r"\+[1-9][0-9]{0,2}[ (\-.]{0,2}[0-9][0-9 ()\-.]{5,18}+")


def _international(text: str) -> Iterator[str]:
    from phonenumbers import (  # noqa: PLC0415 - only where there is such a number
        NumberParseException,
        ValidationResult,
        is_possible_number_with_reason,
        parse,
    )

    at = text.find("+")
    while at >= 0:
        found = _PLUS.match(text, at)
        if found:
            written = found[0].rstrip(" ()-.")
            try:
                possible = is_possible_number_with_reason(parse(written))
            except NumberParseException:
                possible = ValidationResult.INVALID_LENGTH
            if possible == ValidationResult.IS_POSSIBLE and _alone(text, at, at + len(written)):
                yield written
        at = text.find("+", at + 1)


def _card(text: str) -> int:
    return sum(
        _luhn(re.sub("[^0-9]", "", written))
        for start, written in _numbers(text)
        if _CARD.fullmatch(written) and not _ACCOUNT_BEFORE.search(text[max(0, start - 5) : start])
    )


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * 2 for digit in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(n - 9 * (n > 9) for n in doubled)) % 10 == 0  # noqa: PLR2004


_ACCOUNT = re.compile(
    r"(?<![\w\-])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w\-])"
)


def _iban(text: str) -> int:
    from stdnum import iban  # noqa: PLC0415 - reads a table

    return sum(
        iban.is_valid(found[0], check_country=False)
        for found in _ACCOUNT.finditer(text)
        if sum(map(str.isdecimal, found[0])) > len("DE00 0000")
    )


def _ssn(text: str) -> int:
    return sum(bool(_SSN.fullmatch(written)) for _, written in _numbers(text))


def _ip(text: str) -> int:
    four = sum(
        bool(_IP4.fullmatch(written))
        and not any(IPv4Address(written) in net for net in _NOBODY)
        and not _VERSION.search(text[max(0, start - 20) : start])
        for start, written in _numbers(text)
        if written.count(".") == 3  # noqa: PLR2004 - four octets
    )
    return four + sum(map(_is_six, _SIX.findall(text)))


_SIX = re.compile(r"(?<![^\s\0])[0-9A-Fa-f]{1,4}:[0-9A-Fa-f:]{2,35}(?![^\s\0,;])")
_BENCHMARK = ip_network("2001:2::/48")


def _is_six(written: str) -> bool:
    try:
        address = IPv6Address(written)
    except ValueError:
        return False
    return int(address) > 1 and address not in _BENCHMARK and bool(re.search("[0-9]", written))


_HARDWARE = re.compile(
    r"(?<![\w:\-])[0-9A-Fa-f]{2}([:\-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:\-])"
)


def _mac(text: str) -> int:
    return sum(
        not is_mac(found[0]) and not re.fullmatch("(?:0|f)+", re.sub("[:-]", "", found[0].lower()))
        for found in _HARDWARE.finditer(text)
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


def _secret(text: str) -> int:
    return sum(
        not is_secret(found[1])
        for sign, pattern in _TOKENS.items()
        if sign in text
        for found in pattern.finditer(text)
    )


_SCANS: dict[Entity, Callable[[str], int]] = {
    Entity.EMAIL: _mail,
    Entity.PHONE: _phone,
    Entity.CREDIT_CARD: _card,
    Entity.IBAN: _iban,
    Entity.SSN: _ssn,
    Entity.IP: _ip,
    Entity.MAC: _mac,
    Entity.SECRET: _secret,
}


def shapes(text: str, entities: Collection[Entity]) -> int:
    """Count the values of these entities in a text that is not in lower case."""
    return sum(scan(text) for entity, scan in _SCANS.items() if entity in entities)
