"""How a proposal lists comments that one side lacks."""

import pytest
from msgspec import structs

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    JudgeRecord,
    SubmissionRecord,
)
from kriterion.web.rejudging.services.assessment_differences import find_difference
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment

POINTER = "python.general.loop"
RECORD = AssessmentRecord(
    submission=SubmissionRecord(exercise="Sums", file_name="a.py", source="1", language="en"),
    judge=JudgeRecord(
        status=Status.CORRECT,
        accepted=True,
        summary=None,
        feedback=FullOutput(accepted=True, status=Status.CORRECT),
    ),
)


def add_comment(text: str) -> AssessmentRecord:
    analyzer = AnalyzerRecord(
        status=AnalyzerStatus.COMPLETED,
        comments=(Comment(pointer=POINTER, params={"name": "total"}),),
        texts={POINTER: text},
    )
    return structs.replace(RECORD, analyzer=analyzer)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("# A loop\n\nUse `sum` for\n`%{name}`.\n", "Use `sum` for `total`."),
        ("# Only a title\n", "# Only a title"),
        ("Use `sum`.\n\n# Not a title\n", "Use `sum`. # Not a title"),
        ("", POINTER),
    ],
)
def test_a_new_comment_is_listed_on_one_line_without_its_title(text: str, listed: str) -> None:
    submission = Submission(state=SubmissionState.FINISHED, status="correct", accepted=True)
    difference = find_difference(submission, RECORD, add_comment(text))
    assert difference.after["comments"] == [listed]
    assert difference.before["comments"] == []
