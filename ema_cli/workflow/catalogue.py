"""The actions that ema knows: their ports, and what matters about them to the rules.

It is small on purpose. A node may declare outputs of its own, and an action that does not stand
here is given the benefit of the doubt: nothing is said about its ports.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Type(StrEnum):
    """Types of the platform that the rules judge; others are left alone."""

    CHAT_CONVERSATION = "WELL_KNOWN_TYPE_CHAT_CONVERSATION"
    TRIGGER_WHEN = "WELL_KNOWN_TYPE_TRIGGER_WHEN"
    SEARCH_RESULTS = "WELL_KNOWN_TYPE_SEARCH_RESULTS"
    STRING = "WELL_KNOWN_TYPE_STRING"
    JSON = "WELL_KNOWN_TYPE_JSON"


@dataclass(frozen=True, slots=True)
class Input:
    """An input that an action knows."""

    types: frozenset[str]
    required: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """What is known of an action. Every action may also have an input `trigger_when`."""

    outputs: Mapping[str, str]
    inputs: Mapping[str, Input] = field(default_factory=dict)
    categorizes: bool = False
    searches: bool = False
    acts_outside: bool = False
    """It changes something beyond the persona: it sends, books, creates."""
    speaks: bool = False
    """A trigger of a conversation by voice."""
    raw_query: str | None = None
    """The output that is a user's last words, without the conversation around them."""
    replaced_by: str | None = None
    """The action to use in its place; the platform gives this one up."""


TRIGGERS = "triggers."
"""What the actions of triggers begin with."""

EXTERNAL_TOOLS = "tools.external."
"""What the actions of external tools begin with; they act outside unless it is known better."""

_DATA = frozenset({Type.STRING, Type.JSON, Type.SEARCH_RESULTS, Type.CHAT_CONVERSATION})
_TEXT = frozenset({Type.STRING})
_RECORD = frozenset({Type.STRING, Type.JSON})
_WORDS = frozenset({Type.STRING, Type.CHAT_CONVERSATION})
_CONVERSATION = frozenset({Type.CHAT_CONVERSATION})
_RESULTS = frozenset({Type.SEARCH_RESULTS})

TRIGGER_INPUT = Input(frozenset({Type.TRIGGER_WHEN}))
"""The input `trigger_when` of every action."""


def _need(types: frozenset[Type]) -> Input:
    return Input(types, required=True)


_CHAT_OUTPUTS = {
    "user_query": Type.STRING,
    "chat_conversation": Type.CHAT_CONVERSATION,
    "additional_context": Type.JSON,
}
_SEARCH_OUTPUTS = {"search_results": Type.SEARCH_RESULTS}
_SEARCH_INPUTS = {"query": _need(_TEXT)}
_CATEGORY_OUTPUTS = {"category": Type.STRING}
_ANSWER = {"response": Type.STRING}

_TRIGGER_ACTIONS = {
    "chat_trigger": Action(_CHAT_OUTPUTS, raw_query="user_query"),
    "voice_trigger": Action(_CHAT_OUTPUTS, raw_query="user_query", speaks=True),
    "email_trigger": Action(
        {
            "received": Type.TRIGGER_WHEN,
            "sender": Type.STRING,
            "subject": Type.STRING,
            "body": Type.STRING,
            "email": Type.JSON,
        }
    ),
    "document_trigger": Action(
        {"received": Type.TRIGGER_WHEN, "document": Type.JSON, "text": Type.STRING}
    ),
    "ticket_trigger": Action(
        {"received": Type.TRIGGER_WHEN, "ticket": Type.JSON, "text": Type.STRING}
    ),
    "row_trigger": Action({"received": Type.TRIGGER_WHEN, "row": Type.JSON}),
    "schedule_trigger": Action({"started": Type.TRIGGER_WHEN, "time": Type.STRING}),
}

_AGENT_ACTIONS = {
    "conversation_to_search_query": Action(
        {"search_query": Type.STRING}, {"conversation": _need(_CONVERSATION)}
    ),
    "chat_categorizer": Action(
        _CATEGORY_OUTPUTS, {"conversation": _need(_CONVERSATION)}, categorizes=True
    ),
    "text_categorizer": Action(_CATEGORY_OUTPUTS, {"text": _need(_RECORD)}, categorizes=True),
    "categorizer": Action(
        _CATEGORY_OUTPUTS,
        {"text": _need(_WORDS)},
        categorizes=True,
        replaced_by="actions.emainternal.chat_categorizer",
    ),
    "search": Action(_SEARCH_OUTPUTS, _SEARCH_INPUTS, searches=True),
    "web_search": Action(_SEARCH_OUTPUTS, _SEARCH_INPUTS, searches=True),
    "combine_search_results": Action(_SEARCH_OUTPUTS, {"search_results": _need(_RESULTS)}),
    "call_llm": Action(
        _ANSWER, {"instructions": _need(_TEXT), "query": Input(_DATA), "context": Input(_DATA)}
    ),
    "respond_with_sources": Action(
        _ANSWER,
        {
            "query": _need(_WORDS),
            "search_results": _need(_RESULTS),
            "instructions": Input(_TEXT),
        },
    ),
    "respond": Action(
        _ANSWER,
        {"query": _need(_WORDS)},
        replaced_by="actions.emainternal.respond_with_sources",
    ),
    "fixed_response": Action(_ANSWER, {"text": _need(_TEXT)}),
    "extract_entities": Action(
        {"entities": Type.JSON}, {"source": _need(_DATA), "fields": Input(_RECORD)}
    ),
    "generate_document": Action(
        {"document": Type.JSON, "text": Type.STRING},
        {"content": _need(_RECORD), "title": Input(_TEXT)},
    ),
    "update_row": Action({"row": Type.JSON}, {"fields": _need(_RECORD)}),
    "send_email": Action(
        {"sent": Type.JSON},
        {"to": _need(_TEXT), "subject": _need(_TEXT), "body": _need(_TEXT)},
        acts_outside=True,
    ),
}

_TOOL_ACTIONS = {
    "create_ticket": Action(
        {"ticket": Type.JSON},
        {"summary": _need(_TEXT), "details": Input(_DATA)},
        acts_outside=True,
    ),
    "update_record": Action({"record": Type.JSON}, {"changes": _need(_RECORD)}, acts_outside=True),
    "find_record": Action({"record": Type.JSON}, {"query": _need(_RECORD)}),
}

CATALOGUE: Mapping[str, Action] = MappingProxyType(
    {f"{TRIGGERS}emainternal.{name}": action for name, action in _TRIGGER_ACTIONS.items()}
    | {f"actions.emainternal.{name}": action for name, action in _AGENT_ACTIONS.items()}
    | {f"{EXTERNAL_TOOLS}{name}": action for name, action in _TOOL_ACTIONS.items()}
)
