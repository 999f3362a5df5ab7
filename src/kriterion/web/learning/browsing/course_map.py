"""A repository's map: which exercise builds on which, as a picture and a list with progress."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kriterion.authoring.building.course_documents import collect_listed_metas
from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill, make_diagram
from kriterion.authoring.graph.implied_arrows import list_before, number_cycles
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.markup.element import Markup
from kriterion.web.catalog.models import Activity
from kriterion.web.learning.browsing.map_picture import (
    MapProgress,
    choose_stripes,
    draw_picture,
    lay_out_map,
)
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion.web.submissions.pages.user_progress import Done
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta

_CONCEPT_EXERCISES = "exercises/concept/"


@dataclass(frozen=True, kw_only=True, slots=True)
class MapContent:
    """What a map shows: the exercises by path, and how they are grouped.

    What each exercise builds on is in `metas`; those in `drawn` are boxes of the picture.
    """

    metas: Mapping[str, Meta]
    tree: Group
    drawn: frozenset[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class MapEntry:
    """An exercise of the map in words: its prerequisites by name, and its skills.

    `group` is the title above it, if it is listed with its group.
    """

    activity: Activity
    state: StateLabel
    is_ready: bool
    after: tuple[str, ...]
    requires: tuple[str, ...]
    trains: tuple[str, ...]
    group: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupColour:
    """A group that has no frame in the picture: its exercises have a stripe of this colour."""

    title: str
    colour: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseMap:
    """A picture whose boxes link to exercises, and the same as a list.

    There is no picture if it cannot be drawn. With a goal, the list is the path to it, what comes
    first at the top, and the picture shows the path.
    """

    picture: Markup | None
    entries: tuple[MapEntry, ...]
    choices: tuple[Activity, ...]
    has_skills: bool
    stripes: tuple[GroupColour, ...]

    @property
    def solved(self) -> int:
        return sum(entry.state.kind == "good" for entry in self.entries)


def read_course(course: LearnOcamlCourse, activities: Mapping[str, Activity]) -> MapContent:
    """Return what the map of a learn-ocaml course shows."""
    metas = {
        name: meta for name, meta in collect_listed_metas(course).items() if name in activities
    }
    return MapContent(metas=metas, tree=course.tree, drawn=frozenset(metas))


def read_track(tree: Group, activities: Mapping[str, Activity]) -> MapContent:
    """Return what the map of an Exercism track shows.

    The picture has its concept exercises, between the concepts that they teach and require, if it
    has any. Practice exercises teach no concepts.
    """
    listed = [name for name in tree.walk() if name in activities]
    concept = frozenset(name for name in listed if name.startswith(_CONCEPT_EXERCISES))
    metas = {
        name: Meta(
            stars=activities[name].difficulty or 0.0,
            focus=tuple(activities[name].trains) if name in concept or not concept else (),
            requirements=tuple(activities[name].requires),
        )
        for name in listed
    }
    return MapContent(metas=metas, tree=tree, drawn=concept or frozenset(metas))


def draw_course_map(
    content: MapContent,
    activities: Mapping[str, Activity],
    done: Done,
    language: str,
    goal: Activity | None = None,
) -> CourseMap:
    """Draw the map of the exercises, which are given by their paths."""
    metas = content.metas
    titles = {name: activities[name].name(language) for name in metas}
    diagram = make_diagram(metas, titles, content.tree.keep_only(metas))
    drawn = {name: meta for name, meta in metas.items() if name in content.drawn}
    pictured = (
        diagram
        if len(drawn) == len(metas)
        else make_diagram(drawn, titles, content.tree.keep_only(drawn))
    )
    states = {name: done.find_label(activities[name]) for name in metas}
    solved = {name for name, state in states.items() if state.kind == "good"}
    progress = MapProgress(states=states, ready=_find_startable(diagram, solved))
    path = None if goal is None else _find_path(diagram, goal.path)
    shown = metas if path is None else [name for name in path if name in metas]
    path_names = None if path is None else path.keys()
    entries = _list_entries(diagram, content, activities, progress, shown)
    if path is not None:
        entries = (replace(entry, group="") for entry in entries)
    layout = lay_out_map(pictured)
    striped = {} if layout is None else choose_stripes(pictured, layout)
    return CourseMap(
        picture=None
        if layout is None
        else draw_picture(pictured, layout, activities, progress, striped, path_names),
        entries=tuple(entries),
        choices=tuple(activities[name] for name in metas),
        has_skills=any(isinstance(node, SkillPill) for node in pictured.nodes),
        stripes=tuple(
            GroupColour(title=pictured.groups[group], colour=colour)
            for group, colour in striped.items()
        ),
    )


def _list_entries(
    diagram: Diagram,
    content: MapContent,
    activities: Mapping[str, Activity],
    progress: MapProgress,
    shown: Iterable[str],
) -> Iterator[MapEntry]:
    boxes = {node.id: node for node in diagram.nodes if isinstance(node, ExerciseBox)}
    for name in shown:
        meta, box = content.metas[name], boxes[name]
        yield MapEntry(
            activity=activities[name],
            state=progress.states[name],
            is_ready=name in progress.ready,
            after=tuple(boxes[path].title for path in meta.backward_exercises if path in boxes),
            requires=tuple(meta.requirements),
            trains=tuple(activities[name].trains),
            group=diagram.groups[box.group] if box.group >= 0 else "",
        )


def _find_path(diagram: Diagram, goal: str) -> dict[str, None]:
    """Return the ids of the exercises and the names of the skills that lead to a goal, and its own
    id, in an order in which they can be solved.
    """
    before = list_before(len(diagram.nodes), diagram.arrows)
    names = [node.id if isinstance(node, ExerciseBox) else node.skill for node in diagram.nodes]
    _, order = number_cycles(len(names), before)
    waiting = [names.index(goal)]
    leading = set(waiting)
    while waiting:
        more = set(before[waiting.pop()]) - leading
        leading |= more
        waiting += more
    return {names[node]: None for node in order if node in leading}


def _find_startable(diagram: Diagram, solved: set[str]) -> set[str]:
    """Return the unsolved exercises whose prerequisites are solved and required skills trained."""
    before: dict[int, list[int]] = {}
    for arrow in diagram.arrows:
        before.setdefault(arrow.then, []).append(arrow.first)

    def is_met(place: int) -> bool:
        node = diagram.nodes[place]
        if isinstance(node, ExerciseBox):
            return node.id in solved
        return any(is_met(trainer) for trainer in before.get(place, ()))

    return {
        node.id
        for place, node in enumerate(diagram.nodes)
        if isinstance(node, ExerciseBox)
        and node.id not in solved
        and all(map(is_met, before.get(place, ())))
    }
