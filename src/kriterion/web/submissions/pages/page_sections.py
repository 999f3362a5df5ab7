"""Sections that apps above this one add to the page of a submission.

They are left out during an exam, because the pages to which they link are closed.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.exam_scope import find_running_exam
from kriterion.web.submissions.models import Submission

Section = Callable[[HttpRequest, Submission], SafeString]

_sections: list[Section] = []
_result_sections: list[Section] = []


def add_section(section: Section) -> None:
    """Add a section below the result; call it once, when the app is ready."""
    if section not in _sections:
        _sections.append(section)


def add_result_section(section: Section) -> None:
    """Add a section to the result itself, which the page's script replaces when it arrives."""
    if section not in _result_sections:
        _result_sections.append(section)


def render_result_sections(request: HttpRequest, submission: Submission) -> list[SafeString]:
    return _render(_result_sections, request, submission)


def render_sections(request: HttpRequest, submission: Submission) -> list[SafeString]:
    return _render(_sections, request, submission)


def _render(
    sections: list[Section], request: HttpRequest, submission: Submission
) -> list[SafeString]:
    if find_running_exam(require_user(request)) is not None:
        return []
    return [section(request, submission) for section in sections]
