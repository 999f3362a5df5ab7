"""The rubric of a course."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST

from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.base.form_storing import store_fields
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.pages.review_forms import RubricItemForm
from kriterion.web.review.pages.review_overview import TAB, make_reviews_crumb
from kriterion.web.review.services.rubrics import MAX_ITEMS, find_given_points
from kriterion.web.teaching.course_page import course_page, for_course


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def rubric(request: HttpRequest, course: Course) -> HttpResponse:
    """List the items of a course's rubric, and add one."""
    form = RubricItemForm(course, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if course.rubric_items.count() >= MAX_ITEMS:
            messages.error(request, gettext("The rubric has too many items."))
        else:
            form.instance.course = course
            form.save()
            note(request, "rubric.add", form.instance, course=course.name, **describe_changes(form))
        return redirect("review:rubric", slug=course.slug)
    language = get_language() or "en"
    rows = [
        (item, item.activity.name(language) if item.activity else "")
        for item in course.rubric_items.select_related("series", "activity__repository")
    ]
    context = {"rows": rows, "form": form}
    return course_page(
        request, "review/rubric.html", TAB, course, context, below=(make_reviews_crumb(course),)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def edit_item(request: HttpRequest, course: Course, item_id: int) -> HttpResponse:
    item = get_object_or_404(course.rubric_items, pk=item_id)
    form = RubricItemForm(course, request.POST or None, instance=item)
    if request.method == "POST" and form.is_valid():
        if not store_fields(form):
            raise Http404
        note(request, "rubric.change", item, **describe_changes(form))
        return redirect("review:rubric", slug=course.slug)
    context = {"form": form, "title": gettext("Item of the rubric")}
    return course_page(
        request, "teaching/form.html", TAB, course, context, below=(make_reviews_crumb(course),)
    )


@require_POST
@for_course(CourseRight.MANAGE)
def delete_item(request: HttpRequest, course: Course, item_id: int) -> HttpResponse:
    """Delete an item that no review has given points for."""
    item = get_object_or_404(course.rubric_items, pk=item_id)
    if find_given_points([item]):
        messages.error(request, gettext("Reviews give points for this item, so it stays."))
    else:
        note(request, "rubric.delete", item)
        item.delete()
    return redirect("review:rubric", slug=course.slug)
