"""The configuration of a persona without originals: all of it, and its workflow still valid."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.sanitize.walk import EqualKeys
from ema_cli.tool import Notice, Step
from ema_cli.tools.sanitize_work import CONFIG, Part, Work, digest
from ema_cli.workflow.findings import Severity
from ema_cli.workflow.rules import config_findings, findings

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from ema_cli.platforms.port import Persona, PersonaContent
    from ema_cli.sanitize.entities import Entity
    from ema_cli.values import JsonValue

FIELDS = CONFIG
_TRIES = 3


def values_of(content: PersonaContent) -> list[JsonValue]:
    """Give the values of `FIELDS`."""
    return [getattr(content, name) for name in FIELDS]


def sanitize_content(work: Work) -> Generator[Step, None, None]:
    """Change all fields at once, or nothing when the workflow would not stay valid."""
    persona = work.job.port.persona(work.job.target)
    if work.scan.text(persona.content.name):
        yield Notice("the persona's own name holds an example; it is left as it is")
    for attempt in range(1, _TRIES + 1):
        try:
            yield from _change(work, persona)
        except PlatformError as error:
            if error.kind is not ErrorKind.CONFLICT or attempt == _TRIES:
                raise
            persona = work.job.port.persona(work.job.target)
        else:
            return


def _change(work: Work, persona: Persona) -> Generator[Step, None, None]:
    try:
        cleaned = work.sanitizer.values(values_of(persona.content), columns=False)
    except EqualKeys as error:
        raise work.failed(
            ErrorKind.REJECTED, "two keys of the configuration would become equal"
        ) from error
    changes = {name: item.value for name, item in zip(FIELDS, cleaned, strict=True) if item.changed}
    if not changes:
        work.found_clean("config")
        return
    _judge(work, persona.content, changes)
    counts: Counter[tuple[str, Entity]] = Counter()
    for name, item in zip(FIELDS, cleaned, strict=True):
        for (_, entity), count in item.counts.items():
            counts[name, entity] += count
    yield work.about_to("config", Part(counts, config=tuple(changes)))
    work.job.port.update_persona(
        work.job.target,
        changes,
        revision=persona.revision,
        key=work.job.key("config", persona.revision, digest(changes)),
    )


def _judge(work: Work, before: PersonaContent, changes: Mapping[str, JsonValue]) -> None:
    """Refuse what would have an error that is not there now."""
    after = {name: changes.get(name, getattr(before, name)) for name in FIELDS}
    errors = _errors(before.enabled_by_user, after)
    errors.subtract(
        _errors(before.enabled_by_user, {name: getattr(before, name) for name in FIELDS})
    )
    rules = sorted(rule for rule, count in errors.items() if count > 0)
    if rules:
        raise work.failed(
            ErrorKind.REJECTED,
            f"the workflow would not stay valid: {', '.join(rules)}",
            "an example is a word that the workflow needs; leave it out, or give more of it",
        )


def _errors(enabled: JsonValue, content: Mapping[str, JsonValue]) -> Counter[str]:
    found = [
        *findings(content["workflow_def"]),
        *config_findings(
            enabled_by_user=enabled,
            welcome_messages=content["welcome_messages"],
            proto_config=content["proto_config"],
            workflow_def=content["workflow_def"],
        ),
    ]
    return Counter(finding.rule for finding in found if finding.severity is Severity.ERROR)
