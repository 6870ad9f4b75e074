"""`validate`: whether a persona keeps the rules, check by check."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import Field

from ema_cli.errors import ActionFailed, ErrorKind
from ema_cli.tool import Arguments, Job, Method, Notice, Result, Step
from ema_cli.tools.validate_data import data_findings
from ema_cli.workflow.findings import Finding, Severity
from ema_cli.workflow.rules import config_findings, findings

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Sequence

    from ema_cli.platforms.port import PersonaContent

Check: TypeAlias = Literal["workflow", "config", "data"]

MOST_SHOWN = 20
"""Findings that are shown while it runs; the result has them all."""


class ValidateArguments(Arguments):
    """What to check, and how strictly."""

    checks: list[Check] = Field(
        default=["workflow", "config"],
        min_length=1,
        description="Checks to run: `workflow`, `config`, `data`.",
    )
    strict: bool = Field(default=False, description="Let a warning fail the action, too.")


class ValidateResult(Result):
    """All findings, in the order of the checks, and how many weigh how much."""

    checks: list[Check]
    errors: int
    warnings: int
    advice: int
    findings: list[Finding]


def content_findings(content: PersonaContent, checks: Collection[str]) -> list[Finding]:
    """Judge what a persona says of itself, by those of the checks that need no more than that."""
    found: list[Finding] = []
    if "workflow" in checks:
        found += findings(content.workflow_def)
    if "config" in checks:
        found += config_findings(
            enabled_by_user=content.enabled_by_user,
            welcome_messages=content.welcome_messages,
            proto_config=content.proto_config,
            workflow_def=content.workflow_def,
        )
    return found


def run(args: ValidateArguments, job: Job) -> Generator[Step, None, ValidateResult]:
    """Judge the target; an error fails the action, with `strict` a warning does so as well."""
    found = content_findings(job.port.persona(job.target).content, args.checks)
    if "data" in args.checks:
        found += yield from data_findings(job.port, job.target)
    yield from _shown(found)
    result = judged(list(dict.fromkeys(args.checks)), found)
    if result.errors or (args.strict and result.warnings):
        raise ActionFailed(
            ErrorKind.FINDINGS,
            f"validation found {_counted(result)}",
            hint="the findings in the result say what to do",
            result=result,
        )
    return result


def judged(checks: list[Check], found: list[Finding]) -> ValidateResult:
    """Count findings by how much they weigh."""
    count = Counter(finding.severity for finding in found)
    return ValidateResult(
        checks=checks,
        errors=count[Severity.ERROR],
        warnings=count[Severity.WARNING],
        advice=count[Severity.ADVICE],
        findings=found,
    )


def _shown(found: Sequence[Finding]) -> Generator[Step, None, None]:
    for finding in found[:MOST_SHOWN]:
        yield Notice(f"{finding.severity}: {finding.path}: {finding.message} ({finding.hint})")
    if len(found) > MOST_SHOWN:
        yield Notice(f"and {len(found) - MOST_SHOWN} more findings in the result")


def _counted(result: ValidateResult) -> str:
    counts = {"error": result.errors, "warning": result.warnings}
    parts = [f"{n} {word}{'s' * (n != 1)}" for word, n in counts.items() if n]
    return " and ".join(parts)


METHOD = Method(
    tool="validate",
    name=None,
    summary="Check that a persona keeps the rules",
    arguments=ValidateArguments,
    result=ValidateResult,
    run=run,
    example='ema validate "Acme demo" --checks workflow --checks data --strict',
)
