"""Add many members from a list: upload it, see what it changes, confirm."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from kriterion.markup.visible_text import make_visible
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.groups import MAX_GROUPS, TooManyGroupsError
from kriterion.web.courses.imported_groups import find_new_groups
from kriterion.web.courses.member_list import (
    MAX_BYTES,
    MAX_ROWS,
    ListedMember,
    RowFault,
    read_member_list,
)
from kriterion.web.courses.memberships import CHANGING, ImportAction, apply_import, plan_import
from kriterion.web.courses.models import Course, MemberImport, MemberRole
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_page import course_page, for_course
from kriterion.web.teaching.member_forms import MemberListForm

_LIFETIME = timedelta(days=1)  # for which an unconfirmed list stays
_PAGE = 200
_MAX_FAULTS = 500  # shown

_ACTIONS = {
    ImportAction.ADD: (_("becomes a member"), "add"),
    ImportAction.CHANGE: (_("gets another role"), "edit"),
    ImportAction.GROUPS: (_("gets other groups"), "folder"),
    ImportAction.WAIT: (_("has no account yet; becomes a member on the first log-in"), "clock"),
    ImportAction.UNKNOWN: (_("no account has this email address"), "warning"),
    ImportAction.LAST_TEACHER: (_("stays a teacher: the course needs one"), "warning"),
    ImportAction.NONE: (_("nothing changes"), "check"),
}
_COUNTED_ACTIONS = {
    ImportAction.ADD: ngettext_lazy("person becomes a member", "people become members"),
    ImportAction.CHANGE: ngettext_lazy("person gets another role", "people get another role"),
    ImportAction.GROUPS: ngettext_lazy("person gets other groups", "people get other groups"),
    ImportAction.WAIT: ngettext_lazy(
        "person has no account yet and becomes a member on the first log-in",
        "people have no account yet and become members on their first log-in",
    ),
    ImportAction.UNKNOWN: ngettext_lazy(
        "email address belongs to no account", "email addresses belong to no account"
    ),
    ImportAction.LAST_TEACHER: ngettext_lazy(
        "person stays a teacher: the course needs one",
        "people stay teachers: the course needs one",
    ),
    ImportAction.NONE: ngettext_lazy("person does not change", "people do not change"),
}
_MAX_NEW_GROUPS = 50  # shown
_FAULTS = {
    RowFault.TOO_LARGE: _("The file is larger than %(limit)s bytes."),
    RowFault.TOO_MANY: _("The list has more than %(limit)s people; the rest is left out."),
    RowFault.EMPTY: _("The list is empty."),
    RowFault.LINE: _("This line cannot be read. Check its quotation marks."),
    RowFault.NOBODY: _("The line has neither a username nor an email address."),
    RowFault.USERNAME: _("Usernames have letters, digits and @ . + - _ only, at most 150."),
    RowFault.EMAIL: _("This is not an email address."),
    RowFault.ROLE: _("The role must be one of: %(limit)s."),
    RowFault.GROUPS: _("These are not names of groups. Separate them by ; and use at most 50."),
    RowFault.TWICE: _("This person is also on line %(limit)s."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def upload(request: HttpRequest, course: Course) -> HttpResponse:
    """Take a list and show what it would change."""
    form = MemberListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        read = read_member_list(form.content)
        user = require_user(request)
        MemberImport.objects.filter(made_at__lt=timezone.now() - _LIFETIME).delete()
        MemberImport.objects.filter(course=course, author=user).delete()
        file = form.cleaned_data["file"]
        made = MemberImport.objects.create(
            course=course,
            author=user,
            file_name="" if file is None else str(file.name)[:200],
            entries=[
                [row.line, row.username, row.email, row.role, row.groups] for row in read.members
            ],
            faults=[[row.line, row.fault, row.value] for row in read.faults],
        )
        return redirect("teaching:member-import-confirm", slug=course.slug, import_id=made.pk)
    return _render_page(request, "teaching/member_import.html", course, {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def confirm(request: HttpRequest, course: Course, import_id: int) -> HttpResponse:
    """Show what a list changes, and change it."""
    member_import = get_object_or_404(
        course.member_imports, pk=import_id, author=require_user(request)
    )
    listed = [_read_entry(*entry) for entry in member_import.entries]
    if request.method == "POST":
        try:
            counts = apply_import(course, listed)
        except TooManyGroupsError:
            text = gettext("A course has at most %(limit)d groups.")
            messages.error(request, text % {"limit": MAX_GROUPS})
            return redirect(request.path)
        member_import.delete()
        note(request, "course.member-import", course, **{k.value: n for k, n in counts.items()})
        messages.success(request, _describe_result(counts))
        return redirect("teaching:members", slug=course.slug)
    planned = plan_import(course, listed)
    counts = Counter(row.action for row in planned)
    planned.sort(key=lambda row: (list(_ACTIONS).index(row.action), row.line))
    page = Paginator(planned, _PAGE).get_page(request.GET.get("page"))
    roles = dict(MemberRole.choices)
    context = {
        "import": member_import,
        "page": page,
        "rows": [(row, *_ACTIONS[row.action], roles.get(row.current, "")) for row in page],
        "summary": [
            (_COUNTED_ACTIONS[action] % counts[action], icon, counts[action])
            for action, (_text, icon) in _ACTIONS.items()
            if counts[action]
        ],
        "changes": sum(counts[action] for action in CHANGING),
        "new_groups": find_new_groups(
            course, (row.groups or () for row in planned if row.changes_groups)
        )[:_MAX_NEW_GROUPS],
        "faults": [_describe_fault(fault) for fault in member_import.faults[:_MAX_FAULTS]],
        "more_faults": max(0, len(member_import.faults) - _MAX_FAULTS),
    }
    return _render_page(request, "teaching/member_import_preview.html", course, context)


def _read_entry(
    line: int, username: str, email: str, role: str, groups: list[str] | None = None
) -> ListedMember:
    """Return a row of a stored list; lists of former versions have no groups."""
    return ListedMember(
        line=line,
        username=username,
        email=email,
        role=MemberRole(role),
        groups=None if groups is None else tuple(groups),
    )


def _render_page(
    request: HttpRequest, template: str, course: Course, context: dict[str, Any]
) -> HttpResponse:
    above = (gettext("Members"), reverse("teaching:members", args=[course.slug]))
    return course_page(request, template, "teaching:members", course, context, below=(above,))


def _describe_fault(fault: Sequence[Any]) -> tuple[int, str, str]:
    """Return a fault's line, its description, and the offending value."""
    line, code, value = fault
    text = str(_FAULTS[RowFault(code)])
    if code == RowFault.TOO_LARGE:
        return line, text % {"limit": f"{MAX_BYTES:,}"}, ""
    if code == RowFault.TOO_MANY:
        return line, text % {"limit": f"{MAX_ROWS:,}"}, ""
    if code == RowFault.ROLE:
        roles = ", ".join(str(label).lower() for label in MemberRole.labels)
        return line, text % {"limit": roles}, str(value)
    if code == RowFault.TWICE:
        return line, text % {"limit": value}, ""
    return line, text, make_visible(str(value))


def _describe_result(counts: Counter[ImportAction]) -> str:
    added = counts[ImportAction.ADD]
    parts = [ngettext("%(n)d member added.", "%(n)d members added.", added) % {"n": added}]
    if changed := counts[ImportAction.CHANGE]:
        text = ngettext("%(n)d role changed.", "%(n)d roles changed.", changed)
        parts.append(text % {"n": changed})
    if regrouped := counts[ImportAction.GROUPS]:
        text = ngettext(
            "%(n)d member gets other groups.", "%(n)d members get other groups.", regrouped
        )
        parts.append(text % {"n": regrouped})
    if waiting := counts[ImportAction.WAIT]:
        text = ngettext(
            "%(n)d person becomes a member on the first log-in.",
            "%(n)d people become members on their first log-in.",
            waiting,
        )
        parts.append(text % {"n": waiting})
    return " ".join(parts)
