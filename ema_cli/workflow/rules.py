"""All rules on workflows and configurations: from content to findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ema_cli.workflow import (
    branch_rules,
    config_rules,
    node_rules,
    path_rules,
    reference_rules,
    stalls,
)
from ema_cli.workflow.config_rules import Configuration
from ema_cli.workflow.findings import Finding, Rule, Severity
from ema_cli.workflow.reading import Reader

if TYPE_CHECKING:
    from ema_cli.values import JsonValue
    from ema_cli.workflow.graph import Graph

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE

WORKFLOW_RULES: tuple[Rule[Graph], ...] = (
    Rule("node-name", ERROR, node_rules.node_name),
    Rule("node-name-unique", ERROR, node_rules.node_name_unique),
    Rule("acyclic", ERROR, path_rules.acyclic),
    Rule("reachable", ERROR, path_rules.reachable),
    Rule("path-to-output", ERROR, path_rules.path_to_output),
    Rule("references-exist", ERROR, reference_rules.references_exist),
    Rule("types-fit", ERROR, reference_rules.types_fit),
    Rule("required-inputs", ERROR, node_rules.required_inputs),
    Rule("categorizer-fallback", ERROR, branch_rules.categorizer_fallback),
    Rule("category-names", ERROR, branch_rules.category_names),
    Rule("category-used", WARNING, branch_rules.category_used),
    Rule("human-paths", ERROR, branch_rules.human_paths),
    Rule("side-effect-trigger", ERROR, node_rules.side_effect_trigger),
    Rule("stall", ERROR, stalls.stall),
    Rule("deprecated-action", WARNING, node_rules.deprecated_action),
    Rule("search-raw-query", ADVICE, node_rules.search_raw_query),
)

CONFIG_RULES: tuple[Rule[Configuration], ...] = (
    Rule("config-shape", ERROR, config_rules.shape),
    Rule("widget-named", ERROR, config_rules.widget_named),
    Rule("widget-names-unique", ERROR, config_rules.widget_names_unique),
    Rule("widget-bound", ERROR, config_rules.widget_bound),
    Rule("enabled-needs-workflow", ERROR, config_rules.enabled_needs_workflow),
    Rule("voice-welcome", ERROR, config_rules.voice_welcome),
)


def findings(workflow_def: JsonValue) -> list[Finding]:
    """Judge a workflow, whatever its shape; a persona without one (null) has nothing to judge."""
    if workflow_def is None:
        return []
    reader = Reader()
    graph = reader.graph(workflow_def)
    if reader.findings and not graph.nodes:
        return reader.findings
    judged = [found for rule in WORKFLOW_RULES for found in rule.findings("workflow", graph)]
    return [*reader.findings, *judged]


def config_findings(
    *,
    enabled_by_user: JsonValue,
    welcome_messages: JsonValue,
    proto_config: JsonValue,
    workflow_def: JsonValue,
) -> list[Finding]:
    """Judge what a persona says of itself, beside and against its workflow."""
    judged = Configuration(enabled_by_user, welcome_messages, proto_config, workflow_def)
    return [found for rule in CONFIG_RULES for found in rule.findings("config", judged)]
