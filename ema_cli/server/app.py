"""The application: the routes of the contract on one workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI

from ema_cli.server import files, personas, rows, sign_in, versions
from ema_cli.server.openapi import completed
from ema_cli.server.refusals import answer_errors

if TYPE_CHECKING:
    from ema_cli.platforms.port import Port
    from ema_cli.server.access import Access


def make_app(port: Port, access: Access) -> FastAPI:
    """Make the application; it is to be called through a `Gate`."""
    app = FastAPI(
        title="Ema platform contract",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.port = port
    app.state.access = access
    for module in (sign_in, personas, rows, files, versions):
        app.include_router(module.router.api)
    answer_errors(app)
    completed(app)
    return app
