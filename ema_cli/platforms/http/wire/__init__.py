"""The bodies of the contract: what goes over the wire for each plain thing of the port.

The server answers with these models and checks requests by them, so the OpenAPI document is made
of them; the adapter reads answers with them.
"""

from ema_cli.platforms.http.wire.base import Answer, Removed, Wire
from ema_cli.platforms.http.wire.data import (
    CopyFile,
    Counts,
    FileAnswer,
    FileNames,
    Files,
    FileWrittenAnswer,
    Link,
    LinkedAnswer,
    LinkedSources,
)
from ema_cli.platforms.http.wire.personas import (
    Changes,
    Content,
    PersonaAnswer,
    Personas,
    TemplateAnswer,
    Templates,
    Update,
)
from ema_cli.platforms.http.wire.platform import Platform, Token
from ema_cli.platforms.http.wire.rows import (
    CopyRows,
    Edit,
    Edits,
    NewRow,
    NewRows,
    RowAnswer,
    RowKeys,
    Rows,
    RowsCopiedAnswer,
    RowsEditedAnswer,
    RowsWrittenAnswer,
)
from ema_cli.platforms.http.wire.versions import (
    NewVersion,
    RestoredAnswer,
    VersionAnswer,
    VersionNumbers,
    Versions,
)

__all__ = [
    "Answer",
    "Changes",
    "Content",
    "CopyFile",
    "CopyRows",
    "Counts",
    "Edit",
    "Edits",
    "FileAnswer",
    "FileNames",
    "FileWrittenAnswer",
    "Files",
    "Link",
    "LinkedAnswer",
    "LinkedSources",
    "NewRow",
    "NewRows",
    "NewVersion",
    "PersonaAnswer",
    "Personas",
    "Platform",
    "Removed",
    "RestoredAnswer",
    "RowAnswer",
    "RowKeys",
    "Rows",
    "RowsCopiedAnswer",
    "RowsEditedAnswer",
    "RowsWrittenAnswer",
    "TemplateAnswer",
    "Templates",
    "Token",
    "Update",
    "VersionAnswer",
    "VersionNumbers",
    "Versions",
    "Wire",
]
