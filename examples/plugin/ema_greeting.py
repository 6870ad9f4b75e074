"""A tool of one method: `greeting` sets how a persona greets."""

from collections.abc import Generator

from pydantic import Field

from ema_cli.tool import Arguments, Job, Method, Progress, Result, Step, Tool
from ema_cli.values import JsonObject


class GreetingArguments(Arguments):
    """What the persona says first."""

    messages: list[str] = Field(min_length=1, description="Messages, in the order of saying.")
    suggestions: list[str] = Field(default=[], description="Questions to offer.")


class GreetingResult(Result):
    """How much there is to say now."""

    messages: int


def run(args: GreetingArguments, job: Job) -> Generator[Step, None, GreetingResult]:
    """Change the persona, in one call that a resumed run does not make again."""
    greeting: JsonObject = {"messages": [*args.messages], "suggestions": [*args.suggestions]}
    job.port.update_persona(job.target, {"welcome_messages": greeting}, key=job.key("greet"))
    yield Progress(1, 1, "personas")
    return GreetingResult(messages=len(args.messages))


METHOD = Method(
    tool="greeting",
    name=None,
    summary="Set how a persona greets",
    arguments=GreetingArguments,
    result=GreetingResult,
    run=run,
    example='ema greeting "Acme demo" --messages "Hello, how can I help?"',
)
TOOL = Tool("greeting", "How a persona greets", {None: METHOD})
