"""`ema validate`: the direct command of the tool, which takes bundles as well.

A bundle is imported into a workspace that is thrown away afterwards, and validated there, so that
all checks are the same as on a platform.
"""

from __future__ import annotations

import inspect
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ema_cli.cli.bases import Taking
from ema_cli.cli.boundary import internal
from ema_cli.cli.connecting import other_platforms
from ema_cli.cli.direct import direct_function
from ema_cli.cli.direct_options import argument_options
from ema_cli.cli.direct_plan import direct_plan
from ema_cli.cli.executing import ShowOptions, execute
from ema_cli.cli.persona_import import opened
from ema_cli.cli.plan_sources import PlanOptions, checked_plan
from ema_cli.errors import usage
from ema_cli.personas.bundle_reading import FOLDER_FILE
from ema_cli.plans.models import Given
from ema_cli.runs.identity import new_run_id
from ema_cli.runs.recorder import Recorder
from ema_cli.runs.request import RunRequest
from ema_cli.settings import LOCAL
from ema_cli.tools.validate import METHOD

if TYPE_CHECKING:
    from ema_cli.personas.exports import Export
    from ema_cli.plans.models import CheckedPlan

EXAMPLE = METHOD.example
STDIN = "-"
_PATHS = ("/", "./", "../", "~/")
_ENDINGS = frozenset({".yaml", ".yml", ".json"})

Subject = Annotated[
    str,
    typer.Argument(
        metavar="PERSONA|BUNDLE",
        help="A persona: id, template's key or name; or a bundle: file, folder, or - for"
        " standard input.",
    ),
]
_on_a_persona = direct_function(METHOD)


def command(persona: Subject, **values: Any) -> int:  # noqa: ANN401 - options of any kind
    """Check that a persona, or a bundle, keeps the rules."""
    if not is_bundle(persona):
        return _on_a_persona(persona, **values)
    if values["dry_run"]:
        raise usage("a bundle is only looked at", hint="leave --dry-run out")
    plan = direct_plan(METHOD, argument_options(METHOD.arguments), values)
    run_id = new_run_id()
    given = Given(has_source=False, env=LOCAL, run_id=run_id)
    checked = checked_plan([plan], PlanOptions(), given)
    show = ShowOptions(values["output"], values["quiet"], values["verbose"], values["grace"])
    return _validate(run_id, opened(persona), checked, show)


def _signature() -> inspect.Signature:
    """Take the direct command's signature, in which the first argument may be more."""
    signature = inspect.signature(_on_a_persona)
    first, *others = signature.parameters.values()
    return signature.replace(parameters=[first.replace(annotation=Subject), *others])


command.__signature__ = _signature()  # type: ignore[attr-defined]  # how inspect is told
command.__annotations__ = {p.name: p.annotation for p in _signature().parameters.values()}


def is_bundle(text: str) -> bool:
    """Tell a bundle from a persona, whose name may look like a file's: what is there decides."""
    if text == STDIN or text.startswith(_PATHS):
        return True
    path = Path(text)
    if not path.exists():
        return False
    return path.suffix.lower() in _ENDINGS or (path / FOLDER_FILE).is_file()


def _validate(run_id: str, bundle: Export, plan: CheckedPlan, show: ShowOptions) -> int:
    from ema_cli.personas.importing import import_export  # noqa: PLC0415 - the formats are heavy
    from ema_cli.platforms.local import open_workspace  # noqa: PLC0415 - loads sqlite3

    with (
        TemporaryDirectory(prefix="ema-") as folder,
        closing(open_workspace(Path(folder) / "bundle.db", create=True)) as port,
        other_platforms() as elsewhere,
    ):
        imported = import_export(port, bundle, keep=False)
        request = RunRequest(
            run_id=run_id,
            env=LOCAL,
            base=Taking(imported.persona.content.name),
            plan=plan,
            port=port,
            platforms=elsewhere,
            pseudonym_key=b"",
            on_fault=internal,
        )
        return execute(request, Recorder(None), {}, show)
