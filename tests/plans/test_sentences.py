"""Which test holds each sentence of the contract on plan files, aliases and variables.

The table fails when a test that it names is gone. Names are `file::test`, or `mistakes/name` for a
golden answer in `tests/mistakes`.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
MISTAKES = TESTS / "mistakes"

PLAN_FILES = {
    "a list of items, or a mapping around it": "test_plan_forms::test_a_list",
    "description and keys beginning with x- are free": (
        "test_plan_forms::test_the_mapping_around_a_list"
    ),
    "version: 1": "mistakes/version-two",
    "defaults; --var wins": "test_variables::test_precedence",
    "continue_on_error of the plan": "test_plan_forms::test_whose_continue_on_error_counts",
    "aliases local to this plan": "test_aliases::test_aliases_of_aliases",
    "an item is the name of an alias or an action": "mistakes/item-is-number",
    "a missing or null args is {}": "test_plan_forms::test_missing_args_are_none",
    "id: unique": "mistakes/id-twice",
    "id: [a-z][a-z0-9-]*": "mistakes/id-form",
    "an action's continue_on_error overrides the plan's": (
        "test_plan_forms::test_whose_continue_on_error_counts"
    ),
    "always: true": "test_plan_forms::test_what_stands_beside_tool",
    "parallel is reserved: refused with a sentence that says so": "mistakes/parallel",
    "[] is a plan of no actions": "test_plan_forms::test_a_plan_of_no_actions",
    "an empty or comment-only file is an error": (
        "test_plan_forms::test_an_empty_file_is_an_error"
    ),
}
SCALARS = {
    "true, false; null, ~ or nothing": "test_yaml_scalars::test_values",
    "integers of at most 4,300 digits": (
        "test_yaml_scalars::test_integers_have_at_most_4300_digits"
    ),
    "floats, finite": "test_yaml_scalars::test_values",
    "everything else is text": "test_yaml_scalars::test_everything_else_is_text",
    "NO, on, 12:30, 02142, 2026-01-05, 1_000, 0x1F, True, .inf": (
        "test_yaml_scalars::test_what_peers_misread"
    ),
    "PyYAML's C loader where there is one": "test_yaml_loaders::test_loaders_agree",
    "load(dump(x)) == x": "test_yaml_writing::test_load_of_dump",
}
REFUSALS = {
    "with file, line and column": "test_yaml_refusals::test_refused",
    "a duplicate key at any depth": "mistakes/same-key-twice-deep",
    "a legal << override is none": "test_yaml_refusals::test_a_legal_merge_is_no_duplicate",
    "several documents": "mistakes/two-documents",
    "tags of any kind": "mistakes/tag",
    "anchors that refer to themselves": "mistakes/anchor-of-itself",
    "more than 100,000 nodes": "test_yaml_refusals::test_nodes_end_at_100_000",
    "after expansion": "test_yaml_refusals::test_nodes_count_for_each_use_of_an_anchor",
    "nesting past 100": "test_yaml_refusals::test_depth_ends_at_100",
    "more than 5 MiB": "test_yaml_refusals::test_size_ends_at_5_mib",
    "bytes that are not UTF-8": "mistakes/latin-1",
    "a BOM is fine": "test_yaml_refusals::test_allowed",
    "control characters": "mistakes/control-character",
    "lone surrogates": "mistakes/half-surrogate",
    "pairs are joined, in both loaders alike": "test_yaml_refusals::test_allowed",
    "tabs as indentation": "mistakes/tab-indentation",
    "no-break spaces as indentation": "mistakes/no-break-space",
    "unknown keys with the nearest known one": "mistakes/item-key-unknown",
    "a mapping where a list belongs": "mistakes/actions-is-mapping",
    "did you forget '- '?": "mistakes/plan-is-one-action",
    "judged on the event stream, which stops at the first excess": (
        "test_yaml_size::test_with_the_c_loader"
    ),
    "inside {…} and […], ${…} must be quoted": "mistakes/braces-in-flow",
}
BEFORE_ANYTHING_IS_SENT = {
    "everything that can be known is known before": (
        "test_check_command::test_a_run_refuses_what_a_check_refuses"
    ),
    "every tool's arguments": "mistakes/argument-kinds",
    "aliases and their cycles": "test_aliases::test_circles_show_their_path",
    "variables": "mistakes/variable-misspelt",
    "local files": "mistakes/file-missing",
    "sanitizing data after link: true": "mistakes/sanitize-after-link",
    "copying from $target": "mistakes/copy-from-target",
    "link across environments": "mistakes/link-across",
    "not exactly one of content, file, files": "mistakes/one-of-three",
    "warning: copy or upload after the last sanitize": "mistakes/warn-added-after-sanitize",
    "warning: sanitize without examples": "mistakes/warn-no-examples",
    "all errors of all files come at once": (
        "test_check_command::test_twelve_mistakes_over_three_files_in_one_go"
    ),
    "file:line:column: what is wrong (what to do)": "test_mistakes::test_answer",
    "in file order": "test_plan_forms::test_errors_come_at_once_in_the_order_of_files",
    "exit 2": "test_check_command::test_twelve_mistakes_over_three_files_in_one_go",
    "a syntax error ends its own file only": (
        "test_plan_forms::test_a_syntax_error_ends_its_own_file_only"
    ),
    "no message shows a value or a line of the file": (
        "test_mistakes::test_no_answer_shows_what_the_file_says"
    ),
    "ema check and a run use the same code": (
        "test_check_command::test_a_run_refuses_what_a_check_refuses"
    ),
    "check takes source and target as given": (
        "test_check_command::test_source_and_target_count_as_given"
    ),
    "a create without --from or a run without --source has no source": (
        "mistakes/variable-no-source"
    ),
    "5,000 actions are checked in under a second": (
        "test_check_size::test_work_grows_with_the_actions"
    ),
}
PATHS = {
    "relative to the file in which the argument is written": (
        "test_local_files::test_relative_to_the_file_in_which_they_are_written"
    ),
    "alias files too": "test_local_files::test_relative_to_the_file_in_which_they_are_written",
    "from -a, to the working directory": "mistakes/file-missing-inline",
    "~/ expands": "test_local_files::test_home_expands",
    "made absolute when checked": "test_local_files::test_patterns_become_what_they_match",
    "several files each keep their own vars, aliases and continue_on_error": (
        "test_plan_forms::test_each_plan_keeps_its_own"
    ),
    "ids are unique over all": "test_plan_forms::test_ids_are_unique_over_all_plans",
}
ALIASES = {
    "shipped: copy-and-sanitize": "test_shipped_aliases::test_copy_and_sanitize",
    "shipped: standard-demo-setup": "test_shipped_aliases::test_standard_demo_setup",
    "--var examples=[Acme Corp] or the plan's vars reach them": (
        "test_shipped_aliases::test_copy_and_sanitize"
    ),
    "one alias a file, named after it": "test_aliases::test_a_file_is_named_exactly",
    "never a path": "test_aliases::test_an_alias_is_never_a_path",
    "a list of items, or {description, vars, actions}": (
        "test_aliases::test_a_mapping_with_description_and_variables"
    ),
    "an alias may name others": "test_aliases::test_aliases_of_aliases",
    "a cycle is an error that shows the path": "test_aliases::test_circles_show_their_path",
    "found by path and not by counting": (
        "test_aliases::test_a_circle_is_found_by_path_and_not_by_counting"
    ),
    "looked up in": "test_aliases::test_where_aliases_are_looked_for",
    "--aliases PATH, a file or folder, repeatable": (
        "test_aliases::test_the_option_takes_files_and_folders_and_the_first_one_counts"
    ),
    "aliases/ beside the plan": ("test_aliases::test_beside_the_plan_is_not_the_working_directory"),
    "shadowing a shipped alias warns": "test_aliases::test_shadowing_a_shipped_alias_warns",
    "a tool's name as an item says: write - tool: validate": "mistakes/tool-as-alias",
    "errors inside an alias name both places": (
        "test_aliases::test_errors_inside_an_alias_name_both_places"
    ),
    "ids in an alias belong to that use": ("test_aliases::test_ids_in_an_alias_belong_to_that_use"),
    "and are seen only inside it": ("test_aliases::test_ids_in_an_alias_are_seen_only_inside_it"),
    "expansion copies": "test_aliases::test_expansion_copies",
}
VARIABLES = {
    "$name and ${name} in string values of args, at any depth": (
        "test_variables::test_at_any_depth_and_never_in_keys"
    ),
    "never in keys, tool or method": "test_variables::test_never_in_tool_method_or_id",
    "given: $source, $target, …": "test_variables::test_all_that_is_given",
    "the plan's vars; --var name=value": "test_variables::test_values_of_var_and_defaults",
    "results of earlier actions": "test_results::test_values",
    "each method has a result model, so the path is checked": (
        "test_results::test_paths_are_checked"
    ),
    "when that action failed or did not run, the default holds": (
        "test_results::test_a_default_holds_when_the_action_did_not_succeed"
    ),
    "else the action that asks is an error": (
        "test_results::test_without_one_the_action_that_asks_is_an_error"
    ),
    "precedence: --var, plan, outermost alias, inner alias": "test_variables::test_precedence",
    "values are literal: not scanned again": "test_variables::test_values_are_literal",
    "longest name wins": "test_variables::test_a_longer_name_is_another_variable",
    "$$ is $": "test_variables::test_dollars",
    "a $ before anything but a letter, _ or { stays": "test_variables::test_dollars",
    "exactly one variable keeps the value's type": (
        "test_variables::test_alone_a_variable_keeps_its_type"
    ),
    "inside text, values that are not strings are compact JSON": (
        "test_variables::test_in_a_text_values_are_compact_json"
    ),
    "${name:-default}": "test_variables::test_defaults",
    "default and --var values are read by the scalar rules": (
        "test_variables::test_values_of_var_and_defaults"
    ),
    "x= is the empty string": "test_variables::test_values_of_var_and_defaults",
    "known values are put in before arguments are checked": (
        "test_variables::test_known_values_are_there_before_arguments_are_checked"
    ),
    "what holds $target or ${actions…} is checked as text if it may be text": (
        "test_deferred::test_text_stands_where_text_may_stand"
    ),
    "else just before its action": ("test_deferred::test_a_value_that_does_not_fit_after_all"),
    "an unknown variable is a check error with the nearest known name": (
        "mistakes/variable-misspelt"
    ),
    "an unused --var": "test_variables::test_an_unused_var_is_an_error",
    "$source where there is none": "mistakes/variable-no-source",
    "no value can add structure": (
        "test_laws::test_substitution_changes_only_what_it_names_once_at_any_depth"
    ),
}
SENTENCES = {
    f"{section}: {sentence}": test
    for section, table in {
        "plan files": PLAN_FILES,
        "scalars": SCALARS,
        "refused": REFUSALS,
        "before anything is sent": BEFORE_ANYTHING_IS_SENT,
        "paths": PATHS,
        "aliases": ALIASES,
        "variables": VARIABLES,
    }.items()
    for sentence, test in table.items()
}


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    return {
        f"{path.stem}::{node.name}"
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.fixture(scope="module")
def existing() -> set[str]:
    files = [*(TESTS / "plans").glob("test_*.py"), *(TESTS / "documents").glob("test_*.py")]
    names = {f"mistakes/{path.stem}" for path in MISTAKES.glob("*.txt")}
    return names.union(*map(functions_of, files))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_has_a_test(sentence: str, existing: set[str]) -> None:
    assert SENTENCES[sentence] in existing
