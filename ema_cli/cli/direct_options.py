"""The options of a direct command, made from the argument model of its method."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ema_cli.cli.argument_shapes import Shape, shape_of
from ema_cli.tool import PositionalMark
from ema_cli.tools.registration import argument_names, option_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic.fields import FieldInfo

    from ema_cli.tool import Arguments


@dataclass(frozen=True, slots=True)
class ArgumentOption:
    """An argument of a method as an option, and after the persona where `positional` says so."""

    argument: str
    """Its name in plans."""
    shape: Shape
    field: FieldInfo

    @property
    def flag(self) -> str:
        """`--from-env`."""
        return f"--{option_name(self.argument)}"

    @property
    def parameter(self) -> str:
        """Name of the command's parameter, which no parameter of another kind has."""
        return f"argument_{self.argument}"

    @property
    def positional(self) -> str | None:
        """Name of the parameter that takes it after the persona, None where it has to be named."""
        marked = any(isinstance(mark, PositionalMark) for mark in self.field.metadata)
        return f"positional_{self.argument}" if marked else None

    @property
    def help(self) -> str:
        """The argument's description, whether it must be given, and what holds when it is not."""
        notes = [self.field.description or ""]
        if self.shape.repeatable:
            notes.append("Repeatable.")
        if self.field.is_required():
            notes.append("[required]")
        elif self.default:
            notes.append(f"[default: {self.default}]")
        return " ".join(filter(None, notes))

    @property
    def default(self) -> str:
        """What holds when it is not given, as one would write it; empty for nothing."""
        value = self.field.get_default(call_default_factory=True)
        if self.shape.flag and isinstance(value, bool):
            return option_name(self.argument) if value else f"no-{option_name(self.argument)}"
        return ", ".join(map(_shown, value if isinstance(value, list | tuple) else [value]))


def _shown(value: object) -> str:
    if value is None:
        return ""
    return str(value.value if isinstance(value, Enum) else value)


def argument_options(model: type[Arguments]) -> list[ArgumentOption]:
    """Give an option for each argument, in the order of the model."""
    return [
        ArgumentOption(written, shape_of(model.model_fields[name]), model.model_fields[name])
        for name, written in argument_names(model).items()
    ]


def parameters(option: ArgumentOption) -> Iterator[Parameter]:
    """Make the parameters of a command's signature by which an argument may be given."""
    shape = option.shape
    if option.positional:
        place = typer.Argument(
            metavar=option.argument.upper(), help=f"The same as {option.flag}.", show_default=False
        )
        yield _parameter(option.positional, Annotated[str | None, place], None)
    if shape.flag:
        name = option_name(option.argument)
        declared = typer.Option(f"--{name}/--no-{name}", help=option.help, show_default=False)
        yield _parameter(option.parameter, Annotated[bool | None, declared], None)
        return
    declared = typer.Option(
        option.flag,
        metavar=shape.metavar,
        help=option.help,
        show_default=False,
        autocompletion=_among(shape.choices + shape.words),
    )
    if shape.repeatable:
        yield _parameter(option.parameter, Annotated[list[str], declared], [])
    else:
        yield _parameter(option.parameter, Annotated[str | None, declared], None)


def _parameter(name: str, annotation: Any, default: object) -> Parameter:  # noqa: ANN401 - any type
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _among(words: tuple[str, ...]) -> Callable[[str], list[str]] | None:
    """Complete to one of some words; None, which leaves it to the option's kind, for no words."""
    if not words:
        return None
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]
