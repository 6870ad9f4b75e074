"""Uploads in plans: paths, patterns, and values that are known only when they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PLAN = """
- {tool: snapshot, id: before}
- tool: data
  args: {method: upload, file: "${actions.before.result.rows}.csv", key: id}
- tool: data
  args: {method: upload, content: [{id: "${actions.before.result.version}"}], key: id}
- tool: data
  args: {method: upload, files: ["sub/*.txt", "other.csv"], key: "n"}
- tool: data
  args: {method: upload, file: $target.csv}
"""


def test_paths_and_late_values(ema: Any, tmp_path: Path) -> None:
    folder = tmp_path / "plans [1]"
    (folder / "sub").mkdir(parents=True)
    (folder / "plan.yaml").write_text(PLAN)
    (folder / "0.csv").write_text("id\na\nb\n")
    (folder / "other.csv").write_text("n\n7\n")
    for name in ("x.txt", "y.txt", ".z.txt"):
        (folder / "sub" / name).write_text(name)
    assert ema("check", folder / "plan.yaml").code == 0
    done = ema(
        "persona", "create", "--name", "Acme", "--actions", "plans [1]/plan.yaml", cwd=tmp_path
    )
    actions = done.document["actions"]
    assert [action["status"] for action in actions] == ["success"] * 4 + ["error"]
    assert actions[3]["result"]["files"]["written"] == 2
    assert actions[4]["error_kind"] in {"usage", "plan_invalid"}
    assert actions[4]["error"] == "the file does not exist"
    rows = ema("data", "list", "Acme").document["rows"]
    assert [row["key"] for row in rows] == ["a", "b", "1", "7"]


def test_faults_of_files_are_told_with_both_places(ema: Any, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1\n")
    plan = tmp_path / "plan.yaml"
    plan.write_text("- tool: data\n  args: {method: upload, file: t.csv}\n")
    done = ema("check", plan, cwd=tmp_path)
    assert done.code == 2
    (error,) = done.document["errors"]
    assert error["where"].endswith("plan.yaml:2:32")
    assert error["message"] == "t.csv:2:1: 1 cell in this row, 2 in the header"
