"""The page with a user's archives, and the archives themselves."""

from collections.abc import AsyncGenerator, Iterator
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.models import Course
from kriterion.web.own_work.work_archive import choose_work, write_archive
from kriterion.web.submissions.live.row_reader import RowReader
from kriterion.web.submissions.models import Draft, Submission

PAUSE_SECONDS: Final = 30  # between two archives of a user

# One thread writes all archives, a chunk at a time: none of them slows down pages more than that.
_writer = RowReader("kriterion-own-work")


@login_required
@require_safe
def show_archives(request: HttpRequest) -> HttpResponse:
    """Show the courses for which the user submitted something."""
    user = require_user(request)
    own = Submission.objects.filter(user=user).order_by()
    counts = dict(own.values_list("course").annotate(Count("pk")))
    courses = Course.objects.filter(pk__in=[key for key in counts if key]).order_by("name", "pk")
    rows = [(course, counts[course.pk]) for course in courses]
    context = {"rows": rows, "total": sum(counts.values())}
    context["has_work"] = bool(counts) or Draft.objects.filter(user=user).exists()
    return render(request, "own_work/archives.html", context)


@login_required
@require_GET
def archive(request: HttpRequest) -> HttpResponseBase:
    """Send an archive of one course (`?course=` its id), or of everything."""
    user, language = require_user(request), get_language() or "en"
    course, name = None, "kriterion"
    if "course" in request.GET:
        key = read_number(request.GET["course"]) or 0
        own = Submission.objects.filter(user=user).order_by().values("course")
        course = get_object_or_404(Course, pk=key, pk__in=own)
        name = course.slug
    if not cache.add(f"own-work-{user.pk}", 1, PAUSE_SECONDS):
        text = gettext("You have just downloaded an archive. Try again in half a minute.")
        messages.error(request, text)
        return redirect("own-work:archives")
    chunks = write_archive(choose_work(user, course, language))
    response = StreamingHttpResponse(stream(chunks, language), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response


async def stream(chunks: Iterator[bytes], language: str) -> AsyncGenerator[bytes, None]:
    """Yield the chunks, which another thread writes in the language."""

    def write_next() -> bytes | None:
        with translation.override(language):
            return next(chunks, None)

    while (chunk := await _writer.read(write_next)) is not None:
        yield chunk
