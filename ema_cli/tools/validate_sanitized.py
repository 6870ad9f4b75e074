"""The check `sanitized`: whether the independent scan finds anything that was to go."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE
from ema_cli.sanitize.entities import DETECTED
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.proof.tables import values_of_file
from ema_cli.sanitize.text_files import is_text, read
from ema_cli.tool import Progress, Step
from ema_cli.tools.sanitize_content import FIELDS, values_of
from ema_cli.tools.sanitize_proof import residual_rows
from ema_cli.workflow.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import FileInfo, PersonaContent, Version
    from ema_cli.sanitize.entities import Example

_AGAIN = "sanitize it with these examples"


def sanitized_findings(
    export: Export, examples: Sequence[Example], kept: Iterable[Version] = ()
) -> Generator[Step, None, list[Finding]]:
    """Look for examples and values of known shapes in configuration, rows and text files.

    Of the versions that are `kept`, only the messages are looked at.
    """
    config_scan = Scan(examples, DETECTED)
    found = list(_config_findings(export.content, config_scan))
    found += _version_findings(kept, config_scan)
    scan = Scan(examples, DETECTED, FieldNames({}))
    found += yield from _row_findings(export, scan)
    files = export.files()
    for position, file in enumerate(files):
        yield Progress(position, len(files), "files")
        found += yield from _file_findings(export, position, file, scan)
    return found


def _config_findings(content: PersonaContent, scan: Scan) -> Iterator[Finding]:
    if scan.text(content.name):
        hint = "rename it with `ema persona update ID --name`: names are left as they are"
        yield _finding("residual-name", "name", "the name holds a value", hint, Severity.WARNING)
    for field, left in zip(FIELDS, scan.residual(values_of(content)), strict=True):
        if left:
            yield _finding("residual-config", field, f"{_values(left)} left", _AGAIN)


def _version_findings(kept: Iterable[Version], scan: Scan) -> Iterator[Finding]:
    for version in kept:
        if scan.text(version.message):
            place = f"versions[{version.number}].message"
            hint = "`data sanitize` with `drop_versions: true` removes the version"
            yield _finding(
                "residual-versions", place, "the message of a version holds a value", hint
            )


def _row_findings(export: Export, scan: Scan) -> Generator[Step, None, list[Finding]]:
    left = held = read = first = 0
    every = iter(export.rows())
    while page := list(islice(every, PAGE)):
        for count in residual_rows(scan, page):
            if count and not held:
                first = read
            held += count > 0
            left += count
            read += 1
        yield Progress(read)
    if not left:
        return []
    message = f"{_values(left)} left in {held} row{'s' * (held != 1)}"
    return [_finding("residual-rows", f"rows[{first}]", message, _AGAIN)]


def _file_findings(
    export: Export, position: int, file: FileInfo, scan: Scan
) -> Generator[Step, None, list[Finding]]:
    place = f"files[{position}]"
    if scan.text(file.name):
        hint = "upload it under another name"
        return [_finding("residual-files", place, "the name of a file holds a value", hint)]
    text = _text(export, file)
    if text is None:
        message, hint = "a file that is no text is not looked into", "look into it yourself"
        return [_finding("files-unseen", place, message, hint, Severity.WARNING)]
    for part in values_of_file(file.name, text):
        if any(scan.residual(part)):
            return [_finding("residual-files", place, "values are left in a file", _AGAIN)]
        yield Progress(position, None, "files")
    return []


def _text(export: Export, file: FileInfo) -> str | None:
    if not is_text(file.name, file.size):
        return None
    with export.open_file(file.name) as chunks:
        read_file = read(file.name, b"".join(chunks))
    return read_file.text if read_file else None


def _values(count: int) -> str:
    return "1 value is" if count == 1 else f"{count} values are"


def _finding(
    rule: str, path: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Finding:
    return Finding("sanitized", rule, severity, path, message, hint)
