"""What a tool must keep to be registered: names that fit a plan and a command line."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pydantic import PydanticUserError

from ema_cli.documents.model_schemas import branch
from ema_cli.tool import Arguments, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ema_cli.tool import AnyMethod, Tool

NAME = re.compile(r"[a-z][a-z0-9-]*")
ARGUMENT = re.compile(r"[a-z][a-z0-9_]*")

COMMANDS = frozenset(
    {
        *("alias", "auth", "check", "completion", "env", "migrate", "persona", "resume", "run"),
        *("runs", "schema", "serve"),
    }
)
"""Commands of ema that are no tools; a test compares them with the table of commands."""

GLOBAL_OPTIONS = frozenset(
    {
        *("env", "output", "quiet", "verbose", "timeout", "grace", "dry-run", "offline", "record"),
        *("help", "yes", "yes-protected"),
    }
)
"""Options that every command that runs a tool has, or may get, under the same name."""

RESERVED_ARGUMENTS = frozenset({"method"})
"""In a plan, `method` stands among the arguments and says what the tool does."""


def option_name(argument: str) -> str:
    """Name of the option that gives an argument: `from_env` is `--from-env`."""
    return argument.replace("_", "-")


def argument_names(model: type[Arguments]) -> dict[str, str]:
    """Names of a model's fields to the names that plans write."""
    return {name: field.alias or name for name, field in model.model_fields.items()}


def misfits(tool: Tool) -> Iterator[str]:
    """Say all that keeps a tool from being registered, each as a clause."""
    if not NAME.fullmatch(tool.name):
        yield f"{tool.name!r} is no name for a tool (small letters, digits, hyphens)"
    elif tool.name in COMMANDS:
        yield f"{tool.name!r} is a command of ema"
    if not tool.methods:
        yield "it has no method"
    if None in tool.methods and len(tool.methods) > 1:
        yield "a method without a name must be the tool's only one"
    if tool.default is not None and tool.default not in tool.methods:
        yield f"its default {tool.default!r} is none of its methods"
    for name, method in tool.methods.items():
        yield from _method_misfits(tool, name, method)


def _method_misfits(tool: Tool, name: str | None, method: AnyMethod) -> Iterator[str]:
    called = f"its method {name!r}" if name is not None else "its method"
    if name is not None and not NAME.fullmatch(name):
        yield f"{name!r} is no name for a method (small letters, digits, hyphens)"
    if (method.tool, method.name) != (tool.name, name):
        yield f"{called} says that it is {method.name!r} of {method.tool!r}"
    if not issubclass(method.arguments, Arguments) or not issubclass(method.result, Result):
        yield f"{called} has arguments or a result that are no models of ema_cli.tool"
        return
    try:
        branch(method.arguments, "arguments", "validation")
        branch(method.result, "result", "serialization")
    except PydanticUserError as error:
        yield f"{called} has a model that no schema can describe ({error.code})"
    yield from (f"{called} has {clause}" for clause in _argument_misfits(method.arguments))


def _argument_misfits(model: type[Arguments]) -> Iterator[str]:
    names = list(argument_names(model).values())
    for name in names:
        if not ARGUMENT.fullmatch(name):
            yield f"an argument {name!r} (small letters, digits, underscores)"
        elif name in RESERVED_ARGUMENTS:
            yield f"an argument {name!r}, which plans use for the method's name"
        elif option_name(name) in GLOBAL_OPTIONS:
            yield f"an argument {name!r}, but --{option_name(name)} is an option of every command"
    for option, count in Counter(_options(model)).items():
        if count > 1:
            yield f"arguments that share the option --{option}"


def _options(model: type[Arguments]) -> Iterator[str]:
    fields = model.model_fields
    for name, written in argument_names(model).items():
        yield option_name(written)
        if fields[name].annotation is bool:
            yield f"no-{option_name(written)}"
