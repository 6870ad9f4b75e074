"""The check `data`: whether rows and files are there, whole, and of use to the persona."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE
from ema_cli.tool import Progress, Step
from ema_cli.workflow.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import FileInfo
    from ema_cli.values import JsonObject

ERROR, WARNING = Severity.ERROR, Severity.WARNING

_ROW_RULES = {
    "row-empty": (WARNING, "{} without any field", "delete them, or fill them in"),
    "document-text": (
        WARNING,
        "{} with a document that has no text, so that no search finds it",
        "give `document: {text: …}`",
    ),
    "document-file": (
        ERROR,
        "{} with a document in a file that is not there",
        "upload the file, or name one that is there",
    ),
}
"""Weight, message and hint of each rule on rows; a finding counts the rows."""


class RowSurvey:
    """Counts, row by row, which rules are not kept; it remembers no row."""

    def __init__(self, files: Collection[str]) -> None:
        """Take the names of the files that documents may be in."""
        self._files = files
        self._broken: Counter[str] = Counter()
        self._first: dict[str, int] = {}
        self.read = 0

    def add(self, fields: JsonObject) -> None:
        """Judge the next row."""
        rule = self._broken_rule(fields)
        if rule is not None:
            self._broken[rule] += 1
            self._first.setdefault(rule, self.read)
        self.read += 1

    def _broken_rule(self, fields: JsonObject) -> str | None:
        if not fields:
            return "row-empty"
        document = fields.get("document")
        if document is None:
            return None
        if not isinstance(document, dict):
            return "document-text"
        if isinstance(file := document.get("file"), str):
            return None if file in self._files else "document-file"
        text = document.get("text")
        return None if isinstance(text, str) and text.strip() else "document-text"

    def findings(self) -> list[Finding]:
        """Give one finding for each rule, at the first row that does not keep it."""
        return [
            _finding(rule, severity, f"rows[{self._first[rule]}]", message.format(_rows(n)), hint)
            for rule, (severity, message, hint) in _ROW_RULES.items()
            if (n := self._broken[rule])
        ]


def data_findings(
    export: Export, count: Callable[[], int] | None = None
) -> Generator[Step, None, list[Finding]]:
    """Read all rows and files of a persona, and judge them.

    `count` asks how many rows there are. It is asked again where what was read is another number,
    since somebody may have written meanwhile.
    """
    files = export.files()
    total = count() if count else None
    survey = RowSurvey({file.name for file in files})
    for row in export.rows():
        survey.add(row.fields)
        if survey.read % PAGE == 0:
            yield Progress(survey.read, total)
    yield Progress(survey.read, total)
    found = survey.findings()
    if count and total is not None and total != survey.read and total == count():
        found.append(_incomplete(total, survey.read))
    for position, file in enumerate(files):
        yield Progress(position, len(files), "files")
        found += _file_findings(export, position, file)
    if not survey.read and not files:
        found.append(_empty())
    return found


def _file_findings(export: Export, position: int, file: FileInfo) -> list[Finding]:
    place = f"files[{position}]"
    if file.size == 0:
        return [_finding("file-empty", WARNING, place, "a file is empty", "upload it again")]
    digest = sha256()
    with export.open_file(file.name) as chunks:
        for chunk in chunks:
            digest.update(chunk)
    if digest.hexdigest() == file.sha256:
        return []
    message = "a file is not what was uploaded: its bytes and its digest differ"
    return [_finding("file-damaged", ERROR, place, message, "upload it again with `replace: true`")]


def _incomplete(counted: int, read: int) -> Finding:
    message = f"the platform counts {_rows(counted)} and shows {_rows(read)}"
    return _finding("rows-complete", ERROR, "rows", message, "look at the rows on the platform")


def _empty() -> Finding:
    message = "the persona has neither rows nor files"
    return _finding("data-empty", WARNING, "rows", message, "copy or upload its data")


def _rows(count: int) -> str:
    return f"{count} row{'s' * (count != 1)}"


def _finding(rule: str, severity: Severity, path: str, message: str, hint: str) -> Finding:
    return Finding("data", rule, severity, path, message, hint)
