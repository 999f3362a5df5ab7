"""The versions that made a submission's assessment, and its earlier assessments, for staff."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from kriterion.markup.visible_text import make_visible
from kriterion.web.submissions.models import (
    Assessment,
    PastAssessment,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.pages.presentation import StateLabel, state_label

_WORDS: Mapping[str, str | Promise] = {
    "kriterion": "Kriterion",
    "exercise": _("Exercise"),
    "judge": _("Judge"),
    "analyzer": _("Analyzer"),
    "representer": _("Representer"),
}

Versions = tuple[tuple[str | Promise, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PastRow:
    """An earlier assessment: its result, and the versions that made it."""

    past: PastAssessment
    label: StateLabel
    versions: Versions


@dataclass(frozen=True, kw_only=True, slots=True)
class AssessmentHistory:
    """The versions that made the current assessment, and earlier ones, newest first."""

    versions: Versions
    rows: tuple[PastRow, ...]


def find_history(submission: Submission) -> AssessmentHistory | None:
    """Return the history of an assessed submission; None if nothing is known."""
    if submission.state != SubmissionState.FINISHED:
        return None
    current = Assessment.objects.filter(submission=submission).values_list("versions", flat=True)
    rows = tuple(
        PastRow(past=past, label=_present_state(past), versions=_name_versions(past.versions))
        for past in submission.past_assessments.defer("document").order_by("-attempt")
    )
    versions = _name_versions(current.first() or {})
    return AssessmentHistory(versions=versions, rows=rows) if versions or rows else None


def _present_state(past: PastAssessment) -> StateLabel:
    return state_label(Submission(state=past.state, status=past.status, accepted=past.accepted))


def _name_versions(versions: Mapping[str, str]) -> Versions:
    """Return the known names in words, with their versions."""
    return tuple(
        (word, make_visible(versions[name])) for name, word in _WORDS.items() if versions.get(name)
    )
