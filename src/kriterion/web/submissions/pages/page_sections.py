"""Sections that apps above this one add to the page of a submission."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

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
    return [section(request, submission) for section in _result_sections]


def render_sections(request: HttpRequest, submission: Submission) -> list[SafeString]:
    return [section(request, submission) for section in _sections]
