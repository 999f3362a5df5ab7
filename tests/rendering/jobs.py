"""Jobs for tests."""

import zlib

import msgspec

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.rendering.jobs import Audience, ComparisonJob, FeedbackJob, FilePair
from kriterion_tools.contracts.dodona_judge.output_records import Permission


def make_feedback_job(record: AssessmentRecord, language: str = "en") -> FeedbackJob:
    """Return the job that renders all feedback of a record for a student."""
    return FeedbackJob(
        document=zlib.compress(msgspec.json.encode(record)),
        title="Title",
        audience=Audience(role=Permission.STUDENT, language=language),
    )


def make_comparison_job(*pairs: tuple[str, str]) -> ComparisonJob:
    """Return the job that renders a comparison."""
    return ComparisonJob(
        pairs=tuple(FilePair(one=one, other=other) for one, other in pairs),
        titles=("One", "Other"),
        audience=Audience(role=Permission.STUDENT, language="en"),
    )
