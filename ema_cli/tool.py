"""What a method of a tool is, and what the job that runs it offers.

A method is one file in `ema_cli/tools`: a model of its arguments, a model of its result, a check
of what can be judged offline, and a generator that does the work. The generator yields `Progress`
and `Notice`, and returns its result; it raises `ActionFailed` when it did its work and judges the
outcome not good, and lets `PlatformError`s pass.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port
    from ema_cli.values import JsonObject


class Arguments(BaseModel):
    """Base of every argument model: unknown keys and wrong types are refused, nothing is guessed.

    A field's description and default are the option's help and default, and stand in the schema.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, populate_by_name=True, hide_input_in_errors=True
    )


class Result(BaseModel):
    """Base of every result model: counts and names, never a row's value or an original."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class PathMark:
    """Marks an argument (or the items of a list) as paths of local files.

    Paths are relative to the file in which they are written, `~/` expands, and the check makes
    them absolute. `glob` says that the text may be a pattern, which the check replaces by the
    files that it matches, sorted by name.
    """

    glob: bool = False


LocalFile: TypeAlias = Annotated[str, PathMark()]
LocalFiles: TypeAlias = Annotated[list[str], PathMark(glob=True)]


@dataclass(frozen=True, slots=True)
class PersonaRefMark:
    """Marks an argument as a persona: an id, a template's key, or a name.

    `env` names the argument that says in which environment it is, if one does. Where the argument
    is `$source`, and the source is in another environment, the check fills that one in.
    """

    env: str | None = None


PersonaRef: TypeAlias = Annotated[str, PersonaRefMark()]


@dataclass(frozen=True, slots=True)
class PositionalMark:
    """Marks an argument that the direct command also takes after the persona, without its name."""


@dataclass(frozen=True, slots=True)
class SensitiveMark:
    """Marks an argument whose value must be shown nowhere: plans show it as a count or mask."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a method is: `done` of `total` (None: not known) of what `unit` names."""

    done: int
    total: int | None = None
    unit: str = "rows"


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning of a running method, for the eyes of the user; it holds no value of a row."""

    message: str


@dataclass(frozen=True, slots=True)
class Saved:
    """What a method wants to find again in `Job.saved` when it is resumed after a kill.

    Yielded before the call that it speaks of, and written down before that call goes out: whether
    the call went through is for the method to find out. A later one of the same `part` replaces it.
    It holds counts and names, never a value of a row.
    """

    part: str
    state: JsonObject


Step: TypeAlias = Progress | Notice | Saved

A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Result)


class Job(Protocol):
    """What a running method may use. Everything else reaches it through its arguments."""

    @property
    def port(self) -> Port:
        """The target's platform, guarded: the source of the run cannot be changed through it."""
        ...

    @property
    def target(self) -> str:
        """Id of the persona that the run works on."""
        ...

    @property
    def source(self) -> str | None:
        """Id of the persona that the target was made from, if any."""
        ...

    @property
    def env(self) -> str:
        """Name of the target's environment."""
        ...

    def platform(self, env: str | None) -> Port:
        """Give the platform of another environment, read-only; the target's own for None."""
        ...

    def key(self, *call: str | int) -> str:
        """Make the key of one changing call from run, action, arguments and what `call` names.

        A resumed action makes the same keys, so a call that went through is not done again. Put
        in `call` whatever tells one call of the action from another, the content too where it may
        differ when the action runs again.
        """
        ...

    def row_key(self, *row: str | int) -> str:
        """Make the key of a row that brings none: stable for run, action and what `row` names."""
        ...

    @property
    def pseudonym_key(self) -> bytes:
        """The run's own random key, 32 bytes; kept in its record until the run has ended."""
        ...

    @property
    def saved(self) -> Mapping[str, JsonObject]:
        """What the action had `Saved`, by part, before it was killed or failed; empty at first."""
        ...

    def environment_secret(self, name: str) -> bytes | None:
        """Value of the environment variable `name`, None where it is not set."""
        ...


@dataclass(frozen=True, slots=True)
class OfflineProblem:
    """What a method's offline check found: the argument's path and what is wrong with it."""

    argument: tuple[str | int, ...]
    message: str
    hint: str | None = None
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    """What is known without the platform when a plan is checked."""

    env: str | None
    """Name of the target's environment, where it is known."""
    has_source: bool
    environments: Callable[[], frozenset[str]] | None = None
    """Gives the names of those that the settings have; None where settings are not to be read."""

    def knows(self, env: str) -> bool:
        """Whether there may be an environment of this name."""
        return env == self.env or self.environments is None or env in self.environments()


def _nothing(_args: Arguments, _offline: Offline) -> Iterable[OfflineProblem]:
    return ()


class Effect(StrEnum):
    """What an action does that matters to the actions before and after it."""

    ADDS_DATA = "adds data"
    LINKS_DATA = "links data"
    SANITIZES_DATA = "sanitizes data"


def _no_effects(_args: Arguments) -> frozenset[Effect]:
    return frozenset()


@dataclass(frozen=True)
class Method(Generic[A, R]):
    """One thing that a tool does. `name` is None for a tool that does one thing only."""

    tool: str
    name: str | None
    summary: str
    """One line for help: starts with a verb, ends without a full stop."""
    arguments: type[A]
    result: type[R]
    run: Callable[[A, Job], Generator[Step, None, R]]
    check: Callable[[A, Offline], Iterable[OfflineProblem]] = _nothing
    example: str = ""
    """A command line that help ends with."""
    effects: Callable[[A], frozenset[Effect]] = _no_effects
    """What it does to the target, for the check of actions that cannot work together."""
    asks: bool = False
    """Whether its direct command asks first, since what it takes away cannot be brought back."""
    changes: bool = True
    """Whether it changes the target; one that only looks is let in everywhere."""


AnyMethod: TypeAlias = Method[Any, Any]


@dataclass(frozen=True)
class Tool:
    """A tool and its methods; `default` is the method of an action that names none."""

    name: str
    summary: str
    methods: Mapping[str | None, AnyMethod]
    default: str | None = None

    def method(self, name: str | None) -> AnyMethod | None:
        """Find the method that `args: {method: name}` means, None where there is none."""
        return self.methods.get(self.default if name is None else name)


ToolTable: TypeAlias = Mapping[str, Tool]
"""Tools by name; whoever checks or runs plans gets it as a parameter."""
