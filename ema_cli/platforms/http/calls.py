"""Calls to the platform: sent, tried again where that may help, and their answers read."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from ema_cli.errors import ErrorKind, PlatformError
from ema_cli.platforms.http import answers
from ema_cli.platforms.http.failures import MaybeDone, plainly
from ema_cli.platforms.http.requests import Call, Request, prepare, redirected, too_many
from ema_cli.platforms.http.retries import Failed, Patience, asked_pause
from ema_cli.platforms.http.routes import overridden
from ema_cli.platforms.http.sign_in import SignIn
from ema_cli.platforms.http.wire import Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx
    from pydantic import BaseModel

    from ema_cli.platforms.http.target import Secret, Target

    M = TypeVar("M", bound=BaseModel)

T = TypeVar("T")

_AGAIN = frozenset({429, 502, 503, 504})
_NOT_DONE = frozenset({429, 503})
"""Answers that say that nothing was done; 502 and 504 come from a proxy that does not know."""
_UNAUTHORIZED = 401
_FAULT = 500
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HOPS = 5


class Calls:
    """The calls to one platform, over one client."""

    def __init__(self, target: Target, client: httpx.Client, patience: Patience) -> None:
        """Take over the client."""
        self.target = target
        self.sign_in = SignIn(target, self._exchange)
        self._client = client
        self._patience = patience
        self._routes = overridden(target.routes)

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def read(self, call: Call, model: type[M]) -> M:
        """Make a call and read its answer."""

        def take(response: httpx.Response) -> M:
            with closing(response):
                return answers.read(response, model, call.limit)

        return self._tried(call, take)

    def do(self, call: Call) -> None:
        """Make a call that answers no more than that it was done."""

        def take(response: httpx.Response) -> None:
            with closing(response):
                answers.read_nothing(response)

        self._tried(call, take)

    @contextmanager
    def opened(self, call: Call) -> Iterator[httpx.Response]:
        """Make a call whose answer is a stream, which is closed with the block."""
        with closing(self._tried(call, lambda response: response)) as response:
            yield response

    def _exchange(self, api_key: Secret) -> Token:
        return self.read(Call("signing in", "generate_access_token", api_key=api_key), Token)

    def _tried(self, call: Call, take: Callable[[httpx.Response], T]) -> T:
        """Make a call as often as is allowed; `take` reads its answer, and closes it in the end."""
        request = prepare(call, self.target.url, self._routes[call.route])
        carried_out = False

        def again(failure: Failed) -> bool:
            nonlocal carried_out
            carried_out = carried_out or failure.carried_out
            unclear = failure.carried_out and call.key is not None
            may_repeat = request.repeatable and (self.target.idempotency or not unclear)
            return may_repeat and (failure.pause or 0) <= self._patience.seconds

        trying = self._patience.trying(again)
        try:
            done: T = trying(self._try, call, request, take)
        except Failed as failure:
            error = self._patience.exhausted(failure, trying.statistics["attempt_number"])
            raise self._told(call, error, maybe_done=carried_out) from None
        except PlatformError as error:
            maybe_done = carried_out or isinstance(error, MaybeDone)
            raise self._told(call, error, maybe_done=maybe_done) from None
        return done

    def _told(self, call: Call, error: PlatformError, *, maybe_done: bool) -> PlatformError:
        """Give an error its last form: without secrets, and with what is not known said."""
        kind, message, hint = error.kind, error.message, error.hint
        maybe_done = maybe_done and call.key is not None
        if maybe_done and not self.target.idempotency:
            kind = ErrorKind.UNCLEAR
            message = f"it is not known whether {call.action} was done: {message}"
        for secret in self.sign_in.secrets():
            message = message.replace(secret, "…")
            hint = hint.replace(secret, "…") if hint else None
        return (MaybeDone if maybe_done else PlatformError)(kind, message, hint=hint)

    def _try(self, call: Call, request: Request, take: Callable[[httpx.Response], T]) -> T:
        response = self._sent(call, request)
        if self._may_renew(call, request, response):
            response.close()
            self.sign_in.renew(response.request.headers)
            response = self._sent(call, request)
        with plainly(self.target, call.action):
            if not response.is_success:
                with closing(response):
                    raise self._refused(call, response)
            return _taken(response, take)

    def _may_renew(self, call: Call, request: Request, response: httpx.Response) -> bool:
        return (
            response.status_code == _UNAUTHORIZED
            and call.api_key is None
            and self.sign_in.renewable
            and request.repeatable
        )

    def _sent(self, call: Call, request: Request) -> httpx.Response:
        signed = {} if call.api_key is not None else self.sign_in.headers()
        for _ in range(_HOPS):
            headers = {**request.headers, **signed}
            with plainly(self.target, call.action):
                built = self._client.build_request(
                    request.method, request.url, headers=headers, content=request.content()
                )
                response = self._client.send(built, stream=True)
            if response.status_code not in _REDIRECTS:
                return response
            response.close()
            request = redirected(request, response)
        raise too_many(request)

    def _refused(self, call: Call, response: httpx.Response) -> Exception:
        status = response.status_code
        if status == _UNAUTHORIZED and call.api_key is None:
            return self.sign_in.refused()
        error = answers.refusal(response)
        if status in _AGAIN:
            pause = asked_pause(response.headers)
            return Failed(error, carried_out=status not in _NOT_DONE, pause=pause)
        if status >= _FAULT:
            return MaybeDone(error.kind, error.message, hint=error.hint)
        return error


def _taken(response: httpx.Response, take: Callable[[httpx.Response], T]) -> T:
    try:
        return take(response)
    except PlatformError as error:
        # It said yes in words that cannot be read, so what was asked for may be done.
        raise MaybeDone(error.kind, error.message, hint=error.hint) from None
