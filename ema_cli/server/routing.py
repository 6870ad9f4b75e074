"""Routes of the server, by their names in the one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import APIRouter

from ema_cli.platforms.http.routes import ROUTES

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


class Router:
    """Collects the functions that answer routes."""

    def __init__(self) -> None:
        """Begin without routes."""
        self.api = APIRouter()

    def answers(self, name: str, status: int = 200, **options: Any) -> Callable[[F], F]:  # noqa: ANN401 - FastAPI's own
        """Let a function answer the route `name`, with `status` when all went well."""
        route = ROUTES[name]
        return self.api.api_route(
            route.path, methods=[route.method], status_code=status, operation_id=name, **options
        )
