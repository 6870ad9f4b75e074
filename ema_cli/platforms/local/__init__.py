"""The local platform: SQLite and files by content."""

from ema_cli.platforms.local.upkeep import WorkspaceSize
from ema_cli.platforms.local.workspace import Workspace, open_workspace

__all__ = ["Workspace", "WorkspaceSize", "open_workspace"]
