"""Pages to find work: what is due, courses, the exercises of a repository, search."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from kriterion.contracts.learn_ocaml_repository.group import Group
from kriterion.errors import KriterionError
from kriterion.exercises.exercise import RepositoryFormat
from kriterion.markup.base import Base
from kriterion.markup.description import render_markdown_description
from kriterion.markup.element import Markup
from kriterion.markup.markdown import MAXIMUM_CHARACTERS
from kriterion.site.access import (
    course_or_404,
    may_join,
    may_teach,
    own_courses,
    user_of,
    visible_activities,
    visible_courses,
    visible_series,
)
from kriterion.site.finding.course_map import map_of
from kriterion.site.finding.progress import Done, done_by, open_series, progress_in
from kriterion.site.results.shown import Shown, shown
from kriterion.store.models import Activity, ActivityType, Membership, Repository, Submission
from kriterion.work.activities import tree_of
from kriterion.work.exercises import course_of

_LATEST = 5
_PAGE = 30
_SHORTEST = 2  # characters that are worth a search


@login_required
@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """What is due, what was begun, what was handed in last."""
    user = user_of(request)
    latest = (
        Submission.objects.filter(user=user)
        .select_related("activity__repository")
        .defer("files", "summary", "failure")
        .order_by("-pk")[:_LATEST]
    )
    drafts = (
        user.drafts.filter(activity__in=visible_activities(user))
        .exclude(activity__submissions__user=user, activity__submissions__accepted=True)
        .select_related("activity__repository")
        .defer("files")
        .order_by("-saved_at")[:_LATEST]
    )
    context = {
        "open_series": open_series(user),
        "drafts": drafts,
        "latest": [(each, shown(each)) for each in latest],
        "courses": visible_courses(user).filter(pk__in=own_courses(user))[:_PAGE],
    }
    return render(request, "finding/home.html", context)


@login_required
@require_safe
def courses(request: HttpRequest) -> HttpResponse:
    """One's own courses, and those that can be joined."""
    user = user_of(request)
    mine = user.course_roles
    found = visible_courses(user).order_by("archived", "name")
    page = Paginator(found, _PAGE).get_page(request.GET.get("page"))
    rows = [(course, course.pk in mine) for course in page]
    repositories = Repository.objects.filter(activities__in=visible_activities(user)).distinct()[
        :_PAGE
    ]
    context = {"page": page, "rows": rows, "repositories": repositories}
    return render(request, "finding/courses.html", context)


@login_required
@require_safe
@never_cache
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """A course with its series, and how far one is."""
    user = user_of(request)
    found = course_or_404(user, slug)
    series = progress_in(user, visible_series(user).filter(course=found).order_by("position", "pk"))
    context = {
        "course": found,
        "about": _markdown(found.description),
        "series": [(each, _markdown(each.series.description)) for each in series],
        "solved": sum(each.solved for each in series),
        "all": sum(each.all for each in series),
        "may_join": may_join(user, found),
        "may_teach": may_teach(user, found),
        "trail": [(gettext("Courses"), reverse("courses"))],
    }
    return render(request, "finding/course.html", context)


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a student of a course."""
    user = user_of(request)
    found = course_or_404(user, slug)
    if may_join(user, found):
        Membership.objects.get_or_create(user=user, course=found)
        messages.success(request, gettext("You take part in this course now."))
    elif found.pk not in user.course_roles:
        messages.error(request, gettext("Ask a teacher of this course to add you."))
    return redirect("course", slug=slug)


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch:
    """A group of the exercise tree as it is shown."""

    title: str
    rows: tuple[tuple[Activity, Shown], ...]
    branches: "tuple[Branch, ...]"

    @property
    def solved(self) -> int:
        own = sum(state.kind == "good" for _, state in self.rows)
        return own + sum(branch.solved for branch in self.branches)

    @property
    def all(self) -> int:
        return len(self.rows) + sum(branch.all for branch in self.branches)


@login_required
@require_safe
@never_cache
def exercise_tree(request: HttpRequest, repository_id: int) -> HttpResponse:
    """Everything in a repository that one may see, by groups."""
    user = user_of(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    activities = list(
        visible_activities(user)
        .filter(repository=repository)
        .defer("search_text")
        .order_by("position", "pk")
        .distinct()
    )
    if not activities:
        raise Http404
    done = done_by(user, [activity.pk for activity in activities])
    skill = request.GET.get("skill", "")
    shown_ones = [
        each for each in activities if not skill or skill in (*each.trains, *each.requires)
    ]
    exercises = {
        each.path: each
        for each in shown_ones
        if each.type in (ActivityType.EXERCISE, ActivityType.READING)
    }
    tree = tree_of(repository) or _by_directory(exercises)
    others = [
        (title, tuple((each, done.of(each)) for each in shown_ones if each.type == kind))
        for kind, title in _others()
    ]
    skills = sorted({name for each in activities for name in (*each.trains, *each.requires)})
    context = {
        "repository": repository,
        "branch": _branch(tree, exercises, done),
        "others": [(title, rows) for title, rows in others if rows],
        "skills": skills,
        "skill": skill,
        "has_map": repository.format == RepositoryFormat.LEARN_OCAML and bool(skills),
        "trail": [(gettext("Courses"), reverse("courses"))],
    }
    return render(request, "finding/tree.html", context)


@login_required
@require_safe
@never_cache
def exercise_map(request: HttpRequest, repository_id: int) -> HttpResponse:
    """What builds on what: a picture whose boxes lead to their exercises, and a list."""
    user = user_of(request)
    repository = get_object_or_404(Repository, pk=repository_id)
    visible = visible_activities(user).filter(repository=repository, type=ActivityType.EXERCISE)
    found = {each.path: each for each in visible.defer("search_text").distinct()}
    if not found or repository.format != RepositoryFormat.LEARN_OCAML:
        raise Http404
    done = done_by(user, [each.pk for each in found.values()])
    try:
        drawn = map_of(course_of(repository), found, done, _language())
    except KriterionError as error:
        raise Http404 from error
    tree = reverse("exercise-tree", args=[repository.pk])
    context = {
        "repository": repository,
        "map": drawn,
        "trail": [(gettext("Courses"), reverse("courses")), (repository.name, tree)],
    }
    return render(request, "finding/map.html", context)


@login_required
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Activities and courses that have every word in their name, path, labels or skills."""
    user = user_of(request)
    query = " ".join(request.GET.get("q", "")[:200].split())
    words = [word for word in query.lower().split() if len(word) >= _SHORTEST][:8]
    context: dict[str, Any] = {"search_query": query, "words": words}
    if words:
        found = visible_activities(user).select_related("repository")
        matching = visible_courses(user)
        for word in words:
            found = found.filter(search_text__contains=word)
            matching = matching.filter(name__icontains=word)
        page = Paginator(found.order_by("repository", "position", "pk").distinct(), _PAGE).get_page(
            request.GET.get("page")
        )
        done = done_by(user, [each.pk for each in page])
        context |= {
            "page": page,
            "rows": [(each, done.of(each)) for each in page],
            "courses": matching[:_LATEST],
        }
    return render(request, "finding/search.html", context)


def _branch(group: Group, exercises: dict[str, Activity], done: Done) -> Branch:
    """A group with those of its exercises that are shown; groups without any are left out."""
    rows = tuple(
        (exercises[name], done.of(exercises[name])) for name in group.exercises if name in exercises
    )
    branches = (_branch(inner, exercises, done) for inner in group.groups)
    return Branch(
        title=group.title,
        rows=rows,
        branches=tuple(branch for branch in branches if branch.all),
    )


def _by_directory(exercises: dict[str, Activity]) -> Group:
    """The tree of a repository that does not classify its exercises: by its directories."""
    inner: dict[str, dict[str, Activity]] = {}
    here: list[str] = []
    for path, activity in exercises.items():
        folder, separator, _ = path.partition("/")
        if separator:
            inner.setdefault(folder, {})[path] = activity
        else:
            here.append(path)
    groups = tuple(
        Group(id=folder, title=folder.replace("-", " ").replace("_", " "), exercises=tuple(paths))
        for folder, paths in inner.items()
    )
    return Group(exercises=tuple(here), groups=groups)


def _others() -> list[tuple[str, str]]:
    return [
        (ActivityType.LESSON, gettext("Lessons")),
        (ActivityType.TUTORIAL, gettext("Tutorials")),
        (ActivityType.PLAYGROUND, gettext("Playground")),
    ]


def _markdown(text: str) -> Markup:
    return render_markdown_description(text[:MAXIMUM_CHARACTERS], Base(), place="about").html


def _language() -> str:
    return get_language() or "en"
