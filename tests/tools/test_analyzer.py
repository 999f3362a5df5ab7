from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.errors import MachineError, OperatorError
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Ending, Outcome, RejectedFile
from kriterion.tools.analyzer import add_analyzer_input, load_analyzer, plan, read
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS
from tests.rehearsed import FINE

IMAGE = Image(name="it", kind=ImageKind.ENGINE)
TOOL = ExercismTool(directory=None, place="/opt/analyzer", image="it")
EXERCISE = TrackExercise(
    slug="two-fer",
    configuration=MetaConfiguration(solution=("two_fer.py",), test=("two_fer_test.py",)),
    material={".meta/config.json": b"{}"},
)
ANALYSIS = b'{"comments": ["python.general.docstrings"]}'
TAGS = b'{"tags": ["construct:list"]}'
WRITTEN = {"analysis.json": ANALYSIS, "tags.json": TAGS, "analysis.out": b"why"}


def test_an_analyzer_is_called_by_its_interface(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "run.sh").chmod(0o755)
    run = plan(load_analyzer(tmp_path), EXERCISE, {"two_fer.py": b"mine"}, {}, lambda _: "")
    script, slug, source, target = run.command
    assert (script, slug) == ("/opt/analyzer/bin/run.sh", "two-fer")
    assert source.endswith("/") and target.endswith("/") and source != target
    assert run.image.mounts == {"/opt/analyzer": tmp_path}
    assert {path.removeprefix(target) for path in run.collect} == set(WRITTEN)
    assert run.limits.window_seconds == 20


def test_rules_and_earlier_comments_are_out_of_a_students_reach(tmp_path: Path) -> None:
    (tmp_path / "rules" / "python").mkdir(parents=True)
    (tmp_path / "rules" / "python" / "a.yaml").write_text("language: python")
    (tmp_path / "rules" / "notes.txt").write_text("mine")
    exercise = add_analyzer_input(EXERCISE, rules=[tmp_path / "rules"], earlier=["a.b"])
    assert exercise.material == {
        **EXERCISE.material,
        ".meta/analyzer/shared/0/python/a.yaml": b"language: python",
        ".meta/earlier.json": b'{"comments": ["a.b"]}',
    }
    forged = {".meta/earlier.json": b"{}", "two_fer.py": b"mine"}
    run = plan(TOOL, exercise, forged, {"it": IMAGE}, lambda _: "")
    (files,) = [tree for place, tree in run.trees.items() if place.endswith("iteration")]
    assert b'"a.b"' in str(files).encode()
    assert add_analyzer_input(EXERCISE, rules=[], earlier=[]) == EXERCISE


def test_a_directory_without_the_script_is_not_an_analyzer(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"has no file 'bin/run\.sh'"):
        load_analyzer(tmp_path)


def _make_outcome(files: dict[str, bytes | RejectedFile], **changes: object) -> Outcome:
    found = {f"/mnt/output/{name}": file for name, file in files.items()}
    return replace(FINE, files=found, **changes)  # type: ignore[arg-type]


KILLED = {"exit_status": None, "ending": Ending.CPU_LIMIT}
TOO_LONG = b"x" * (MAXIMUM_CHARACTERS + 1)
ODD = b'{"comments": ["a.b", 3, {"comment": "c.d", "type": "bad"}]}'


@pytest.mark.parametrize(
    ("files", "changes", "ending"),
    [
        pytest.param({}, {}, ToolEnding.FINISHED, id="as it should be"),
        pytest.param({"tags.json": None, "analysis.out": None}, {}, ToolEnding.FINISHED, id="bare"),
        pytest.param({"analysis.json": None}, {}, ToolEnding.MISSING, id="nothing"),
        pytest.param({"analysis.json": b""}, {}, ToolEnding.INVALID, id="empty"),
        pytest.param({"analysis.json": b'{"comm'}, {}, ToolEnding.INVALID, id="torn"),
        pytest.param({"analysis.json": b"[]"}, {}, ToolEnding.INVALID, id="a list"),
        pytest.param({"analysis.json": ODD}, {}, ToolEnding.FINISHED, id="odd comments"),
        pytest.param({"tags.json": b"{"}, {}, ToolEnding.FINISHED, id="torn tags"),
        pytest.param({}, {"exit_status": 2}, ToolEnding.CRASH, id="exit status 2"),
        pytest.param({"tags.json": TOO_LONG}, {}, ToolEnding.FILE_LIMIT, id="large tags"),
        pytest.param({"analysis.out": TOO_LONG}, {}, ToolEnding.FINISHED, id="large debug file"),
        pytest.param({}, KILLED, ToolEnding.COMPLETE, id="late"),
        pytest.param({"analysis.json": ODD}, KILLED, ToolEnding.COMPLETE, id="late and odd"),
        pytest.param({"tags.json": b'{"ta'}, KILLED, ToolEnding.COMPLETE, id="late, torn tags"),
        pytest.param({"analysis.json": b'{"comm'}, KILLED, ToolEnding.TIMEOUT, id="late, torn"),
        pytest.param({"analysis.json": None}, KILLED, ToolEnding.TIMEOUT, id="late, nothing"),
        pytest.param(
            {"analysis.json": RejectedFile("is not a regular file")},
            KILLED,
            ToolEnding.TIMEOUT,
            id="late, a link",
        ),
    ],
)
def test_each_way_an_analysis_can_end_has_a_status(
    files: dict[str, bytes | RejectedFile | None], changes: dict[str, object], ending: ToolEnding
) -> None:
    left = {name: file for name, file in {**WRITTEN, **files}.items() if file is not None}
    analyzed = read(_make_outcome(left, **changes))
    assert analyzed.ending is ending
    assert (analyzed.analysis is not None) == ending.succeeded


def test_a_fault_in_a_comment_costs_only_that_comment() -> None:
    analyzed = read(_make_outcome({**WRITTEN, "analysis.json": ODD}))
    assert analyzed.analysis is not None
    assert [comment.pointer for comment in analyzed.analysis.comments] == ["a.b", "c.d"]
    assert [violation.where for violation in analyzed.violations] == [
        "comments[1]",
        "comments[2].type",
    ]
    assert analyzed.tags == ("construct:list",)


def test_a_fault_in_the_tags_costs_only_the_tags() -> None:
    analyzed = read(_make_outcome({**WRITTEN, "tags.json": RejectedFile("has 2 names")}))
    assert analyzed.analysis is not None
    assert analyzed.tags == ()
    assert [str(violation) for violation in analyzed.violations] == ["tags.json: has 2 names"]


def test_the_tools_log_is_kept_when_it_failed() -> None:
    analyzed = read(_make_outcome(dict(WRITTEN), exit_status=1))
    assert analyzed.debugging == b"why"
    assert (analyzed.analysis, analyzed.tags, analyzed.violations) == (None, (), ())


def test_a_cancelled_analysis_is_a_machine_error() -> None:
    with pytest.raises(MachineError):
        read(_make_outcome({}, ending=Ending.CANCELLED, exit_status=None))
