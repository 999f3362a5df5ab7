"""Open, answer, resolve and edit threads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.review.models import ReviewThread
from kriterion.web.review.pages.thread_forms import MessageForm, ThreadForm
from kriterion.web.review.services import discussion
from kriterion.web.review.services.discussion import DiscussionFullError, OutdatedThreadError
from kriterion.web.review.thread_access import (
    may_open_thread,
    own_message_or_404,
    thread_or_404,
)
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.submission_access import submission_or_404

_INVALID = 422
_CONFLICT = 409


@login_required
@require_POST
def add(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Open a thread on a submission."""
    user = require_user(request)
    submission = submission_or_404(user, submission_id)
    if not may_open_thread(user, submission):
        raise Http404
    form = ThreadForm(submission, request.POST)
    if not form.is_valid():
        return _render_form(request, submission, form, gettext("New comment"), status=_INVALID)
    try:
        thread = discussion.open_thread(
            submission, user, form.cleaned_data["text"], place=form.place
        )
    except DiscussionFullError:
        messages.error(request, gettext("There are too many comments on this submission."))
        return redirect("submission", submission_id=submission.pk)
    note(request, "thread.open", thread, submission=submission.pk)
    return redirect(build_thread_url(thread))


@login_required
@require_POST
def reply(request: HttpRequest, thread_id: int) -> HttpResponse:
    user = require_user(request)
    thread = thread_or_404(user, thread_id)
    form = MessageForm(request.POST)
    title = gettext("Reply")
    if not form.is_valid():
        return _render_form(request, thread.submission, form, title, thread=thread, status=_INVALID)
    seen = form.cleaned_data["seen"] or 0
    try:
        message = discussion.reply(thread, user, form.cleaned_data["text"], seen=seen)
    except OutdatedThreadError:
        form = MessageForm({**request.POST.dict(), "seen": _find_last_message_id(thread)})
        form.add_error(
            None,
            gettext("Somebody else has written here since. Read their message, then send yours."),
        )
        return _render_form(
            request, thread.submission, form, title, thread=thread, status=_CONFLICT
        )
    except DiscussionFullError:
        messages.error(request, gettext("There are too many messages in this conversation."))
        return redirect(build_thread_url(thread))
    note(request, "thread.reply", thread, message=message.pk)
    return redirect(build_thread_url(thread))


@login_required
@require_POST
def resolve(request: HttpRequest, thread_id: int) -> HttpResponse:
    """Mark a thread as resolved, or reopen it."""
    user = require_user(request)
    thread = thread_or_404(user, thread_id)
    if request.POST.get("to") == "reopen":
        if discussion.reopen(thread):
            note(request, "thread.reopen", thread)
    elif discussion.resolve(thread, user):
        note(request, "thread.resolve", thread)
    return redirect(build_thread_url(thread))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, message_id: int) -> HttpResponse:
    """Change one's own message."""
    message = own_message_or_404(require_user(request), message_id)
    form = MessageForm(request.POST or None, initial={"text": message.text})
    if request.method == "POST" and form.is_valid():
        discussion.edit_message(message, form.cleaned_data["text"])
        note(request, "thread.edit", message.thread, message=message.pk)
        return redirect(build_thread_url(message.thread))
    return _render_form(request, message.thread.submission, form, gettext("Edit message"))


@login_required
@require_POST
def delete(request: HttpRequest, message_id: int) -> HttpResponse:
    """Delete one's own message."""
    message = own_message_or_404(require_user(request), message_id)
    note(request, "thread.delete", message.thread, message=message_id)
    discussion.delete_message(message)
    address = reverse("submission", args=[message.thread.submission_id])
    return redirect(f"{address}#conversations")


def build_thread_url(thread: ReviewThread) -> str:
    return f"{reverse('submission', args=[thread.submission_id])}#thread-{thread.pk}"


def _find_last_message_id(thread: ReviewThread) -> int:
    last = thread.messages.order_by("pk").last()
    return 0 if last is None else last.pk


def _render_form(
    request: HttpRequest,
    submission: Submission,
    form: MessageForm,
    title: str,
    *,
    thread: ReviewThread | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a form on a separate page, with the last message that it answers."""
    address = reverse("submission", args=[submission.pk])
    language = get_language() or "en"
    context = {
        "form": form,
        "title": title,
        "submission": submission,
        "back": address if thread is None else build_thread_url(thread),
        "last": None if thread is None else thread.messages.order_by("pk").last(),
        "trail": [
            (gettext("Submissions"), reverse("submissions")),
            (submission.activity.name(language), address),
        ],
    }
    return render(request, "review/message.html", context, status=status)
