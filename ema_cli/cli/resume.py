"""`ema resume`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ema_cli.cli import options as opt
from ema_cli.cli.base_operation import CommandBase
from ema_cli.cli.bases import Adopting, Continuing, restored
from ema_cli.cli.boundary import internal
from ema_cli.cli.connecting import chosen_environment, run_platforms
from ema_cli.cli.creating import Creating
from ema_cli.cli.executing import GRACE, ShowOptions, deliver_result, execute, keep_apart
from ema_cli.cli.plan_sources import checked_plan, stored_options, stored_sources
from ema_cli.cli.running import kept_records
from ema_cli.cli.streams import say
from ema_cli.cli.tool_table import tools
from ema_cli.errors import EmaError, ErrorKind, InvalidInput, Problem, usage
from ema_cli.plans.models import CheckedPlan, Given
from ema_cli.plans.storing import local_files, restore, store
from ema_cli.runs.record import RecordWriter
from ema_cli.runs.record_reading import KEPT, Record, read
from ema_cli.runs.recorder import Recorder
from ema_cli.runs.records import find, unreadable
from ema_cli.runs.request import RunRequest
from ema_cli.runs.result import CompositeResult, run_exit_code
from ema_cli.runs.resuming import plan_digest, refuse_changed_actions, standing

if TYPE_CHECKING:
    from ema_cli.runs.result import PersonaOutcome
    from ema_cli.settings import Environment

EXAMPLE = "ema resume last"


def command(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN", help="Id of a run, `last`, or a result file or record."),
    ],
    *,
    force: Annotated[
        bool,
        typer.Option("--force", help="Take the plan as it is today, if it has changed since."),
    ] = False,
    persona: Annotated[
        str | None,
        typer.Option(
            "--persona", metavar="ID", help="The persona that the run made, where ema cannot know."
        ),
    ] = None,
    create_again: Annotated[
        bool,
        typer.Option("--create-again", help="Create the persona: the run has not made it."),
    ] = False,
    output: opt.Output = None,
    quiet: opt.Quiet = False,
    verbose: opt.Verbose = False,
    grace: opt.Grace = GRACE,
) -> int:
    """Go on with a run that failed or was interrupted."""
    path = find(kept_records(), run)
    record = _read(path)
    keep_apart(path, output)
    if record.result is not None:
        return _print_again(record, output)
    writer = _reopened(path)
    # Another process may have gone on with the run since the first look at its record.
    record = _read(path)
    try:
        plan = _plan(record, writer, force=force)
        chosen = _environment(record.head)
        base = _base(record, chosen, persona, create_again=create_again)
        show = ShowOptions(output, quiet, verbose, grace)
        return _go_on(record, plan, writer, show, chosen=chosen, base=base)
    finally:
        writer.close()


def _read(path: Path) -> Record:
    try:
        return read(path)
    except OSError as error:
        raise unreadable(path, error) from None


def _reopened(path: Path) -> RecordWriter:
    try:
        return RecordWriter.reopen(path)
    except BlockingIOError:
        raise usage(
            "the run is still going on in another process", hint="wait for it, or stop it first"
        ) from None
    except OSError as error:
        raise unreadable(path, error) from None


def _print_again(record: Record, output: Path | None) -> int:
    result = CompositeResult.model_validate(record.result)
    say(f"run {result.run_id} has nothing left to do; this is its result")
    delivered = deliver_result(result, output)
    return run_exit_code(result) or delivered


def _plan(record: Record, writer: RecordWriter, *, force: bool) -> CheckedPlan:
    """Take the plan as it was recorded, unless it has changed and today's is asked for."""
    then = record.head["actions"]
    recorded = CheckedPlan([restore(action, tools()) for action in then])
    try:
        sources = stored_sources(record.head["plan"])
    except OSError:
        return recorded
    given = Given(
        has_source=record.head["has_source"],
        env=record.head["env"],
        source_env=record.head.get("source_env"),
        run_id=record.run_id,
        target_name=record.head["target_name"],
    )
    today = checked_plan(sources, stored_options(record.head["plan"]), given)
    now = [store(action) for action in today.actions]
    files = [path for action in today.actions for path in local_files(action)]
    digest = plan_digest(now, files)
    if digest == record.head["digest"]:
        return today
    if not force:
        raise InvalidInput(
            ErrorKind.PLAN_INVALID,
            [
                Problem(
                    "the plan, or a file that it names, has changed since the run began",
                    "put it back as it was, or take it as it is today with --force",
                )
            ],
        )
    refuse_changed_actions(then, now, list(standing(record, recorded)))
    writer.append({"line": "plan", "actions": [*now], "digest": digest})
    return today


def _go_on(
    record: Record,
    plan: CheckedPlan,
    writer: RecordWriter,
    options: ShowOptions,
    *,
    chosen: Environment,
    base: CommandBase,
) -> int:
    head = record.head
    deleting = record.persona if record.deleting else None
    earlier = standing(record, plan) if deleting is None else record.outcomes
    with run_platforms(chosen, made=_made(base)) as (port, elsewhere):
        request = RunRequest(
            run_id=record.run_id,
            env=chosen.name,
            base=base,
            plan=plan,
            port=port,
            platforms=elsewhere,
            pseudonym_key=bytes.fromhex(head["pseudonym_key"]),
            on_fault=internal,
            enable=head["enable"],
            delete_on_failure=head["delete_on_failure"],
            deleting=deleting,
            earlier=earlier,
            saved=record.saved,
            attempts=record.attempts,
        )
        kept = {name: head[name] for name in KEPT}
        return execute(request, Recorder(lambda: writer, earlier), kept, options)


def _environment(head: dict[str, Any]) -> Environment:
    """Give the environment of the run, whichever is chosen today.

    A platform behind HTTP must be where it was: a record may come from others, and nothing that it
    names is sent a key.
    """
    chosen = chosen_environment(head["env"])
    url = chosen.http.url.value if chosen.http is not None else None
    if url != head["url"]:
        raise usage(
            f"the run was in {head['env']} at {head['url']}, which is now at {url}",
            hint="set EMA_URL to where it was",
        )
    workspace = Path(head["workspace"])
    if chosen.http is None and not workspace.exists():
        raise usage(
            f"the workspace {workspace} of this run is not there",
            hint="put it back: another one does not hold what the run has done",
        )
    return replace(chosen, workspace=workspace)


def _made(base: CommandBase) -> list[str]:
    """Give the persona that the run made before: a protected environment lets it change that."""
    return [base.target] if isinstance(base, Continuing) and base.created else []


def _base(
    record: Record, chosen: Environment, persona: str | None, *, create_again: bool
) -> CommandBase:
    if record.base_finished and record.persona is not None:
        return _continued(record, record.persona, persona, create_again=create_again)
    base = restored(record.base or record.head["base"])
    if persona is not None:
        return _adopted(base, persona)
    deaf = chosen.http is not None and not chosen.http.idempotency.value
    if isinstance(base, Creating) and record.base is not None and deaf and not create_again:
        raise EmaError(
            ErrorKind.UNCLEAR,
            "it is not known whether the run made its persona",
            hint="look with `ema persona list`; then --persona ID, or --create-again",
        )
    return base


def _continued(
    record: Record, made: PersonaOutcome, persona: str | None, *, create_again: bool
) -> CommandBase:
    if create_again or persona not in {None, made.id}:
        raise usage(
            f"the run has its persona, {made.id}", hint="leave out --persona and --create-again"
        )
    return Continuing(
        words=record.head["title"],
        target=made.id,
        source=record.source.id if record.source else None,
        source_name=record.source.name if record.source else None,
        created=made.created,
    )


def _adopted(base: CommandBase, persona: str) -> CommandBase:
    if not isinstance(base, Creating):
        raise usage("the run makes no persona", hint="leave out --persona")
    if base.source is not None and base.source_name is None:
        raise usage("the run did not come to creating its persona", hint="leave out --persona")
    return Adopting(
        words=base.title,
        target=persona,
        source=base.source,
        source_name=base.source_name,
        created=True,
        name=base.name,
    )
