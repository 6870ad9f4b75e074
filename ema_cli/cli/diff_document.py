"""Differences as a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.personas.value_differences import Change

if TYPE_CHECKING:
    from ema_cli.personas.differences import Differences
    from ema_cli.personas.row_differences import RowChanges
    from ema_cli.personas.value_differences import ValueChange
    from ema_cli.personas.workflow_differences import WorkflowChanges
    from ema_cli.values import JsonObject


def diff_object(found: Differences, before: str, after: str) -> JsonObject:
    """Make the `diff` part of the document; `before` and `after` name the sides."""
    return {
        "from": before,
        "to": after,
        "equal": found.equal,
        "config": [_value(change) for change in found.config],
        "workflow": _workflow(found.workflow),
        "rows": _rows(found.rows),
        "files": [{"name": file.name, "change": file.change.value} for file in found.files],
    }


def _value(change: ValueChange) -> JsonObject:
    document: JsonObject = {"path": change.path, "change": change.change.value}
    if change.change in {Change.REMOVED, Change.CHANGED}:
        document["before"] = change.before
    if change.change in {Change.ADDED, Change.CHANGED}:
        document["after"] = change.after
    return document


def _workflow(changes: WorkflowChanges) -> JsonObject:
    return {
        "nodes": [
            {
                "name": node.name,
                "change": node.change.value,
                "changes": [_value(change) for change in node.changes],
            }
            for node in changes.nodes
        ],
        "edges": [
            {"from": edge.source, "to": edge.target, "change": edge.change.value}
            for edge in changes.edges
        ],
        "other": [_value(change) for change in changes.other],
    }


def _rows(changes: RowChanges) -> JsonObject:
    return {
        "added": changes.added,
        "removed": changes.removed,
        "changed": changes.changed,
        "reordered": changes.reordered,
        "listed": [
            {"key": row.key, "change": row.change.value, "fields": [*row.fields]}
            for row in changes.listed
        ],
    }
