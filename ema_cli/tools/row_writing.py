"""Writing rows page by page, with those counted that the platform refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.port import PAGE, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ema_cli.tool import Job
    from ema_cli.tools.counts import Tally

LARGEST_PAGE = 8 * 1024 * 1024
"""Bytes of rows in a page, unless one row alone is larger."""


class Encoded(NamedTuple):
    """A row, and its JSON to be measured and digested."""

    row: Row
    text: bytes


def pages(rows: Iterable[Row]) -> Iterator[Sequence[Encoded]]:
    """Cut rows into pages that the platform takes and memory holds."""
    page: list[Encoded] = []
    size = 0
    for row in rows:
        text = json.dumps([row.key, row.fields], separators=(",", ":")).encode("ascii")
        if page and (len(page) == PAGE or size + len(text) > LARGEST_PAGE):
            yield page
            page, size = [], 0
        page.append(Encoded(row, text))
        size += len(text)
    if page:
        yield page


def write_page(job: Job, page: Sequence[Encoded], tally: Tally, *call: str | int) -> None:
    """Write a page of rows to the target; `call` and the rows make its key.

    A page is written whole or not at all, so one that is refused is halved until the rows that the
    platform does not take stand alone; they count as failed.
    """
    key = job.key(*call, sha256(b"\n".join(encoded.text for encoded in page)).hexdigest())
    try:
        answer = job.port.write_rows(job.target, [encoded.row for encoded in page], key=key)
    except PlatformError as error:
        if error.kind is not ErrorKind.REJECTED:
            raise
    else:
        tally.add(answer.written, answer.skipped)
        return
    if len(page) == 1:
        tally.add(0, 0, failed=1)
        return
    middle = len(page) // 2
    write_page(job, page[:middle], tally, *call)
    write_page(job, page[middle:], tally, *call)
