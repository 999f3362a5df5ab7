"""Show the names of students, unless blind mode hides them."""

from typing import Any

from django import template

from kriterion.web.courses.blind_mode import name_student
from kriterion.web.submissions.models import Submission

register = template.Library()


@register.simple_tag(takes_context=True)
def student_name(context: dict[str, Any], submission: Submission, written: str = "") -> str:
    """Return the student's name, or `written` if given; in blind mode, a replacement."""
    request = context["request"]
    return name_student(request, submission.user, submission.course_id, written)
