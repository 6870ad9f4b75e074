"""`ema completion`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ema_cli.cli.streams import write_out

EXAMPLE = "ema completion bash > ~/.local/share/bash-completion/completions/ema"


class Shell(StrEnum):
    """A shell that can be taught."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def command(
    shell: Annotated[Shell, typer.Argument(metavar="|".join(Shell), help="The shell.")],
) -> None:
    """Write the script that lets a shell complete commands of ema."""
    write_out(script(shell))


def script(shell: Shell) -> str:
    """Give the script; its first lines say where it goes."""
    return (Path(__file__).with_name("shells") / f"ema.{shell}").read_text(encoding="utf-8")
