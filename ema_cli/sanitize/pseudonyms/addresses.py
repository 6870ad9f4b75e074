"""Network addresses: 198.18.0.0/15 and 2001:2::/48, set aside for benchmarks (RFC 2544, 5180).

2^17 IPv4 and 2^80 IPv6 addresses. MAC addresses are locally administered: EE, four keyed bytes,
and a byte that checks.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.sanitize.pseudonyms.keyed import Draw

_V4 = IPv4Network("198.18.0.0/15")
_V6 = IPv6Network("2001:2::/48")
_MAC = 0xEE
_MODULUS = 251
_LONGEST_V6 = 45
"""Characters of an IPv6 address that ends like an IPv4 one."""
_COLONS = (6, 7)
"""Colons of an IPv6 address without `::`; fewer where it ends like an IPv4 one."""


def address_v6(text: str) -> IPv6Address | None:
    """Read an IPv6 address; None where a text is none."""
    if len(text) > _LONGEST_V6 or "%" in text:
        return None
    if "::" not in text and text.count(":") not in _COLONS:
        return None
    try:
        return IPv6Address(text)
    except ValueError:
        return None


def is_reserved_v4(address: str) -> bool:
    """Whether an address is a pseudonym."""
    octets = [int(octet) for octet in address.split(".")]
    return IPv4Address(bytes(octets)) in _V4


def is_reserved_v6(address: IPv6Address) -> bool:
    """Whether an address is a pseudonym."""
    return address in _V6


def ip_like(draw: Draw, original: str) -> str:
    """Write an address of the same family."""
    if ":" not in original:
        return str(_V4[draw.number % _V4.num_addresses])
    return str(IPv6Address(int(_V6.network_address) + draw.number % _V6.num_addresses))


def mac_like(draw: Draw, original: str) -> str:
    """Write an address in the grouping and case of `original`."""
    body = [_MAC, *draw.digits(256, 4)]
    written = "".join(f"{byte:02x}" for byte in (*body, _check(body)))
    digits = iter(written.upper() if re.search("[A-F]", original) else written)
    return "".join(next(digits) if char.isalnum() else char for char in original)


def is_reserved_mac(address: str) -> bool:
    """Whether an address is a pseudonym."""
    *body, check = bytes.fromhex(re.sub(r"[^0-9A-Fa-f]", "", address))
    return body[0] == _MAC and check == _check(body)


def _check(body: list[int]) -> int:
    return sum((3 + 2 * place) * byte for place, byte in enumerate(body)) % _MODULUS
