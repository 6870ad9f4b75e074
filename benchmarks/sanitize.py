"""How fast sanitizing is, against one big regular expression and, where it is installed, DataFog.

    python benchmarks/sanitize.py                  ratios, in one run on the same text
    python benchmarks/sanitize.py --rows 1000000   memory and speed of that many rows, end to end

Times are of one core, the best of several; sizes are of the rows as JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ema_cli.platforms.local import open_workspace
from ema_cli.platforms.port import PAGE, PersonaContent, Row
from ema_cli.runs.job import ActionJob
from ema_cli.sanitize.detectors.all import detectors
from ema_cli.sanitize.entities import DETECTED, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.matching import ExampleMatcher
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.sanitize.views import views
from ema_cli.tools.data_sanitize import METHOD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ema_cli.platforms.port import Port

KEY = b"a key of the benchmark, 32 bytes"
ROWS = 3_000
STORED = 10_000
"""Rows on the local platform."""
TRIES = 5
TRIES_STORED = 3
FIRST = "Ann Bob Carla Dmitri Elena Farid Grace Hiro Ines Jonas Kira Liam Mona Nils Olga"
LAST = "Lee Smith Carver Novak Ortiz Petrov Rossi Tanaka Vogel Weber Young Zhang"
WORDS = (
    "the customer reports that after the latest update an invoice page shows an error when they"
    " open billing and try to download the document we asked for a screenshot and the version of"
    " their browser please check whether this account was migrated last week because similar"
    " tickets came from other tenants support will call back tomorrow to confirm the fix thanks"
)
FIRST_NAMES, LAST_NAMES, ORDINARY = FIRST.split(), LAST.split(), WORDS.split()


def names(count: int) -> list[str]:
    """Make up that many examples: people, organizations, customer numbers."""
    chance = random.Random(5)  # noqa: S311 - made-up names
    made: dict[str, None] = {}
    while len(made) < count:
        ending = "".join(chance.choice("abdefgiklmnoprstuz") for _ in range(3))
        first, last = chance.choice(FIRST_NAMES) + ending[:2], chance.choice(LAST_NAMES) + ending
        suffix = chance.choice(["Corp", "Inc", "GmbH", "Systems"])
        number = f"CUST-{chance.randrange(10**6):06}"
        made[chance.choice([f"{first} {last}", f"{last.title()} {suffix}", number])] = None
    return list(made)


def rows(count: int, mentioned: list[str]) -> Iterator[dict[str, Any]]:
    """Make up tickets that mention some of the examples."""
    chance = random.Random(1)  # noqa: S311 - made-up rows
    for number in range(count):
        said = " ".join(chance.choices(ORDINARY, k=110))
        who = f"{chance.choice(FIRST_NAMES)} {chance.choice(LAST_NAMES)}"
        mail = f"{who.lower().replace(' ', '.')}{number}@corp.example"
        phone = f" Call +1 415 555 {number % 10_000:04}." if number % 3 == 0 else ""
        accents = " D\u00e9j\u00e0 vu." if number % 20 == 0 else ""
        yield {
            "ticket_id": f"T-{number:07}",
            "created_at": f"2026-08-{number % 28 + 1:02}T10:{number % 60:02}:11Z",
            "order_id": f"hosted-eu-20260812-{number % 100:02}",
            "status": "open",
            "subject": " ".join(chance.choices(ORDINARY, k=7)),
            "requester": {"full_name": who, "email": mail},
            "tags": ["billing", "eu"],
            "amount": round(chance.random() * 100, 2),
            "document": {"text": f"{said} {chance.choice(mentioned)} wrote.{phone}{accents}"},
        }


def texts_of(value: object) -> Iterator[str]:
    """Give the texts of a row."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item)


def best(work: Callable[[], Any]) -> float:
    """Give the seconds of the processor that the fastest of several tries takes."""
    times = []
    for _ in range(TRIES):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def show(name: str, megabytes: float, seconds: float, note: str = "") -> float:
    """Print a speed; answer it."""
    print(f"{name:46} {megabytes / seconds:8.1f} MB/s  {note}")
    return megabytes / seconds


def matching(texts: list[str], examples: list[str]) -> float:
    """Find everything: all examples, all entities."""
    matcher = ExampleMatcher(map(Example, examples))
    found = detectors(frozenset(DETECTED))

    def work() -> None:
        for view in views(texts):
            list(matcher.find(view.folded))
            for detector in found:
                list(detector.find(view.folded.normal))

    return best(work)


def in_memory(given: list[dict[str, Any]], examples: list[str]) -> float:
    """Sanitize rows by pages."""
    one = Sanitizer([Example(example) for example in examples], KEY, Options())

    def work() -> None:
        for at in range(0, len(given), PAGE):
            one.values(given[at : at + PAGE])

    return best(work)


def scanning(given: list[dict[str, Any]], examples: list[str]) -> float:
    """Scan what is sanitized already, as it is done at the end of each action."""
    pairs = [Example(example) for example in examples]
    one = Sanitizer(pairs, KEY, Options())
    clean = [item.value for item in one.values(given)]
    scan = Scan(pairs, DETECTED, FieldNames({}))

    def work() -> None:
        for at in range(0, len(clean), PAGE):
            scan.residual(clean[at : at + PAGE])

    return best(work)


@dataclass
class Measured:
    """An action on a workspace of its own, timed."""

    examples: list[str]
    verify: bool = True
    seconds: float = 0.0
    steps: list[Any] = field(default_factory=list)

    def run(self, port: Port, persona: str) -> dict[str, Any]:
        """Run the action; answer its result."""
        arguments = {"examples": self.examples, "verify": self.verify}
        job = ActionJob(
            port=port,
            target=persona,
            source=None,
            env="local",
            pseudonym_key=KEY,
            run_id="run",
            index=1,
            attempt=0,
            arguments=json.dumps(arguments),
            platforms={}.__getitem__,
            saved={},
        )
        steps = METHOD.run(METHOD.arguments.model_validate(arguments), job)
        begin = time.process_time()
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                self.seconds = time.process_time() - begin
                result: dict[str, Any] = stop.value.model_dump()
                return result


def stored(examples: list[str], *, verify: bool) -> tuple[float, float]:
    """Give megabytes and seconds of the fastest of several tries on the local platform."""
    tries = [end_to_end(STORED, examples, verify=verify) for _ in range(TRIES_STORED)]
    return min(tries, key=lambda one: one[1])


def end_to_end(count: int, examples: list[str], *, verify: bool) -> tuple[float, float]:
    """Sanitize that many rows on the local platform; give megabytes and seconds."""
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        port = open_workspace(Path(folder) / "workspace.db")
        persona = port.create_persona(PersonaContent("Benchmark"), key="create").id
        page: list[Row] = []
        for number, fields in enumerate(rows(count, examples)):
            size += len(json.dumps(fields))
            page.append(Row(f"row-{number}", fields))
            if len(page) == PAGE or number == count - 1:
                port.write_rows(persona, page, key=f"rows-{number}")
                page = []
        measured = Measured(examples, verify)
        result = measured.run(port, persona)
        port.close()
    if result["rows"]["changed"] != count or result["residual"]:
        raise SystemExit("not all rows were sanitized")
    return size / 1e6, measured.seconds


def expression(texts: list[str], examples: list[str]) -> float:
    """Replace the examples alone by one regular expression of all of them."""
    ordered = sorted(examples, key=len, reverse=True)
    one = re.compile(rf"\b(?:{'|'.join(map(re.escape, ordered))})\b", re.IGNORECASE)
    joined = "\0".join(texts)[:300_000]
    seconds = best(lambda: one.sub("X", joined))
    return seconds * sum(map(len, texts)) / len(joined)


def datafog(texts: list[str]) -> float | None:
    """Scan for DataFog's own patterns, which hold no names."""
    try:
        from datafog import scan  # noqa: PLC0415 - may not be there
    except ImportError:
        return None
    return best(lambda: [scan(text) for text in texts])


def compare() -> None:
    """Print speeds and ratios."""
    examples = names(1_000)
    given = list(rows(ROWS, examples))
    size = sum(len(json.dumps(row)) for row in given) / 1e6
    texts = [text for row in given for text in texts_of(row)]
    characters = sum(map(len, texts)) / 1e6
    print(f"{ROWS} rows, {size:.1f} MB as JSON, {characters:.1f} MB of text\n")
    pure = best(lambda: json.loads(json.dumps(given)))
    unit = show("write and read them with Python's json", size, pure)
    found = show("find 1,000 examples and all entities", characters, matching(texts, examples))
    show("replace them, in memory", size, in_memory(given, examples))
    show("the independent scan, 1,000 examples", size, scanning(given, examples))
    show("end to end, without reading back", *stored(examples, verify=False))
    show("end to end, with reading back", *stored(examples, verify=True))
    few, many = names(10), names(10_000)
    print(
        f"\n10,000 examples take {matching(texts, many) / matching(texts, few):.2f} times as long"
    )
    print("as 10; finding takes", f"{unit / found:.1f} times as long as writing and reading JSON\n")
    one = show("one regular expression, examples alone", characters, expression(texts, examples))
    print(f"finding is {found / one:.0f} times as fast")
    other = datafog(texts)
    if other is None:
        print("DataFog is not installed here")
    else:
        fog = show("DataFog, its patterns alone", characters, other)
        print(f"finding is {found / fog:.1f} times as fast")


def large(count: int) -> None:
    """Print speed and memory of many rows."""
    megabytes, seconds = end_to_end(count, names(1_000), verify=True)
    peak: float = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak /= 1024 if sys.platform != "darwin" else 1024 * 1024
    show(f"{count:,} rows end to end", megabytes, seconds, f"at most {peak:.0f} MB of memory")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, help="measure the memory that this many rows take")
    given = parser.parse_args()
    if given.rows:
        large(given.rows)
    else:
        compare()


if __name__ == "__main__":
    main()
