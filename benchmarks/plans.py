"""Processor time to check plans, as a ratio to bare PyYAML with its C loader on the same texts.

    python benchmarks/plans.py

5,000 actions stand in one file. 50,000 stand in ten, as one file holds at most 100,000 keys and
values; and once more as one alias of ten actions that is named 5,000 times.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from ema_cli.plans.checking import check
from ema_cli.plans.folders import shipped_aliases
from ema_cli.plans.models import Given, PlanSource
from ema_cli.tools.registry import table

if TYPE_CHECKING:
    from collections.abc import Callable

ACTIONS = """\
- tool: data
  args: {method: copy, from: $source}
- tool: data
  args:
    method: sanitize
    examples: ["Acme Corp", "john@corp.example"]
- tool: snapshot
  args: {message: "Created from $source in $env"}
- tool: validate
  args: {checks: [workflow, config]}
"""
IN_ONE = 5000
ROUNDS = 5


def main() -> None:
    """Print one line for each size."""
    one = ACTIONS * (IN_ONE // 4)
    ten_actions = (ACTIONS * 3).split("- tool: snapshot")[0] + ACTIONS * 2
    alias = f"aliases:\n  ten:\n{_indented(ten_actions)}actions:\n" + "  - ten\n" * IN_ONE
    for name, texts in (
        ("5,000 actions, one file", [one]),
        ("50,000 actions, ten files", [one] * 10),
        ("50,000 actions, one alias", [alias]),
    ):
        ours = _fastest(lambda texts=texts: _check(texts))  # type: ignore[misc]
        bare = _fastest(lambda texts=texts: _load(texts))  # type: ignore[misc]
        print(f"{name}: {ours:.3f} s, bare PyYAML {bare:.3f} s, ratio {ours / bare:.2f}")


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _fastest(work: Callable[[], None]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def _check(texts: list[str]) -> None:
    check(
        [PlanSource(f"{n}.yaml", t.encode(), Path.cwd()) for n, t in enumerate(texts)],
        tools=table(),
        given=Given(has_source=True, env="local"),
        variables={},
        alias_paths=[],
        shipped_aliases=shipped_aliases(),
        user_aliases=None,
    )


def _load(texts: list[str]) -> None:
    for text in texts:
        yaml.load(text, yaml.CSafeLoader)


if __name__ == "__main__":
    main()
