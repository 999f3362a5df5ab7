"""The schemas of exercises and judges say the same of every document as their readers."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.expectations import read_expectations
from kriterion.authoring.judge_inputs.configuration_keys import ACTIVITY_KEYS
from kriterion.authoring.judges.judge_files import check_configuration
from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.exercises.dodona.dodona_repository import load_exercise
from kriterion_tools.contracts.dodona_judge.judge_configuration import merge_configuration
from kriterion_tools.contracts.dodona_judge.statuses import SYNONYMS, Status
from tests.authoring.schema_documents import ODD, VALIDATORS, VALUES, is_valid, objects

ACTIVITIES = objects(
    type=st.sampled_from(["exercise", "Exercise", "exam"]),
    programming_language=st.just("python"),
    access=st.sampled_from(["public", "private", "visible"]),
    description=objects(names=objects(en=st.just("Echo"), nl=st.just(""))),
    evaluation=objects(
        handler=st.just("suite"),
        image=st.just("x"),
        time_limit=st.sampled_from([0, 0.5, 42, 86_400, 86_401]),
        memory_limit=st.sampled_from([9_999_999, 10_000_000, 1e8, 1e8 + 0.5, 500_000_001]),
        network_enabled=st.booleans(),
        analyze_rejected=st.booleans(),
    ),
    labels=st.lists(st.just("loops") | ODD, max_size=3),
    contact=st.just("someone@school.example"),
)


def _is_activity_fine(document: dict[str, Any], directory: Path) -> bool:
    """Whether an exercise with this config.json has no problem in it."""
    (directory / "config.json").write_text(json.dumps(document))
    _, problems = load_exercise(directory, directory)
    visible = (
        "there is no name in Dutch or English",
        "there is no description in Dutch or English",
    )
    return all(problem.what in visible for problem in problems)


@given(document=ACTIVITIES)
def test_an_exercise_is_valid_if_its_reader_reports_nothing(
    document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    directory = tmp_path_factory.getbasetemp()
    assert is_valid("exercise", document) == _is_activity_fine(document, directory)
    assert is_valid("dirconfig", document) == is_valid("exercise", document)


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"visibility": "open"},
        {"visibility": "sometimes"},
        {"type": "ContentPage"},
        {"type": 3},
        {"description": {"names": {"en": ["Echo"]}}},
        {"description": "Echo"},
        {"labels": "loops"},
        {"labels": [["loops"]]},
        {"evaluation": []},
    ],
)
def test_odd_activities_get_the_same_verdict(document: Any, tmp_path: Path) -> None:
    assert is_valid("exercise", document) == _is_activity_fine(document, tmp_path)


@given(
    objects(
        image=st.just("x"),
        time_limit=st.sampled_from([0, 1, 2.5, 1e15]),
        memory_limit=st.sampled_from([0, 1, 100_000_000]),
        network_enabled=st.booleans(),
    )
)
def test_a_judge_is_valid_if_a_host_can_use_its_configuration(document: dict[str, Any]) -> None:
    assert is_valid("judge", document) == (not list(check_configuration(document)))


@pytest.mark.parametrize("status", [*Status, *SYNONYMS])
def test_a_status_can_be_expected_if_judges_may_write_it(status: str) -> None:
    document = {"a.py": status}
    _, findings = read_expectations(json.dumps(document).encode(), "expected.yaml", ("a.py",))
    assert is_valid("expected", document) == (not findings)


STATUSES = st.sampled_from([*Status, *SYNONYMS, "fine"])


@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b.py"]),
        STATUSES
        | st.lists(STATUSES, max_size=2)
        | st.fixed_dictionaries(
            {},
            optional={
                "status": STATUSES | st.lists(STATUSES, max_size=2),
                "language": st.sampled_from(["en", "nl", ""]),
                "reason": st.just("x"),
            },
        ),
    )
    | st.sampled_from([None, [], ["a.py"], "a.py", 3])
)
def test_expectations_are_valid_if_their_reader_understands_them(document: object) -> None:
    content = json.dumps(document).encode()
    _, findings = read_expectations(content, "expected.yaml", ("a.py", "b.py"))
    # null in JSON is a text in YAML's tree of nodes, and an empty file holds no node at all
    assert is_valid("expected", document) == (not findings or document is None)


@given(
    judge=st.dictionaries(st.sampled_from(["image", "x", "workdir"]), VALUES),
    evaluation=st.dictionaries(st.sampled_from(["handler", "filename", "source"]), VALUES),
    language=st.none() | st.just("python"),
)
def test_the_configuration_passed_to_a_judge_is_valid(
    judge: dict[str, Any], evaluation: dict[str, Any], language: str | None
) -> None:
    given_to_judge = merge_configuration(
        judge_config=judge,
        evaluation=evaluation,
        programming_language=language,
        natural_language="en",
        places={key: f"/mnt/{key}" for key in ("resources", "source", "judge", "workdir")},
    )
    VALIDATORS["run-configuration"].validate(given_to_judge)


def test_the_schema_describes_the_keys_that_are_known() -> None:
    assert set(SCHEMAS["exercise"].load()["properties"]) == set(ACTIVITY_KEYS)
