"""The check `sanitized`: whether the independent scan finds anything that was to go."""

from __future__ import annotations

from codecs import getincrementaldecoder
from itertools import islice
from typing import TYPE_CHECKING

from ema_cli.platforms.port import PAGE
from ema_cli.sanitize.entities import DETECTED
from ema_cli.sanitize.scan import Scan
from ema_cli.tool import Progress, Step
from ema_cli.workflow.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from ema_cli.personas.exports import Export
    from ema_cli.platforms.port import FileInfo, PersonaContent
    from ema_cli.sanitize.entities import Example

_CONFIG = ("description", "welcome_messages", "proto_config", "workflow_def")
_TEXT_TYPES = frozenset(
    {"application/json", "application/jsonl", "application/xml", "application/yaml"}
)
_BLOCK = 1024 * 1024
_OVERLAP = 4096
"""Characters that two blocks of a file share, so that a value is whole in one of them."""
_AGAIN = "sanitize it with these examples"


def sanitized_findings(
    export: Export, examples: Sequence[Example]
) -> Generator[Step, None, list[Finding]]:
    """Look for examples and values of known shapes in configuration, rows and text files."""
    scan = Scan(examples, DETECTED)
    found = list(_config_findings(export.content, scan))
    found += yield from _row_findings(export, scan)
    files = export.files()
    for position, file in enumerate(files):
        yield Progress(position, len(files), "files")
        found += yield from _file_findings(export, position, file, scan)
    return found


def _config_findings(content: PersonaContent, scan: Scan) -> Iterator[Finding]:
    if any(scan.residual([content.name])):
        hint = "rename it with `ema persona update ID --name`: names are left as they are"
        yield _finding("residual-name", "name", "the name holds a value", hint, Severity.WARNING)
    for field in _CONFIG:
        left = sum(scan.residual([getattr(content, field)]))
        if left:
            yield _finding("residual-config", field, f"{_values(left)} left", _AGAIN)


def _row_findings(export: Export, scan: Scan) -> Generator[Step, None, list[Finding]]:
    left = held = read = first = 0
    every = iter(export.rows())
    while page := list(islice(every, PAGE)):
        for count in scan.residual([[row.key, row.fields] for row in page]):
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
    if any(scan.residual([file.name])):
        hint = "upload it under another name"
        return [_finding("residual-files", place, "the name of a file holds a value", hint)]
    if not (file.type.startswith("text/") or file.type in _TEXT_TYPES):
        return [_unseen(place, "a file of this type is not looked into")]
    try:
        with export.open_file(file.name) as chunks:
            for block in _blocks(chunks):
                if any(scan.residual([block])):
                    return [_finding("residual-files", place, "values are left in a file", _AGAIN)]
                yield Progress(position, None, "files")
    except UnicodeDecodeError:
        return [_unseen(place, "a text file that is not UTF-8 cannot be looked into")]
    return []


def _unseen(place: str, message: str) -> Finding:
    return _finding("files-unseen", place, message, "look into it yourself", Severity.WARNING)


def _blocks(chunks: Iterable[bytes]) -> Iterator[str]:
    """Read a file as blocks of text that overlap."""
    decode = getincrementaldecoder("utf-8")().decode
    text = ""
    for chunk in chunks:
        text += decode(chunk)
        if len(text) > _BLOCK:
            yield text
            text = text[-_OVERLAP:]
    yield text + decode(b"", final=True)


def _values(count: int) -> str:
    return "1 value is" if count == 1 else f"{count} values are"


def _finding(
    rule: str, path: str, message: str, hint: str, severity: Severity = Severity.ERROR
) -> Finding:
    return Finding("sanitized", rule, severity, path, message, hint)
