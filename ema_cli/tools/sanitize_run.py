"""The work of `data sanitize`, in its order."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from ema_cli.errors import ActionFailed, ErrorKind, PlatformError
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.field_names import FieldNames
from ema_cli.sanitize.parts import with_parts
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer
from ema_cli.tool import Notice, Saved
from ema_cli.tools.sanitize_arguments import (
    SHORTEST_KEY,
    ExamplesFileProblem,
    SanitizeArguments,
    examples,
)
from ema_cli.tools.sanitize_content import sanitize_content
from ema_cli.tools.sanitize_files import refuse_others, sanitize_files
from ema_cli.tools.sanitize_proof import find_versions, judge, verify
from ema_cli.tools.sanitize_rows import sanitize_rows
from ema_cli.tools.sanitize_work import SanitizeResult, Work

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from ema_cli.tool import Job, Step


_ALLOCATIONS = 50_000


def sanitize(args: SanitizeArguments, job: Job) -> Generator[Step, None, SanitizeResult]:
    """Take values out of configuration, rows and files, then look for what is left."""
    with _few_collections():
        return (yield from _sanitize(args, job))


@contextmanager
def _few_collections() -> Iterator[None]:
    """Have Python look for cyclic garbage more seldom.

    Rows come and go by the page and hold no cycles; looking at them all over and over took a tenth
    of the time.
    """
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _sanitize(args: SanitizeArguments, job: Job) -> Generator[Step, None, SanitizeResult]:
    key = _key(args, job)
    yield _one_key(key, args, job)
    work = _work(args, job, key)
    try:
        yield from _steps(work)
    except PlatformError as error:
        raise _quoting_nothing(error, work, key) from error
    return work.result()


def _steps(work: Work) -> Generator[Step, None, None]:
    args = work.args
    done: set[tuple[str, str]] = set()
    if "data" in args.scope:
        refuse_others(work)
    if "config" in args.scope:
        yield from sanitize_content(work)
    if "data" in args.scope:
        yield from sanitize_rows(work)
        yield from sanitize_files(work, done)
    yield from _found_nowhere(work)
    if args.verify:
        yield from verify(work, done)
    yield from find_versions(work)
    judge(work)
    yield from _scrub(work)


def _found_nowhere(work: Work) -> Iterator[Notice]:
    """Tell of examples that were not found: one that is misspelt would let its value stay.

    What this action did before it was killed and resumed is not known any more.
    """
    numbers = [] if set(work.job.saved) - {"key"} else work.sanitizer.not_found(work.given)
    if not numbers:
        return
    listed = len(numbers) <= _LISTED and work.args.examples_file is None
    which = f" (by order: {', '.join(map(str, numbers))})" if listed else ""
    verb = "was" if len(numbers) == 1 else "were"
    yield Notice(
        f"{len(numbers)} of {len(work.given)} examples {verb} found nowhere{which}; is the"
        " spelling as it stands in the data?"
    )


_LISTED = 10
"""Numbers of examples that are told one by one."""


def _quoting_nothing(error: PlatformError, work: Work, key: bytes) -> ActionFailed:
    """Tell what the platform said without originals: it may have quoted what it was sent.

    Network addresses stay, since its own may be among what it says.
    """
    entities = frozenset(DETECTED) - {Entity.IP, Entity.MAC}
    sanitizer = Sanitizer(work.given, key, Options(entities, parts=work.args.parts))
    hint = None if error.hint is None else sanitizer.text(error.hint)
    return work.failed(error.kind, sanitizer.text(error.message), hint)


def _scrub(work: Work) -> Generator[Step, None, None]:
    """Have the platform forget what was replaced, unless versions hold it anyway."""
    if work.versions or not work.parts:
        return
    try:
        work.job.port.scrub()
    except PlatformError as error:
        if error.kind is not ErrorKind.TIMEOUT:
            raise
        yield Notice("traces of what was replaced may be left where the platform stores its data")


def _one_key(key: bytes, args: SanitizeArguments, job: Job) -> Saved:
    """Refuse to go on with another key: one value would then have two pseudonyms.

    Only 32 bits of a digest are kept, which tell two keys apart and not what they are.
    """
    digest = sha256(b"the key of this action\0" + key).hexdigest()[:8]
    before = job.saved.get("key", {}).get("digest", digest)
    if before != digest:
        raise ActionFailed(
            ErrorKind.USAGE,
            f"the key in {args.key_env} is not the one with which this action began",
            hint="set it to that key again, or begin anew with another clone",
        )
    return Saved("key", {"digest": digest})


def _work(args: SanitizeArguments, job: Job, key: bytes) -> Work:
    if "data" in args.scope and job.port.linked_sources(job.target):
        raise ActionFailed(
            ErrorKind.REJECTED,
            "linked data belongs to another persona and cannot be sanitized here",
            hint="copy the data in place of linking it",
        )
    given = _examples(args)
    entities = frozenset(entity for entity in DETECTED if _is_on(args, entity))
    fields = {
        name: None if entity == "keep" else Entity(entity) for name, entity in args.fields.items()
    }
    looked_for = with_parts(given) if args.parts else given
    return Work(
        job,
        args,
        given,
        Sanitizer(given, key, Options(entities, fields, args.parts)),
        Scan(looked_for, entities, FieldNames(fields)),
    )


def _examples(args: SanitizeArguments) -> list[Example]:
    try:
        return examples(args)
    except ExamplesFileProblem as problem:
        raise ActionFailed(ErrorKind.USAGE, f"examples_file: {problem}") from problem


def _is_on(args: SanitizeArguments, entity: Entity) -> bool:
    return next((on for name, on in args.entities.items() if name == entity.value), True)


def _key(args: SanitizeArguments, job: Job) -> bytes:
    if args.key_env is None:
        return job.pseudonym_key
    key = job.environment_secret(args.key_env)
    if key is None or len(key) < SHORTEST_KEY:
        raise ActionFailed(
            ErrorKind.USAGE,
            f"the environment variable {args.key_env} holds no key of {SHORTEST_KEY} bytes",
            hint="set it to the key that the pseudonyms are made with",
        )
    return key
