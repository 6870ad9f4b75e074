"""The fingerprint of a persona: equal fingerprints mean the same name, configuration and workflow.

It is made here and not in `personas`, since a platform records it with each version.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ema_cli.platforms.port import PersonaContent


def fingerprint(content: PersonaContent) -> str:
    """Make the SHA-256, in hexadecimal, of what a persona is; its id and status are no part of it.

    Taken over compact JSON in ASCII with sorted keys of name, description, proto_config,
    welcome_messages and workflow_def.
    """
    told = {
        "name": content.name,
        "description": content.description,
        "proto_config": content.proto_config,
        "welcome_messages": content.welcome_messages,
        "workflow_def": content.workflow_def,
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()
