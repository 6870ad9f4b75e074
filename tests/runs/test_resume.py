"""`ema resume` and `ema runs` with the real command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

EMA = Path(sys.executable).with_name("ema")

FIVE_OF_SIX = """\
- tool: data
  id: copied
  args: {method: copy, from: $source}
- tool: snapshot
  args: {message: "copied ${actions.copied.result.rows.written}"}
- tool: snapshot
- tool: snapshot
- tool: data
  args: {method: copy, from: late}
- tool: snapshot
  args: {message: "again ${actions.copied.result.rows.written}"}
"""


@pytest.fixture
def failed(ema: Any, acme: str, tmp_path: Path) -> Any:
    """Run a plan whose fifth action of six fails."""

    def run(plan: str = FIVE_OF_SIX, *options: str) -> Any:
        (tmp_path / "plan.yaml").write_text(plan)
        done = ema(
            *("persona", "create", "--from", acme, "--name", "demo"),
            *("--actions", "plan.yaml", *options),
            cwd=tmp_path,
        )
        assert done.code == 1, done.err
        return done

    return run


def statuses(done: Any) -> list[str]:
    return [action["status"] for action in done.document["actions"]]


def versions(ema: Any) -> list[str]:
    return [v["message"] for v in ema("snapshot", "list", "demo").document["versions"]]


def mend(ema: Any, tmp_path: Path) -> None:
    """Make what the fifth action lacks; by an import, so that it is no run and not the last one."""
    bundle = tmp_path / "late.yaml"
    bundle.write_text("ema_bundle: 1\npersona: {name: late}\n")
    assert ema("persona", "import", bundle).code == 0


def test_what_is_done_is_not_done_again(ema: Any, failed: Any, tmp_path: Path) -> None:
    first = failed()
    assert statuses(first) == ["success"] * 4 + ["error", "not_run"]
    command = first.err.splitlines()[-1].removeprefix("to go on: ")
    assert command == f"ema resume {first.document['run_id']}"
    mend(ema, tmp_path)
    done = ema(*command.split()[1:])
    assert done.code == 0, done.err
    assert statuses(done) == ["success"] * 6
    assert done.document["run_id"] == first.document["run_id"]
    assert done.document["persona"]["id"] == first.document["persona"]["id"]
    assert done.document["persona"]["created"] is True
    assert done.document["actions"][:4] == first.document["actions"][:4]
    assert versions(ema) == ["copied 64", "Snapshot by ema", "Snapshot by ema", "again 64"]
    names = [p["name"] for p in ema("persona", "list").document["personas"]]
    assert sorted(names) == ["acme-support", "demo", "late"]


def test_a_record_is_not_written_where_one_is(ema: Any, failed: Any, tmp_path: Path) -> None:
    record = tmp_path / "run.record"
    failed(FIVE_OF_SIX, "--record", str(record))
    before = record.read_bytes()
    done = ema("persona", "create", "--name", "other", "--record", record)
    assert done.code == 2
    assert "--record" in done.document["hint"]
    assert record.read_bytes() == before
    assert "other" not in [p["name"] for p in ema("persona", "list").document["personas"]]


def test_what_was_done_before_is_said_to_be(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    mend(ema, tmp_path)
    lines = ema("resume", "last").err.splitlines()
    assert "[1/6] data copy: success before" in lines
    assert any(line.startswith("[5/6] data copy: rows ") for line in lines)


def test_a_finished_run_is_printed_again_and_does_nothing(
    ema: Any, failed: Any, tmp_path: Path
) -> None:
    failed()
    mend(ema, tmp_path)
    done = ema("resume", "last")
    before = versions(ema)
    again = ema("resume", done.document["run_id"])
    assert again.code == 0
    assert again.document == done.document
    assert versions(ema) == before


def test_an_always_action_runs_again(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed(FIVE_OF_SIX + "- tool: snapshot\n  always: true\n  args: {message: at last}\n")
    assert versions(ema)[-1] == "at last"
    mend(ema, tmp_path)
    done = ema("resume", "last")
    assert statuses(done) == ["success"] * 7
    assert versions(ema)[-3:] == ["at last", "again 64", "at last"]


def test_an_error_after_which_the_run_went_on_stands(ema: Any, failed: Any, tmp_path: Path) -> None:
    tolerant = "- tool: data\n  continue_on_error: true\n  args: {method: copy, from: nobody}\n"
    first = failed(tolerant + FIVE_OF_SIX)
    mend(ema, tmp_path)
    done = ema("resume", "last")
    assert statuses(done) == ["error"] + ["success"] * 6
    assert done.document["actions"][0] == first.document["actions"][0]
    assert done.document["status"] == "completed_with_errors"
    assert done.code == 1


def test_the_failing_action_stands_in_an_alias(ema: Any, failed: Any, tmp_path: Path) -> None:
    plan = "aliases:\n  inner:\n" + "".join(f"    {line}\n" for line in FIVE_OF_SIX.splitlines())
    failed(plan + "actions:\n  - inner\n  - tool: snapshot\n    args: {message: outside}\n")
    mend(ema, tmp_path)
    done = ema("resume", "last", cwd=tmp_path)
    assert statuses(done) == ["success"] * 7
    assert [a["alias"] for a in done.document["actions"]] == ["inner"] * 6 + [None]
    assert versions(ema)[-2:] == ["again 64", "outside"]


def test_a_changed_plan_is_refused_unless_forced(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    path = tmp_path / "plan.yaml"
    path.write_text(FIVE_OF_SIX.replace("late", "acme-support"))
    refused = ema("resume", "last")
    assert refused.code == 2
    assert "--force" in refused.document["hint"]
    done = ema("resume", "last", "--force")
    assert done.code == 0, done.err
    assert statuses(done) == ["success"] * 6


def test_a_comment_more_is_no_change(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    mend(ema, tmp_path)
    (tmp_path / "plan.yaml").write_text("# a comment\n\n" + FIVE_OF_SIX)
    assert ema("resume", "last").code == 0


def test_force_does_not_take_another_past(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    (tmp_path / "plan.yaml").write_text(FIVE_OF_SIX.replace("copied ${", "other ${"))
    done = ema("resume", "last", "--force")
    assert done.code == 2
    assert done.document["error"] == "action 2 is done, and the plan now says something else there"


def test_a_local_file_that_changed_is_a_changed_plan(ema: Any, failed: Any, tmp_path: Path) -> None:
    upload = "- tool: data\n  args: {method: upload, file: rows.jsonl}\n"
    (tmp_path / "rows.jsonl").write_text('{"n": 1}\n')
    failed(upload + FIVE_OF_SIX)
    (tmp_path / "rows.jsonl").write_text('{"n": 2}\n')
    assert ema("resume", "last").code == 2


def test_without_its_plan_and_from_elsewhere(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    mend(ema, tmp_path)
    (tmp_path / "plan.yaml").unlink()
    done = ema("resume", "last", cwd=Path("/"))
    assert done.code == 0, done.err
    assert statuses(done) == ["success"] * 6
    assert versions(ema)[-1] == "again 64"


def test_a_plan_from_standard_input(ema: Any, acme: str, tmp_path: Path) -> None:
    done = ema(
        *("persona", "create", "--from", acme, "--name", "demo", "--actions", "-"),
        stdin=FIVE_OF_SIX,
    )
    assert done.code == 1
    mend(ema, tmp_path)
    assert statuses(ema("resume", "last")) == ["success"] * 6


def test_by_a_result_file_and_by_a_record_elsewhere(ema: Any, failed: Any, tmp_path: Path) -> None:
    record, result = tmp_path / "run.record", tmp_path / "result.json"
    done = failed(FIVE_OF_SIX, "--record", str(record), "-o", str(result))
    assert done.err.splitlines()[-1] == f"to go on: ema resume {record}"
    assert "record is not kept here" in ema("resume", result).document["error"]
    mend(ema, tmp_path)
    assert statuses(ema("resume", record)) == ["success"] * 6


def test_by_a_result_file(ema: Any, failed: Any, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    failed(FIVE_OF_SIX, "-o", str(result))
    mend(ema, tmp_path)
    assert statuses(ema("resume", result)) == ["success"] * 6


def test_an_unknown_run(ema: Any) -> None:
    for ref in ("last", "nonsense", "../x", ""):
        done = ema("resume", ref)
        assert done.code == 2
        assert done.document["error_kind"] == "usage"


def test_no_record_that_can_be_written_warns_once(ema: Any, acme: str, isolated: Path) -> None:
    (isolated / "state").write_text("no folder")
    done = ema("persona", "create", "--from", acme, "--name", "demo", "-a", "copy-and-sanitize")
    assert done.code == 0
    warnings = [line for line in done.err.splitlines() if "record" in line]
    assert len(warnings) == 1
    assert "cannot be resumed" in warnings[0]


def test_a_run_that_is_alive_is_left_alone(ema: Any, acme: str, tmp_path: Path) -> None:
    big = tmp_path / "rows.jsonl"
    with big.open("w") as stream:
        stream.writelines(f'{{"n": {n}, "text": "row {n}"}}\n' for n in range(200_000))
    process = subprocess.Popen(
        [
            EMA,
            "persona",
            "create",
            "--name",
            "demo",
            "-a",
            f"{{tool: data, args: {{method: upload, file: {big}}}}}",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        until = time.monotonic() + 30
        while not (runs := ema("runs", "list").document["runs"]) and time.monotonic() < until:
            time.sleep(0.05)
        assert runs[0]["state"] == "running"
        done = ema("resume", "last")
        assert done.code == 2
        assert "still going on" in done.document["error"]
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert ema("runs", "list").document["runs"][0]["state"] == "killed"
    assert ema("runs", "show", "last").document["runs"][0]["resume"].startswith("ema resume ")
    assert acme


def test_two_resumes_at_once(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed()
    mend(ema, tmp_path)
    both = [
        subprocess.Popen([EMA, "resume", "last"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    outs = [process.communicate()[0] for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 0], [0, 2])
    assert all(json.loads(out) for out in outs)
    assert versions(ema) == ["copied 64", "Snapshot by ema", "Snapshot by ema", "again 64"]


def test_a_finished_record_keeps_no_plan_and_no_key(ema: Any, acme: str, isolated: Path) -> None:
    done = ema("persona", "create", "--from", acme, "--name", "demo", "-a", "tool: snapshot")
    record = isolated / "state" / "ema" / "runs" / f"{done.document['run_id']}.jsonl"
    text = record.read_text()
    assert '"plan"' not in text
    assert "pseudonym_key" not in text
    assert record.stat().st_mode & 0o777 == 0o600


def test_prune(ema: Any, failed: Any) -> None:
    run_id = failed().document["run_id"]
    assert ema("runs", "prune").document["removed"] == []
    assert ema("runs", "prune", "--days", "0").document["removed"] == [run_id]
    assert ema("runs", "list").document["runs"] == []


@pytest.mark.parametrize("way", ["create", "resume"])
def test_result_and_record_are_two_files(
    ema: Any, failed: Any, acme: str, tmp_path: Path, way: str
) -> None:
    record = tmp_path / "run.record"
    failed(FIVE_OF_SIX, "--record", str(record))
    before = record.read_bytes()
    if way == "resume":
        done = ema("resume", record, "-o", record)
    else:
        done = ema(
            *("persona", "create", "--from", acme, "--name", "other"),
            *("--record", "run.record", "-o", record),
            cwd=tmp_path,
        )
    assert (done.code, done.document["error_kind"]) == (2, "usage")
    assert record.read_bytes() == before


def test_a_record_below_the_home_folder(ema: Any, failed: Any, tmp_path: Path) -> None:
    failed(FIVE_OF_SIX, "--record", "~/run.record")
    assert not (tmp_path / "~").exists()
    mend(ema, tmp_path)
    assert ema("resume", Path.home() / "run.record").code == 0


@pytest.mark.parametrize("way", ["pipe", "/dev/stdin"])
def test_a_plan_that_can_be_read_once(ema: Any, acme: str, tmp_path: Path, way: str) -> None:
    plan, pipe = tmp_path / "plan.yaml", tmp_path / "pipe"
    plan.write_text(FIVE_OF_SIX)
    os.mkfifo(pipe)
    writer = subprocess.Popen(["cp", plan, pipe]) if way == "pipe" else None
    with plan.open("rb") as text:
        done = subprocess.run(
            [
                *(EMA, "persona", "create", "--from", acme, "--name", "demo"),
                *("--actions", str(pipe) if way == "pipe" else way),
            ],
            stdin=text,
            capture_output=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1, done.stderr
    assert writer is None or writer.wait(60) == 0
    mend(ema, tmp_path)
    resumed = ema("resume", "last")
    assert resumed.code == 0, resumed.err
    assert statuses(resumed) == ["success"] * 6


def test_the_last_run_is_one_that_has_a_record(ema: Any, failed: Any, isolated: Path) -> None:
    """One that was killed in the first line of its record has none."""
    first = failed()
    runs = isolated / "state" / "ema" / "runs"
    (runs / "99999999T000000.000Z-ffffffff.jsonl").write_text('{"line":"run","for')
    (runs / "99999999T000000.001Z-ffffffff.jsonl").write_text('{"line":"run","format":1}\n')
    shown = ema("runs", "show", "last").document["runs"][0]
    assert shown["run_id"] == first.document["run_id"]
    assert [r["run_id"] for r in ema("runs", "list").document["runs"]] == [shown["run_id"]]


@pytest.mark.parametrize("ref", ["x" * 5000, "[" * 200_000])
def test_what_is_no_run_is_a_wrong_command(ema: Any, tmp_path: Path, ref: str) -> None:
    if ref.startswith("["):
        path = tmp_path / "deep.json"
        path.write_text(ref)
        ref = str(path)
    done = ema("resume", ref)
    assert (done.code, done.document["error_kind"]) == (2, "usage")


def test_the_source_may_be_gone(ema: Any, failed: Any, acme: str, tmp_path: Path) -> None:
    failed(FIVE_OF_SIX + '- tool: snapshot\n  args: {message: "from $source_name"}\n')
    mend(ema, tmp_path)
    assert ema("persona", "delete", acme, "--yes").code == 0
    done = ema("resume", "last")
    assert done.code == 0, done.err
    assert versions(ema)[-1] == f"from {acme}"


def test_what_is_done_shows_when_the_persona_is_gone(ema: Any, failed: Any) -> None:
    first = failed()
    assert ema("persona", "delete", "demo", "--yes").code == 0
    done = ema("resume", "last")
    assert (done.code, done.document["error_kind"]) == (3, "not_found")
    assert done.document["actions"][:4] == first.document["actions"][:4]
