"""Describes the results and points in a grader's report."""

from kriterion.assessment.assessment_record import Points
from kriterion.feedback import phrases
from kriterion_tools.contracts.dodona_judge.host_phrases import SCORE
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Report,
    Result,
    has_failure,
)
from kriterion_tools.translation.translator import Phrase, Translator

_RESULTS = {
    Result.FAILURE: phrases.FAILURE,
    Result.WARNING: phrases.WARNING,
    Result.INFORMATIVE: phrases.INFORMATIVE,
    Result.IMPORTANT: phrases.IMPORTANT,
}


def describe_result(result: Result | int, translator: Translator) -> str:
    """Describe a result, such as "Success 5", "Penalty 2" or "Failure"; a number is points."""
    if isinstance(result, Result):
        return translator.translate(_RESULTS[result])
    if result > 0:
        return translator.translate(phrases.SUCCESS, points=result)
    return translator.translate(phrases.PENALTY, points=-result)


def describe_points(number: int, translator: Translator) -> str:
    """Return the points with their unit, such as "1 point"."""
    return translator.translate(phrases.POINTS, count=number)


def describe_total(report: Report, points: Points, translator: Translator) -> str:
    """Return whether the report is complete or failed, and the points in total."""
    if points.possible is None:
        earned = describe_points(points.earned, translator)
    else:
        earned = translator.translate(SCORE, points=points.earned, possible=points.possible)
    verdict: Phrase = phrases.REPORT_FAILED if has_failure(report) else phrases.REPORT_COMPLETE
    return translator.translate(verdict, points=earned)
