"""The example exercises: their solutions are right, and their known-wrong submissions wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from kriterion_tools.suite_judge import notations, suite_reader
from kriterion_tools.suite_judge import yaml_nodes as document
from tests.toolbox.suite_judge.conftest import JUDGE, judge_bytes

EXERCISES = Path(__file__).parents[3] / "examples" / "exercises"
EXPECTATIONS = sorted(EXERCISES.glob("*/submissions/expected.yaml"))
SCHEMA = json.loads((JUDGE / "suite.schema.json").read_bytes())


def list_submissions() -> Iterator[Any]:
    """Every submission of every exercise, with the status it shall get."""
    for file in EXPECTATIONS:
        exercise = file.parents[1]
        yield pytest.param(exercise, "solution/solution.py", "correct", id=exercise.name)
        for name, status in yaml.safe_load(file.read_bytes()).items():
            yield pytest.param(
                exercise, f"submissions/{name}", status, id=f"{exercise.name}-{name}"
            )


@pytest.mark.long(reason="the examples once more, without a sandbox")
@pytest.mark.parametrize(("exercise", "file", "status"), list(list_submissions()))
def test_a_submission_gets_the_status_its_author_expects(
    exercise: Path, file: str, status: str, tmp_path: Path
) -> None:
    shared = json.loads((EXERCISES / "dirconfig.json").read_bytes())["evaluation"]
    own = json.loads((exercise / "config.json").read_bytes()).get("evaluation", {})
    (tmp_path / "empty").mkdir()
    workdir = exercise / "workdir"
    configuration = {
        **shared,
        "time_limit": 3 if status == "time limit exceeded" else 20,
        **own,
        "resources": str(exercise / "evaluation"),
        "source": str(exercise / file),
        "workdir": str(workdir if workdir.exists() else tmp_path / "empty"),
        "programming_language": "python",
        "natural_language": "nl",
    }
    judged = judge_bytes(json.dumps(configuration).encode(), tmp_path)
    found = (judged.status, judged.accepted)
    assert found == (status, status == "correct"), judged.staff_messages
    for message_text in judged.student_messages:
        assert str(exercise) not in message_text and "suite_judge" not in message_text


def test_every_exercise_has_a_solution_and_each_kind_of_wrong_submission() -> None:
    assert len(EXPECTATIONS) >= 5
    for file in EXPECTATIONS:
        expected = yaml.safe_load(file.read_bytes())
        assert set(expected.values()) - {"correct"} == {
            "wrong",
            "runtime error",
            "compilation error",
            "time limit exceeded",
            "memory limit exceeded",
            "output limit exceeded",
        }
        assert {path.name for path in file.parent.glob("*.py")} == set(expected)


def simplify(node: document.Node) -> Any:
    """The document as an editor sees it, which knows no tags of ours."""
    if isinstance(node, document.Scalar):
        return node.text if node.tag.startswith("!l") else document.convert_scalar(node)
    if isinstance(node, document.Sequence):
        return [simplify(item) for item in node.items]
    return {str(simplify(key)): simplify(value) for key, value in node.pairs}


def read(text: str) -> None:
    """Read a suite, as the judge does."""
    suite_reader.read_suite(text.encode(), notations.NOTATIONS["python"], _read_no_file)


def _read_no_file(path: str) -> bytes:
    return path.encode()


@pytest.mark.parametrize("suite", sorted(EXERCISES.glob("*/evaluation/suite.yaml")), ids=str)
def test_the_schema_accepts_the_example_suites(suite: Path) -> None:
    text = suite.read_text()
    read(text)
    jsonschema.validate(simplify(document.read_document(text.encode())), SCHEMA)
