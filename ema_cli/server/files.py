"""Routes about files: streams in both directions."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

from anyio import from_thread
from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ema_cli.platforms.http import wire
from ema_cli.platforms.http.digests import DIGEST_HEADER, digest_header
from ema_cli.platforms.port import FileStream
from ema_cli.server.parameters import AtVersion, FileName, Key, PersonaId, Platform
from ema_cli.server.routing import Router

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send

router = Router()

_BLOCK = 1 << 20
_BYTES = "application/octet-stream"
_SCHEMA = {"schema": {"type": "string", "format": "binary"}}


class _OpenFile(StreamingResponse):
    """A stream of an open file, which is closed however the response ends."""

    def __init__(self, chunks: FileStream, opened: ExitStack) -> None:
        super().__init__(
            chunks,
            media_type=_BYTES,
            headers={
                "X-Content-Type-Options": "nosniff",
                DIGEST_HEADER: digest_header(chunks.sha256),
            },
        )
        self._opened = opened

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._opened.close()


@router.answers("files")
def files(port: Platform, persona_id: PersonaId, version: AtVersion = None) -> wire.Files:
    """List files by name, linked ones too."""
    found = port.files(persona_id, version=version)
    return wire.Files(items=[wire.FileAnswer.of(file) for file in found])


@router.answers(
    "open_file",
    response_class=Response,
    responses={
        200: {
            "description": "The bytes of the file.",
            "content": {_BYTES: _SCHEMA},
            "headers": {
                DIGEST_HEADER: {
                    "description": "SHA-256 of the bytes (RFC 9530); half a file is none.",
                    "required": True,
                    "schema": {"type": "string"},
                }
            },
        }
    },
)
def open_file(
    port: Platform, persona_id: PersonaId, name: FileName, version: AtVersion = None
) -> Response:
    """Read the bytes of a file."""
    opened = ExitStack()
    chunks = opened.enter_context(port.open_file(persona_id, name, version=version))
    return _OpenFile(chunks, opened)


@router.answers(
    "write_file",
    openapi_extra={"requestBody": {"required": True, "content": {_BYTES: _SCHEMA}}},
)
async def write_file(
    request: Request,
    port: Platform,
    persona_id: PersonaId,
    name: FileName,
    key: Key,
    media_type: Annotated[str, Query(alias="type", description="Media type of the file.")],
    *,
    replace: Annotated[bool, Query(description="Replace other bytes of that name.")] = False,
) -> wire.FileWrittenAnswer:
    """Store a file; it is not written again where the same bytes stand under the name."""

    def write() -> wire.FileWrittenAnswer:
        written = port.write_file(
            persona_id, name, media_type, _blocks(request), replace=replace, key=key
        )
        return wire.FileWrittenAnswer.of(written)

    return await run_in_threadpool(write)


@router.answers("delete_files")
def delete_files(
    port: Platform, persona_id: PersonaId, body: wire.FileNames, key: Key
) -> wire.Removed:
    """Remove own files by name, or all."""
    return wire.Removed(removed=port.delete_files(persona_id, body.names, key=key))


@router.answers("copy_file")
def copy_file(
    port: Platform, persona_id: PersonaId, body: wire.CopyFile, key: Key
) -> wire.FileWrittenAnswer:
    """Copy one file of another persona; a file of that name here is left alone."""
    return wire.FileWrittenAnswer.of(port.copy_file(body.source, persona_id, body.name, key=key))


def _blocks(request: Request) -> Iterator[bytes]:
    """Give a request's body in a worker thread, in blocks that make few turns between threads.

    A client that goes away raises `ClientDisconnect` here, so that half a file is never kept.
    """
    stream = request.stream()

    async def block() -> bytes:
        taken = bytearray()
        async for chunk in stream:
            taken += chunk
            if len(taken) >= _BLOCK:
                break
        return bytes(taken)

    while data := from_thread.run(block):
        yield data
