"""Writing rows page by page, with those counted that the platform refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ema_cli.platforms.port import Row
    from ema_cli.tool import Job
    from ema_cli.tools.counts import Tally


def write_page(job: Job, rows: Sequence[Row], tally: Tally, *call: str | int) -> None:
    """Write at most a page of rows to the target; `call` names the page in the key.

    A page is written whole or not at all, so one that is refused is halved until the rows that the
    platform does not take stand alone; they count as failed.
    """
    if not rows:
        return
    try:
        answer = job.port.write_rows(job.target, rows, key=job.key(*call, _digest(rows)))
    except PlatformError as error:
        if error.kind is not ErrorKind.REJECTED:
            raise
    else:
        tally.add(answer.written, answer.skipped)
        return
    if len(rows) == 1:
        tally.add(0, 0, failed=1)
        return
    middle = len(rows) // 2
    write_page(job, rows[:middle], tally, *call)
    write_page(job, rows[middle:], tally, *call)


def _digest(rows: Sequence[Row]) -> str:
    content = json.dumps([(row.key, row.fields) for row in rows], separators=(",", ":"))
    return sha256(content.encode("ascii")).hexdigest()
