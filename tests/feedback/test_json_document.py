import json

import pytest
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.feedback.json_document import encode_assessment
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission
from tests.feedback.golden import assert_golden
from tests.feedback.sample import ASSESSMENT, OUTPUT


def test_the_document_of_a_rich_assessment_matches_its_golden_file(
    pytestconfig: pytest.Config,
) -> None:
    document = json.loads(encode_assessment(ASSESSMENT, Permission.ZEUS))
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    assert_golden(pytestconfig, "assessment.json", text)


def test_the_keys_are_the_documented_ones() -> None:
    document = json.loads(encode_assessment(ASSESSMENT, Permission.STAFF))
    assert list(document) == ["submission", "judge", "analyzer", "representer", "points"]
    assert set(document["judge"]) == {
        *("status", "accepted", "summary", "ending", "wall_seconds", "cpu_seconds"),
        *("peak_memory_bytes", "feedback", "violations", "run_notes", "backend", "enforced"),
        *("environment", "run_codes"),
    }
    assert document["analyzer"] is None


def test_students_do_not_see_violations_of_the_judge() -> None:
    document = json.loads(encode_assessment(ASSESSMENT, Permission.STUDENT))
    assert "violations" not in document["judge"]
    assert "run_notes" not in document["judge"]
    assert "run_codes" not in document["judge"]
    assert "environment" not in document["judge"]


def test_a_submission_without_a_judge_has_a_document_too() -> None:
    document = json.loads(
        encode_assessment(AssessmentRecord(submission=ASSESSMENT.submission), Permission.STUDENT)
    )
    assert document["judge"] is None


def test_a_lone_surrogate_does_not_break_the_document() -> None:
    assert ASSESSMENT.judge is not None
    output = replace(OUTPUT, messages=(Message(description="half \ud83d"),))
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    document = json.loads(encode_assessment(assessment, Permission.STUDENT))
    assert document["judge"]["feedback"]["messages"][0]["description"] == "half ?"
