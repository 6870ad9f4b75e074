"""The user's `config.yaml`, and the `ema.yaml` that a project may keep beside its plans.

A project's file is part of what others wrote, so it can choose among the user's environments and
set the time limit, but define no environment: a URL in it would get the user's key.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ema_cli.documents.nearest import did_you_mean, shown
from ema_cli.documents.reading import read_document
from ema_cli.errors import ErrorKind, InvalidInput, Problem, usage
from ema_cli.platforms.http.routes import ROUTES, fault
from ema_cli.platforms.http.target import url_fault
from ema_cli.settings.sections import Section
from ema_cli.settings.values import LOCAL, ConfigFile, Configured, Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ema_cli.documents import nodes
    from ema_cli.documents.nodes import Node

CONFIG_KEYS = ("version", "env", "timeout", "environments")
PROJECT_KEYS = ("version", "env", "timeout")
ENVIRONMENT_KEYS = (
    "url",
    "api_key_env",
    "protected",
    "routes",
    "ca_file",
    "insecure",
    "idempotency",
    "unique_names",
    "timeout",
)

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read_config(path: Path) -> ConfigFile:
    """Read the user's file; an absent one says nothing. `InvalidInput` tells all that is wrong."""
    return _read(path, CONFIG_KEYS, None)


def read_project(path: Path) -> ConfigFile:
    """Read a project's file; an absent one says nothing. `InvalidInput` tells all that is wrong."""
    return _read(path, PROJECT_KEYS, "environments are set in the user's config.yaml only")


def _read(path: Path, known: tuple[str, ...], hint: str | None) -> ConfigFile:
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return ConfigFile()
    except OSError as error:
        raise usage(f"{path} cannot be read: {error.strerror}") from None
    document = read_document(data, str(path), kind=ErrorKind.USAGE)
    problems = list(document.problems)
    section = Section(document.root, problems, known, hint)
    section.version(1)
    environments = section.mapping("environments")
    found = ConfigFile(
        section.text("env", _name_fault),
        section.seconds("timeout"),
        dict(_environments(environments, path.parent, problems)) if environments else {},
    )
    if problems:
        raise InvalidInput(ErrorKind.USAGE, problems)
    return found


def _name_fault(name: str) -> str | None:
    return None if _NAME.fullmatch(name) else "must be a name: letters, digits, - and _"


def _variable_fault(name: str) -> str | None:
    # The likely mistake is to put the key itself here, so the value is not shown.
    fine = _VARIABLE.fullmatch(name)
    return None if fine else "must be the name of a variable, not the key itself"


def _environments(
    node: nodes.Mapping, folder: Path, problems: list[Problem]
) -> Iterator[tuple[str, Configured]]:
    for name, item in node.items.items():
        place = node.keys[name].place
        if name == LOCAL:
            hint = "choose another name"
            problems.append(
                Problem(f"`{LOCAL}` is always the platform on this machine", hint, place)
            )
        elif (fault := _name_fault(name)) is not None:
            problems.append(Problem(f"the name of an environment {fault}", None, place))
        else:
            yield name, _environment(item, folder, problems)


def _environment(node: Node, folder: Path, problems: list[Problem]) -> Configured:
    section = Section(node, problems, ENVIRONMENT_KEYS)
    return Configured(
        url=section.text("url", url_fault),
        api_key_env=section.text("api_key_env", _variable_fault),
        protected=section.flag("protected"),
        timeout=section.seconds("timeout"),
        ca_file=_path(section.text("ca_file"), folder),
        insecure=section.flag("insecure"),
        idempotency=section.flag("idempotency"),
        unique_names=section.flag("unique_names"),
        routes=_routes(section, problems),
    )


def _path(text: Setting[str] | None, folder: Path) -> Setting[Path | None] | None:
    if text is None:
        return None
    return Setting(folder / Path(text.value).expanduser(), text.source, text.where)


def _routes(section: Section, problems: list[Problem]) -> Setting[Mapping[str, str]] | None:
    routes: dict[str, str] = {}
    for name, text, node, key in section.texts("routes"):
        if name not in ROUTES:
            hint = did_you_mean(name, ROUTES, listed="known are")
            problems.append(Problem(f"unknown route{shown(name)}", hint, key.place))
        elif (told := fault(name, text)) is not None:
            problems.append(Problem(f"the route `{name}` {told}", None, node.place))
        else:
            routes[name] = text
    there = section.mapping("routes")
    return None if there is None else Setting(routes, "file", str(there.place))
