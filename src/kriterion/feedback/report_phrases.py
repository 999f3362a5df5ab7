"""What the parts of a grader's report are called, in each language."""

from kriterion.assessment.assessment_record import Points
from kriterion.feedback import phrases
from kriterion_tools.contracts.dodona_judge.texts import SCORE, Phrase
from kriterion_tools.contracts.learn_ocaml_repository.report import Report, Result, failed

_RESULTS = {
    Result.FAILURE: phrases.FAILURE,
    Result.WARNING: phrases.WARNING,
    Result.INFORMATIVE: phrases.INFORMATIVE,
    Result.IMPORTANT: phrases.IMPORTANT,
}


def told_result(result: Result | int, language: str) -> str:
    """What a message says, in a word or two: "Success 5", "Failure"."""
    if isinstance(result, Result):
        return _RESULTS[result].told(language)
    if result > 0:
        return phrases.SUCCESS.told(language, points=result)
    return phrases.PENALTY.told(language, points=-result)


def told_points(number: int, language: str) -> str:
    """So many points."""
    phrase = phrases.ONE_POINT if number == 1 else phrases.SOME_POINTS
    return phrase.told(language, points=number)


def told_total(report: Report, points: Points, language: str) -> str:
    """How the whole went, in one line."""
    if points.possible is None:
        earned = told_points(points.earned, language)
    else:
        earned = SCORE.told(language, points=points.earned, possible=points.possible)
    verdict: Phrase = phrases.REPORT_FAILED if failed(report) else phrases.REPORT_COMPLETE
    return verdict.told(language, points=earned)
