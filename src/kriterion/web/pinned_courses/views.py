"""Pin a course, or unpin it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.course_access import course_or_404
from kriterion.web.pinned_courses.pins import TooManyPinsError, pin_course, unpin_course


@require_POST
@login_required
def pin(request: HttpRequest, slug: str) -> HttpResponse:
    """Pin a course, or unpin it with `to=unpin`."""
    user = require_user(request)
    course = course_or_404(user, slug)
    if request.POST.get("to") == "unpin":
        unpin_course(user, course)
    else:
        try:
            pin_course(user, course)
        except TooManyPinsError:
            messages.error(request, gettext("You have pinned too many courses. Unpin one first."))
    if request.POST.get("from") == "home":
        return redirect("home")
    return redirect("course", slug=course.slug)
