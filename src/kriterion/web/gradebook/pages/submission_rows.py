"""The rows of a course's list of submissions, each with a mark that changes with what it shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import state_label


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmissionRow:
    submission: Submission
    html: SafeString  # the content of the row's link

    @property
    def mark(self) -> str:
        return f"{crc32(self.html.encode()):x}"


def render_rows(request: HttpRequest, submissions: Iterable[Submission]) -> list[SubmissionRow]:
    language = get_language() or "en"
    return [
        SubmissionRow(
            submission=each,
            html=render_to_string(
                "gradebook/submission_row.html",
                {
                    "each": each,
                    "state": state_label(each),
                    "name": each.activity.name(language),
                },
                request,
            ),
        )
        for each in submissions
    ]
