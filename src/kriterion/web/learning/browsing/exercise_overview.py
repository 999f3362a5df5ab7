"""Pages with all exercises of a repository: by groups, and as a map."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from kriterion.exercises.exercise import RepositoryFormat
from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.activity_groups import find_declared_groups, group_by_directory
from kriterion.web.catalog.exercise_files import load_learn_ocaml_course
from kriterion.web.catalog.models import Activity, ActivityType, TaskKind
from kriterion.web.courses.course_access import select_visible_activities
from kriterion.web.learning.browsing.course_map import (
    MapContent,
    draw_course_map,
    read_course,
    read_track,
)
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.pages.user_progress import ActivityRow, Done, load_progress
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.errors import KriterionError

_WITH_MAP = (RepositoryFormat.LEARN_OCAML, RepositoryFormat.EXERCISM)


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """A group of the exercise tree as shown."""

    title: str
    rows: tuple[ActivityRow, ...]
    branches: "tuple[Branch, ...]"

    @property
    def solved(self) -> int:
        own = sum(row.state.kind == "good" for row in self.rows)
        return own + sum(branch.solved for branch in self.branches)

    @property
    def total(self) -> int:
        return len(self.rows) + sum(branch.total for branch in self.branches)


@login_required
@require_safe
def exercise_tree(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show everything in a repository that the user may see, by groups."""
    user = require_user(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    activities = list(
        select_visible_activities(user)
        .filter(repository=repository)
        .defer("search_text")
        .order_by("position", "pk")
        .distinct()
    )
    if not activities:
        raise Http404
    done = load_progress(user, [activity.pk for activity in activities])
    skill, kind = request.GET.get("skill", ""), request.GET.get("kind", "")
    matching = [
        activity
        for activity in activities
        if (not skill or skill in (*activity.trains, *activity.requires))
        and (not kind or activity.task_kind == kind)
    ]
    exercises = {
        activity.path: activity
        for activity in matching
        if activity.type in (ActivityType.EXERCISE, ActivityType.READING)
    }
    tree = find_declared_groups(repository) or group_by_directory(exercises)
    others = [
        (
            title,
            tuple(done.make_row(activity) for activity in matching if activity.type == kind),
        )
        for kind, title in _list_other_types()
    ]
    unlisted = [exercise for exercise in exercises.values() if not exercise.is_listed]
    kinds = {activity.task_kind for activity in activities}
    skills = sorted(
        {name for activity in activities for name in (*activity.trains, *activity.requires)}
    )
    context = {
        "repository": repository,
        "branch": _make_branch(tree, exercises, done),
        "unlisted": [done.make_row(activity) for activity in unlisted],
        "kinds": [kind for kind in TaskKind.values if kind in kinds],
        "kind": kind,
        "others": [(title, rows) for title, rows in others if rows],
        "skills": skills,
        "skill": skill,
        "has_skills": bool(skills),
        "has_map": repository.format in _WITH_MAP
        and (bool(skills) or any(activity.next_on_difficulty for activity in activities)),
        "trail": [(gettext("Courses"), reverse("courses"))],
    }
    return render(request, "learning/tree.html", context)


@login_required
@require_safe
def exercise_map(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Show which exercise builds on which: a picture whose boxes are links, and a list."""
    user = require_user(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    visible = select_visible_activities(user).filter(
        repository=repository, type=ActivityType.EXERCISE
    )
    exercises = {activity.path: activity for activity in visible.defer("search_text").distinct()}
    if not exercises or repository.format not in _WITH_MAP:
        raise Http404
    done = load_progress(user, [exercise.pk for exercise in exercises.values()])
    try:
        content = _read_map_content(repository, exercises)
    except KriterionError as error:
        raise Http404 from error
    by_number = {str(activity.pk): activity for activity in exercises.values()}
    goal = by_number.get(request.GET.get("goal", ""))
    if goal is not None and goal.path not in content.metas:
        goal = None
    tree = reverse("exercise-tree", args=[repository.pk])
    context = {
        "repository": repository,
        "map": draw_course_map(content, exercises, done, _get_language(), goal),
        "goal": goal,
        "trail": [(gettext("Courses"), reverse("courses")), (repository.name, tree)],
    }
    return render(request, "learning/map.html", context)


def _read_map_content(repository: Repository, exercises: dict[str, Activity]) -> MapContent:
    """Raises KriterionError if a repository in learn-ocaml's format cannot be read."""
    if repository.format == RepositoryFormat.LEARN_OCAML:
        return read_course(load_learn_ocaml_course(repository), exercises)
    listed = [path for path, exercise in exercises.items() if exercise.is_listed]
    return read_track(find_declared_groups(repository) or group_by_directory(listed), exercises)


def _make_branch(group: Group, exercises: dict[str, Activity], done: Done) -> Branch:
    """Return a group with its visible exercises, without empty groups."""
    rows = tuple(done.make_row(exercises[name]) for name in group.exercises if name in exercises)
    branches = (_make_branch(inner, exercises, done) for inner in group.groups)
    return Branch(
        title=group.title,
        rows=rows,
        branches=tuple(branch for branch in branches if branch.total),
    )


def _list_other_types() -> list[tuple[str, str]]:
    return [
        (ActivityType.LESSON, gettext("Lessons")),
        (ActivityType.TUTORIAL, gettext("Tutorials")),
        (ActivityType.PLAYGROUND, gettext("Playground")),
    ]


def _get_language() -> str:
    return get_language() or "en"
