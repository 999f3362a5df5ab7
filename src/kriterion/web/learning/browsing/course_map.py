"""A repository's map: which exercise builds on which, as a picture and a list with progress."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext

from kriterion.authoring.building.course_documents import collect_listed_metas
from kriterion.authoring.graph.colours import choose_shades
from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill, make_diagram
from kriterion.authoring.graph.diagram_layout import Layout, lay_out
from kriterion.authoring.graph.drawing import ARROWHEAD, BoxStyle, Words, draw_nodes
from kriterion.authoring.graph.implied_arrows import list_before, number_cycles
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.markup.element import Markup
from kriterion.web.catalog.models import Activity
from kriterion.web.learning.browsing.map_solving import solve_once
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion.web.submissions.pages.user_progress import Done
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.errors import KriterionError

_CONCEPT_EXERCISES = "exercises/concept/"
_MARGIN = 4.0
_WIDTH = 1100.0  # of the widest page; parts are placed side by side up to this width

_log = logging.getLogger(__name__)
_LOOKS = {"good": ("solved", "✓"), "info": ("begun", "◐")}


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


@dataclass(frozen=True, kw_only=True, slots=True)
class _Progress:
    """The state of each exercise by path, and those that can be started."""

    states: Mapping[str, StateLabel]
    ready: AbstractSet[str]


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
    progress = _Progress(states=states, ready=_find_startable(diagram, solved))
    path = None if goal is None else _find_path(diagram, goal.path)
    shown = metas if path is None else [name for name in path if name in metas]
    path_names = None if path is None else path.keys()
    entries = _list_entries(diagram, content, activities, progress, shown)
    if path is not None:
        entries = (replace(entry, group="") for entry in entries)
    layout = _lay_out(pictured)
    striped = {} if layout is None else _choose_stripes(pictured, layout)
    return CourseMap(
        picture=None
        if layout is None
        else _draw_picture(pictured, layout, activities, progress, striped, path_names),
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
    progress: _Progress,
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


def _lay_out(diagram: Diagram) -> Layout | None:
    try:
        return lay_out(diagram, least_width=_WIDTH, solve=solve_once)
    except KriterionError as error:
        _log.warning("the map is shown without its picture: %s", error)
        return None


def _choose_stripes(diagram: Diagram, layout: Layout) -> dict[int, str]:
    """Return the colours of groups that have no frame."""
    groups = range(len(diagram.groups)) if len(diagram.groups) > 1 else ()
    return {
        group: choose_shades(group, dark=False).edge
        for group in groups
        if group not in layout.frames
    }


def _draw_picture(
    diagram: Diagram,
    layout: Layout,
    activities: Mapping[str, Activity],
    progress: _Progress,
    stripes: Mapping[int, str],
    path: AbstractSet[str] | None,
) -> Markup:
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN

    def look(box: ExerciseBox) -> BoxStyle:
        state = progress.states[box.id]
        usual = ("ready" if box.id in progress.ready else "later", "")
        kind, sign = _LOOKS.get(state.kind, usual)
        meaning = gettext("Ready to start") if kind == "ready" else state.word
        return BoxStyle(kind=kind, sign=sign, meaning=meaning, stripe=stripes.get(box.group, ""))

    def address(name: str) -> str:
        return reverse("activity", args=[activities[name].pk])

    has_path = "" if path is None else ' class="has-path"'
    on_path = None if path is None else _number_nodes(diagram, path)
    nodes = "".join(
        draw_nodes(diagram, layout, address=address, look=look, words=_make_words(), path=on_path)
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="group" aria-labelledby="map-title"'
        f"{has_path}>"
        f"<defs>{ARROWHEAD}</defs>"
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">{nodes}</g></svg>'
    )


def _number_nodes(diagram: Diagram, names: AbstractSet[str]) -> frozenset[int]:
    """Return the numbers of the exercises with these ids and of the skills with these names."""
    return frozenset(
        number
        for number, node in enumerate(diagram.nodes)
        if (node.id if isinstance(node, ExerciseBox) else node.skill) in names
    )


def _make_words() -> Words:
    return Words(
        trains=gettext("trains {skills}"),
        requires=gettext("requires {skills}"),
        one_trains=gettext("{one} trains {skill}"),
        one_requires=gettext("{one} requires {skill}"),
        one_before=gettext("{one} comes before {other}"),
    )
