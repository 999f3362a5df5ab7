"""The skills of a repository or a course: which exercises train each, and which require it.

These are the skills that learn-ocaml's builder writes to focus.json and requirements.json, or that
the teachers of a course say, limited to what the user may see.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.course_skills.skills import list_activities_with_skills, use_course_skills
from kriterion.web.courses.course_access import (
    course_or_404,
    select_shown_listings,
    select_visible_activities,
    select_visible_series,
)
from kriterion.web.courses.models import Listing
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.pages.user_progress import ActivityRow, load_progress

_ROWS = 6  # exercises listed per skill on the page of all skills


@dataclass(kw_only=True, slots=True)
class Skill:
    """A skill with its exercises, in the repository's order."""

    name: str
    trained_by: list[Activity] = field(default_factory=list)
    required_by: list[Activity] = field(default_factory=list)


@login_required
@require_safe
def exercise_skills(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show all skills of a repository; with `skill`, the exercises of that one and their states."""
    user = require_user(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    visible = select_visible_activities(user).filter(
        repository=repository, type__in=(ActivityType.EXERCISE, ActivityType.READING)
    )
    activities = visible.defer("search_text").order_by("position", "pk").distinct()
    tree = reverse("exercise-tree", args=[repository.pk])
    trail = [(gettext("Courses"), reverse("courses")), (repository.name, tree)]
    address = reverse("exercise-skills", args=[repository.pk])
    return _render_skills(request, activities, repository.name, address, trail)


@login_required
@require_safe
def course_skills(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the skills of a course's activities, including those that its teachers changed."""
    user = require_user(request)
    course = course_or_404(user, slug)
    listed = Listing.objects.filter(
        select_shown_listings(user),
        series__in=select_visible_series(user).filter(course=course),
        activity=OuterRef("pk"),
    )
    activities = list(list_activities_with_skills(course).filter(Exists(listed)))
    use_course_skills(course, activities)
    page = reverse("course", args=[course.slug])
    trail = [(gettext("Courses"), reverse("courses")), (course.name, page)]
    address = reverse("course-skills", args=[course.slug])
    return _render_skills(request, activities, course.name, address, trail)


def _render_skills(
    request: HttpRequest,
    activities: Iterable[Activity],
    name: str,
    address: str,
    trail: list[tuple[str, str]],
) -> HttpResponse:
    """Render all skills of some activities, or the one that `skill` names.

    `name` and `address` are of the repository or course, and of its page of skills.
    """
    user = require_user(request)
    skills = collect_skills(activities)
    chosen = request.GET.get("skill", "")
    if not skills or (chosen and chosen not in skills):
        raise Http404
    context: dict[str, object] = {"owner": name, "trail": trail}
    if chosen:
        skill = skills[chosen]
        done = load_progress(
            user, {activity.pk for activity in (*skill.trained_by, *skill.required_by)}
        )

        def make_rows(activities: Iterable[Activity]) -> list[ActivityRow]:
            return [done.make_row(activity) for activity in activities]

        trail.append((gettext("Skills"), address))
        context |= {
            "skill": skill,
            "parts": [
                (gettext("Exercises that train this skill"), make_rows(skill.trained_by)),
                (gettext("Exercises that require this skill"), make_rows(skill.required_by)),
            ],
        }
        return render(request, "learning/skill.html", context)
    context |= {"skills": sorted(skills.values(), key=lambda skill: skill.name.casefold())}
    context |= {"at_once": _ROWS, "at_once_on": f"{_ROWS}:"}
    return render(request, "learning/skills.html", context)


def collect_skills(activities: Iterable[Activity]) -> dict[str, Skill]:
    """Return the skills that some activities train or require, by name."""
    skills: dict[str, Skill] = {}
    for activity in activities:
        for name in dict.fromkeys(activity.trains):
            skills.setdefault(name, Skill(name=name)).trained_by.append(activity)
        for name in dict.fromkeys(activity.requires):
            skills.setdefault(name, Skill(name=name)).required_by.append(activity)
    return skills
