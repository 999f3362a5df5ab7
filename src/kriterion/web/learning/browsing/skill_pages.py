"""The skills of a repository: which exercises train each, and which require it.

These are the skills that learn-ocaml's builder writes to focus.json and requirements.json, limited
to what the user may see.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import user_of
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.course_access import visible_activities
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion.web.submissions.pages.user_progress import done_by

_ROWS = 6  # exercises listed per skill on the page of all skills


@dataclass(kw_only=True, slots=True)
class Skill:
    """A skill with its exercises, in the repository's order."""

    name: str
    trained_by: list[Activity] = field(default_factory=list)
    required_by: list[Activity] = field(default_factory=list)


@login_required
@require_safe
@never_cache
def exercise_skills(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show all skills of a repository; with `skill`, the exercises of that one and their states."""
    user = user_of(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    visible = visible_activities(user).filter(
        repository=repository, type__in=(ActivityType.EXERCISE, ActivityType.READING)
    )
    skills = skills_of(visible.defer("search_text").order_by("position", "pk").distinct())
    chosen = request.GET.get("skill", "")
    if not skills or (chosen and chosen not in skills):
        raise Http404
    tree = reverse("exercise-tree", args=[repository.pk])
    trail = [(gettext("Courses"), reverse("courses")), (repository.name, tree)]
    context = {"repository": repository, "trail": trail}
    if chosen:
        skill = skills[chosen]
        done = done_by(user, {each.pk for each in (*skill.trained_by, *skill.required_by)})

        def add_states(activities: Iterable[Activity]) -> list[tuple[Activity, StateLabel]]:
            return [(each, done.of(each)) for each in activities]

        trail.append((gettext("Skills"), reverse("exercise-skills", args=[repository.pk])))
        context |= {
            "skill": skill,
            "parts": [
                (gettext("Exercises that train this skill"), add_states(skill.trained_by)),
                (gettext("Exercises that require this skill"), add_states(skill.required_by)),
            ],
        }
        return render(request, "learning/skill.html", context)
    context |= {"skills": sorted(skills.values(), key=lambda each: each.name.casefold())}
    context |= {"at_once": _ROWS, "at_once_on": f"{_ROWS}:"}
    return render(request, "learning/skills.html", context)


def skills_of(activities: Iterable[Activity]) -> dict[str, Skill]:
    """Return the skills that some activities train or require, by name."""
    skills: dict[str, Skill] = {}
    for activity in activities:
        for name in dict.fromkeys(activity.trains):
            skills.setdefault(name, Skill(name=name)).trained_by.append(activity)
        for name in dict.fromkeys(activity.requires):
            skills.setdefault(name, Skill(name=name)).required_by.append(activity)
    return skills
