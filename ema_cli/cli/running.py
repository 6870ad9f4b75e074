"""What every command that runs a plan does: settings, plan, check, connect, record, run."""

from __future__ import annotations

import errno
import os
import secrets
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from ema_cli import __version__
from ema_cli.cli.boundary import internal
from ema_cli.cli.connecting import (
    chosen_environment,
    environment_to_read,
    known_environments,
    run_platforms,
)
from ema_cli.cli.executing import ShowOptions, execute, keep_apart, refuse_taken
from ema_cli.cli.plan_sources import PlanOptions, checked_plan, plan_sources
from ema_cli.cli.streams import say
from ema_cli.errors import EmaError, usage
from ema_cli.plans.models import Given
from ema_cli.plans.storing import local_files, store
from ema_cli.runs.identity import new_run_id
from ema_cli.runs.record import RecordWriter
from ema_cli.runs.recorder import Recorder
from ema_cli.runs.records import KEPT_DAYS, path_of, prune
from ema_cli.runs.request import RunRequest
from ema_cli.runs.resuming import plan_digest
from ema_cli.settings import folders

if TYPE_CHECKING:
    from pathlib import Path

    from ema_cli.cli.asking import Question
    from ema_cli.cli.base_operation import CommandBase
    from ema_cli.plans.models import CheckedPlan, PlanSource
    from ema_cli.settings import Environment
    from ema_cli.values import JsonObject


class Dry(Enum):
    """Whether a run is only planned, and whether the platform is then asked."""

    NO = "no"
    LOOK = "look"
    OFFLINE = "offline"


def dry(wanted: bool, offline: bool) -> Dry:
    """Read the two options; `usage` error where one lacks the other."""
    if offline and not wanted:
        raise usage("--offline goes with --dry-run", hint="add --dry-run, or leave --offline out")
    return Dry.OFFLINE if offline else Dry.LOOK if wanted else Dry.NO


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options that say where it runs, and what besides the actions."""

    env: str | None = None
    enable: bool = False
    delete_on_failure: bool = False
    record: Path | None = None
    question: Question | None = None
    """What to ask before anything is changed; a dry run changes nothing."""
    dry: Dry = Dry.NO
    show: ShowOptions = field(default_factory=ShowOptions)


def run_plan(
    base: CommandBase,
    plan: PlanOptions,
    options: RunOptions,
    *,
    has_source: bool,
    target_name: str | None,
) -> int:
    """Check a plan and run it on what `base` yields; answer the exit code."""
    keep_apart(options.record, options.show.output)
    for name in plan.files:
        keep_apart(plan.folder / name, options.show.output, "plan")
    refuse_taken(options.record)
    chosen = chosen_environment(options.env)
    run_id = new_run_id()
    given = Given(
        has_source=has_source,
        env=chosen.name,
        source_env=_other_env(base.source_env, chosen),
        run_id=run_id,
        target_name=target_name,
        environments=known_environments,
    )
    if options.dry is not Dry.NO:
        return _only_plan(base, plan, options, given, chosen)
    sources = plan_sources(plan)
    checked = checked_plan(sources, plan, given)
    for warning in checked.warnings:
        say(f"warning: {warning}")
    if options.question is not None:
        options.question.refuse_unheard()
    key = secrets.token_bytes(32)
    with run_platforms(chosen) as (port, elsewhere):
        if options.question is not None:
            base.look(port, elsewhere)
            options.question.put()
        request = RunRequest(
            run_id=run_id,
            env=chosen.name,
            base=base,
            plan=checked,
            port=port,
            platforms=elsewhere,
            pseudonym_key=key,
            on_fault=internal,
            enable=options.enable,
            delete_on_failure=options.delete_on_failure,
        )
        kept = _kept(run_id, chosen, base)
        head = kept | _plan_head(checked, plan, sources, given) | _options_head(options, base, key)
        return execute(request, _recorder(run_id, options.record, head), kept, options.show)


def _other_env(name: str | None, chosen: Environment) -> str | None:
    """Give the environment of the source if it is another one; `usage` error for an unknown one."""
    return None if name in {None, chosen.name} else environment_to_read(str(name)).name


def _only_plan(
    base: CommandBase, plan: PlanOptions, options: RunOptions, given: Given, chosen: Environment
) -> int:
    from ema_cli.cli.dry_run import DryRun, dry_run  # noqa: PLC0415 - only for dry runs

    wanted = DryRun(chosen, base, options.enable, look=options.dry is Dry.LOOK)
    return dry_run(wanted, plan, given, options.show)


def _recorder(run_id: str, chosen: Path | None, head: JsonObject) -> Recorder:
    def opened() -> RecordWriter:
        if chosen is not None:
            return RecordWriter.create(chosen, head)
        try:
            folder = kept_records()
        except EmaError as error:
            raise OSError(errno.ENOENT, error.message) from None
        writer = RecordWriter.create(path_of(folder, run_id), head)
        prune(folder, days=KEPT_DAYS, finished=False)
        return writer

    return Recorder(opened)


def kept_records() -> Path:
    """Folder of the run records; `usage` error where there is no home to keep them in."""
    return folders(os.environ).state / "runs"


def _kept(run_id: str, chosen: Environment, base: CommandBase) -> JsonObject:
    """Make the part of a record's head that stays when the run has finished."""
    return {
        "run_id": run_id,
        "ema": __version__,
        "env": chosen.name,
        "workspace": str(chosen.workspace),
        "url": chosen.http.url.value if chosen.http is not None else None,
        "title": base.title,
    }


def _options_head(options: RunOptions, base: CommandBase, key: bytes) -> JsonObject:
    return {
        "base": base.stored(),
        "enable": options.enable,
        "delete_on_failure": options.delete_on_failure,
        "pseudonym_key": key.hex(),
    }


def _plan_head(
    checked: CheckedPlan, plan: PlanOptions, sources: list[PlanSource], given: Given
) -> JsonObject:
    actions = [store(action) for action in checked.actions]
    files = [path for action in checked.actions for path in local_files(action)]
    return {
        "plan": plan.stored(sources),
        "has_source": given.has_source,
        "source_env": given.source_env,
        "target_name": given.target_name,
        "actions": [*actions],
        "digest": plan_digest(actions, files),
    }
