"""Writing rows page by page, with those counted that the platform refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError

if TYPE_CHECKING:
    from ema_cli.personas.row_pages import RowPage
    from ema_cli.tool import Job
    from ema_cli.tools.counts import Tally


def write_page(job: Job, page: RowPage, tally: Tally, *call: str | int) -> None:
    """Write a page of rows to the target; `call` and the rows make its key.

    A page is written whole or not at all, so one that is refused is halved until the rows that the
    platform does not take stand alone; they count as failed.
    """
    key = job.key(*call, page.digest)
    try:
        answer = job.port.write_rows(job.target, page.rows, key=key)
    except PlatformError as error:
        if error.kind is not ErrorKind.REJECTED:
            raise
    else:
        tally.add(answer.written, answer.skipped)
        return
    if len(page.rows) == 1:
        tally.add(0, 0, failed=1)
        return
    for half in page.halves():
        write_page(job, half, tally, *call)
