"""Read a repository's content from its copy into rows, so that lists need no disk access."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from django.db import models, transaction

from kriterion.authoring.check_material import read_repository
from kriterion.authoring.finding import convert_problems
from kriterion.exercises import learn_ocaml
from kriterion.exercises.dodona.merged_configuration import CONFIG
from kriterion.exercises.exercise import (
    Access,
    ActivityKind,
    Exercise,
    ExerciseRepository,
    RepositoryFormat,
)
from kriterion.exercises.exercise_loading import find_format, load_repository
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse, load_course
from kriterion.exercises.learn_ocaml.repository_layout import META, find_exercises_directory
from kriterion.markup.tutorial import extract_text
from kriterion.web.catalog.activity_details import keep_replaced, set_search_text
from kriterion.web.catalog.activity_identity import (
    Key,
    forget_shared_tokens,
    get_key,
    make_room,
    match_activities,
)
from kriterion.web.catalog.held_back import encode_obstacles, keep_other_obstacles
from kriterion.web.catalog.models import Activity, ActivityState, ActivityType
from kriterion.web.catalog.needed_judges import NeededJudge, list_needed_judges
from kriterion.web.database.storable import make_json_storable, make_storable
from kriterion.web.repositories.models import Repository
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.diagnostic import Diagnostic

# Columns that reading a repository again renews; the others identify a row.
READ_FIELDS = (
    *("names", "programming_language", "labels", "task_kind", "authors", "is_listed"),
    *("difficulty", "trains", "requires"),
    *("next_on_success", "next_on_difficulty", "is_public", "state", "position", "search_text"),
    *("token", "replaced", "obstacles", "is_held_back"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Contents:
    """What was read of a repository's copy: its activities as unsaved rows, and all problems."""

    format: RepositoryFormat
    activities: Sequence[Activity] = ()
    tree: Group | None = None
    needed_judges: Sequence[NeededJudge] = ()
    findings: Sequence[Diagnostic] = field(default_factory=list)


def read_contents(root: Path, default_judge: str = "") -> Contents:
    """Read everything in a repository of any format. Nothing is run.

    `default_judge` judges exercises that name no judge.
    """
    material = read_repository(root, keeps_trials=False, default_judge=default_judge or None)
    findings, obstacles = material.findings, material.obstacles
    needed_judges = list_needed_judges(material.exercises)
    del material  # the texts of all exercises are read again, and would be in memory twice
    if find_format(root) is learn_ocaml:
        course = load_course(root)
        return Contents(
            format=RepositoryFormat.LEARN_OCAML,
            activities=_number_rows(
                [
                    *_add_obstacles(_make_course_rows(course), obstacles),
                    *_make_other_rows(course),
                ]
            ),
            tree=course.tree,
            needed_judges=needed_judges,
            findings=findings,
        )
    repository = load_repository(root)
    return Contents(
        format=repository.format,
        activities=_number_rows(_add_obstacles(_make_repository_rows(repository), obstacles)),
        tree=repository.tree,
        needed_judges=list_needed_judges(repository.exercises),
        findings=findings or convert_problems(repository.problems),
    )


def write_contents(repository: Repository, contents: Contents, root: Path) -> None:
    """Update the repository's rows to what was read of its copy at `root`.

    `activity_identity.py` recognizes activities. Rows of removed ones stay for their submissions.
    What was changed of a known activity on the site stays: its visibility, whether it was released,
    and the details that editors replaced. A new one is visible to all if its author says so, or if
    all others are.
    """
    with transaction.atomic():
        locked = repository.activities.select_for_update(no_key=True)
        known = list(locked)
        rows = contents.activities
        all_public = bool(known) and all(row.is_public for row in known)
        matched = match_activities(known, rows)
        make_room(known, matched, rows)
        for row in rows:
            row.repository = repository
            row.is_public = row.is_public or all_public
            before = matched.get(get_key(row))
            if before is not None:
                row.pk, row.is_public = before.pk, before.is_public
                row.token = row.token or before.token
                keep_replaced(before, row)
                keep_other_obstacles(before, row)
        Activity.objects.bulk_create(row for row in rows if row.pk is None)
        Activity.objects.bulk_update(
            [row for row in rows if row.pk is not None],
            ["path", *READ_FIELDS],
            batch_size=200,
        )
        kept = {row.pk for row in matched.values()}
        for row in known:
            if row.pk not in kept:
                row.state = _find_missing_state(row, contents.format, root)
                row.save(update_fields=["state"])
        repository.format = contents.format.value
        tree = contents.tree
        repository.tree = None if tree is None else make_json_storable(msgspec.to_builtins(tree))
        repository.problems = make_json_storable(msgspec.to_builtins(list(contents.findings)))
        repository.needed_judges = msgspec.to_builtins(list(contents.needed_judges))
        repository.save(update_fields=["format", "tree", "problems", "needed_judges"])


def _add_obstacles(
    rows: Iterable[Activity], obstacles: Mapping[str, Sequence[Diagnostic]]
) -> Iterator[Activity]:
    for row in rows:
        row.obstacles = encode_obstacles(obstacles.get(row.path, ()))
        row.is_held_back = bool(row.obstacles)
        yield row


def _make_repository_rows(repository: ExerciseRepository) -> Iterator[Activity]:
    """Yield the rows of exercises; those that the repository's own tree leaves out come last."""
    if repository.tree is None:
        yield from map(_make_exercise_row, repository.exercises)
        return
    places = {name: place for place, name in enumerate(repository.tree.walk())}
    for exercise in sorted(
        repository.exercises, key=lambda exercise: places.get(exercise.id, len(places))
    ):
        row = _make_exercise_row(exercise)
        row.is_listed = exercise.id in places
        yield row


def _make_exercise_row(exercise: Exercise) -> Activity:
    is_reading = exercise.kind is ActivityKind.READING
    return Activity(
        type=ActivityType.READING if is_reading else ActivityType.EXERCISE,
        path=exercise.id,
        names=dict(exercise.names),
        programming_language=exercise.programming_language or "",
        labels=list(exercise.labels),
        task_kind="" if exercise.task_kind is None else exercise.task_kind.value,
        authors=[[author.name, author.mail] for author in exercise.authors],
        difficulty=exercise.difficulty,
        trains=list(exercise.trains),
        requires=list(exercise.requires),
        next_on_success=list(exercise.next_on_success),
        next_on_difficulty=list(exercise.next_on_difficulty),
        is_public=exercise.access is Access.PUBLIC,
        token=exercise.token,
    )


def _make_course_rows(course: LearnOcamlCourse) -> Iterator[Activity]:
    for name in course.tree.walk():
        yield _make_exercise_row(course.exercises[name].exercise)
    for name in course.unlisted:
        row = _make_exercise_row(course.exercises[name].exercise)
        row.is_listed = False
        yield row


def _make_other_rows(course: LearnOcamlCourse) -> Iterator[Activity]:
    for entry in course.lessons:
        yield Activity(type=ActivityType.LESSON, path=entry.id, names={"en": entry.title})
    listed = [name for series in course.series for name in series.tutorials]
    for name in dict.fromkeys((*listed, *course.tutorials)):
        if name in course.tutorials:
            title = extract_text(course.tutorials[name].title)
            yield Activity(type=ActivityType.TUTORIAL, path=name, names={"en": title})
    for playground in course.playgrounds:
        names = {"en": playground.title}
        yield Activity(type=ActivityType.PLAYGROUND, path=playground.id, names=names)


def _number_rows(rows: Iterable[Activity]) -> list[Activity]:
    """Return each row once, with its position and its search text."""
    numbered: dict[Key, Activity] = {}
    for row in rows:
        _make_storable(row)
        row.position = len(numbered)
        set_search_text(row)
        numbered.setdefault(get_key(row), row)
    forget_shared_tokens(numbered.values())
    return list(numbered.values())


def _make_storable(row: Activity) -> None:
    """Fit an author's texts into their columns: no invalid characters, no excess length."""
    row.path = make_storable(row.path)
    for name in READ_FIELDS:
        column, value = Activity._meta.get_field(name), getattr(row, name)
        if isinstance(column, models.JSONField):
            setattr(row, name, make_json_storable(value))
        elif isinstance(column, models.CharField | models.TextField):
            setattr(row, name, make_storable(value)[: column.max_length])


def _find_missing_state(row: Activity, written_as: RepositoryFormat, root: Path) -> ActivityState:
    """Return NOT_VALID for an activity that exists but cannot be used, else REMOVED."""
    if row.type in (ActivityType.EXERCISE, ActivityType.READING):
        is_course = written_as is RepositoryFormat.LEARN_OCAML
        base, mark = (find_exercises_directory(root), META) if is_course else (root, CONFIG)
        if (base / row.path / mark).is_file() or (base / row.path / ".meta").is_dir():
            return ActivityState.NOT_VALID
    return ActivityState.REMOVED
