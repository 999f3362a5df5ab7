"""Refuse submissions to an activity that has been hidden, but keep the files as a draft."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.translation import gettext

from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.models import Activity
from kriterion.web.exams.exam_entry import find_exam_without_content
from kriterion.web.exams.session_proofs import read_devices
from kriterion.web.learning.workspace.drafts import keep_submitted
from kriterion.web.submissions.models import Submission


def keep_late_work(
    request: HttpRequest, activity_id: int, files: Mapping[str, str | bytes]
) -> HttpResponseRedirect | None:
    """Keep files for an activity that the user no longer sees; redirect to a page with the reason.

    Return None if the user has neither entered an exam with the activity nor worked on it before it
    was held back.
    """
    user = require_user(request)
    activity = Activity.objects.filter(pk=activity_id).first()
    if activity is None:
        return None
    exam = find_exam_without_content(user, activity_id, read_devices(request))
    was_begun = (
        user.drafts.filter(activity=activity).exists()
        or Submission.objects.filter(user=user, activity=activity).exists()
    )
    if exam is None and not (activity.is_held_back and was_begun):
        return None
    texts = {
        name: text if isinstance(text, str) else text.decode("utf-8", "replace")
        for name, text in files.items()
    }
    refusal = (
        gettext("This was not submitted, because the exam is closed.")
        if exam is not None
        else gettext("This was not submitted: the exercise is not available at the moment.")
    )
    if keep_submitted(user, activity, texts):
        refusal += " " + gettext("Your code is kept as a draft.")
    messages.error(request, refusal)
    if exam is None:
        return redirect("home")
    return redirect("exams:exam", slug=exam.series.course.slug, series_id=exam.series_id)
