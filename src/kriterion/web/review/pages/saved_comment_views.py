"""Saved comments: a page to keep them, and the search while a reviewer types."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.models import SavedComment
from kriterion.web.review.pages.review_overview import TAB, make_reviews_crumb
from kriterion.web.review.pages.thread_views import build_thread_url
from kriterion.web.review.services.discussion import MAX_TEXT
from kriterion.web.review.services.saved_comments import (
    TooManySavedError,
    find_comments,
    save_comment,
    select_usable_comments,
)
from kriterion.web.review.thread_access import own_message_or_404
from kriterion.web.teaching.course_page import course_page, for_course

_PAGE = 30
_MAX_QUERY = 200  # characters


class SavedCommentForm(forms.Form):
    text = forms.CharField(
        label=_("Comment"),
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("You can use Markdown."),
    )
    is_shared = forms.BooleanField(
        required=False, label=_("Share with the teachers of this course")
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def saved_comments(request: HttpRequest, course: Course) -> HttpResponse:
    """List a user's saved comments and those of the course, and add one."""
    user = require_user(request)
    form = SavedCommentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            saved = save_comment(
                user, form.cleaned_data["text"], course if form.cleaned_data["is_shared"] else None
            )
        except TooManySavedError:
            messages.error(request, gettext("You have saved too many comments."))
        else:
            note(request, "saved-comment.add", saved, course=course.name)
        return redirect("review:saved-comments", slug=course.slug)
    query = request.GET.get("q", "")[:_MAX_QUERY]
    rows = select_usable_comments(user, course).select_related("owner")
    for word in query.split()[:6]:
        rows = rows.filter(text__icontains=word)
    context = {
        "page": Paginator(rows, _PAGE).get_page(request.GET.get("page")),
        "form": form,
        "query": query,
    }
    return course_page(
        request,
        "review/saved_comments.html",
        TAB,
        course,
        context,
        below=(make_reviews_crumb(course),),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.REVIEW)
def edit_saved_comment(request: HttpRequest, course: Course, comment_id: int) -> HttpResponse:
    """Change one's own saved comment."""
    saved = get_object_or_404(select_usable_comments(require_user(request), course), pk=comment_id)
    if saved.owner_id != require_user(request).pk:
        raise Http404
    initial = {"text": saved.text, "is_shared": saved.course_id is not None}
    form = SavedCommentForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        saved.text = form.cleaned_data["text"]
        saved.course = course if form.cleaned_data["is_shared"] else None
        saved.save()
        note(request, "saved-comment.change", saved)
        return redirect("review:saved-comments", slug=course.slug)
    crumb = (gettext("Saved comments"), reverse("review:saved-comments", args=[course.slug]))
    context = {"form": form, "title": gettext("Saved comment")}
    return course_page(
        request,
        "teaching/form.html",
        TAB,
        course,
        context,
        below=(make_reviews_crumb(course), crumb),
    )


@require_POST
@for_course(CourseRight.REVIEW)
def delete_saved_comment(request: HttpRequest, course: Course, comment_id: int) -> HttpResponse:
    """Delete one's own saved comment; teachers may also delete those of their course."""
    user = require_user(request)
    saved = get_object_or_404(select_usable_comments(user, course), pk=comment_id)
    if saved.owner_id != user.pk and CourseRight.MANAGE not in find_rights(user, course):
        raise Http404
    note(request, "saved-comment.delete", saved)
    saved.delete()
    return redirect("review:saved-comments", slug=course.slug)


@require_safe
@for_course(CourseRight.MENTOR)
def find(request: HttpRequest, course: Course) -> JsonResponse:
    """Return comments that contain what a reviewer has typed, for the page's script.

    Mentors get their own only: those of colleagues may be about students of other groups.
    """
    user = require_user(request)
    shared = course if CourseRight.REVIEW in find_rights(user, course) else None
    matching = find_comments(user, shared, request.GET.get("q", "")[:_MAX_QUERY])
    comments = [{"text": comment.text, "saved": comment.is_saved} for comment in matching]
    return JsonResponse({"comments": comments})


@login_required
@require_POST
def save_message(request: HttpRequest, message_id: int) -> HttpResponse:
    """Save one's own message, to use it again elsewhere."""
    user = require_user(request)
    message = own_message_or_404(user, message_id)
    if not message.by_staff:
        raise Http404
    try:
        saved: SavedComment = save_comment(user, message.text, None)
    except TooManySavedError:
        messages.error(request, gettext("You have saved too many comments."))
    else:
        note(request, "saved-comment.add", saved)
        messages.success(request, gettext("Saved: it is suggested while you type a comment."))
    return redirect(build_thread_url(message.thread))
