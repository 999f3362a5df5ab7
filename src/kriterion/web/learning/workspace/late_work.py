"""Submissions to an exam that no longer shows its activities: refused, but not lost."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from kriterion.web.accounts.site_access import user_of
from kriterion.web.catalog.models import Activity
from kriterion.web.exams.session_proofs import devices_of
from kriterion.web.exams.taking import find_exam_without_content
from kriterion.web.learning.workspace.drafts import keep_submitted


def keep_late_work(
    request: HttpRequest, activity_id: int, files: Mapping[str, str | bytes]
) -> HttpResponse | None:
    """Keep files for an activity that the user no longer sees; redirect to the exam that refuses
    them.

    Return None if the user has entered no exam with it.
    """
    user = user_of(request)
    activity = Activity.objects.filter(pk=activity_id).first()
    if activity is None:
        return None
    exam = find_exam_without_content(user, activity_id, devices_of(request))
    if exam is None:
        return None
    texts = {
        name: text if isinstance(text, str) else text.decode("utf-8", "replace")
        for name, text in files.items()
    }
    refusal = gettext("This was not submitted, because the exam is closed.")
    if keep_submitted(user, activity, texts):
        refusal += " " + gettext("Your code is kept as a draft.")
    messages.error(request, refusal)
    return redirect("exams:exam", slug=exam.series.course.slug, series_id=exam.series_id)
