"""A repository's map: which exercise builds on which, as a picture and a list with progress."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from kriterion.authoring.building.course_documents import collect_listed_metas
from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill, make_diagram
from kriterion.authoring.graph.diagram_layout import lay_out
from kriterion.authoring.graph.drawing import ARROWHEAD, BoxStyle, Words, draw_nodes
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.markup.element import Markup
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion.web.submissions.pages.user_progress import Done
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta

_CONCEPT_EXERCISES = "exercises/concept/"
_MARGIN = 4.0
_WIDTH = 1100.0  # of the widest page; parts are placed side by side up to this width
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
    """An exercise of the map in words: its prerequisites by name, and its skills."""

    activity: Activity
    state: StateLabel
    is_ready: bool
    after: tuple[str, ...]
    requires: tuple[str, ...]
    trains: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseMap:
    """A picture whose boxes link to exercises, and the same as a list."""

    picture: Markup
    entries: tuple[MapEntry, ...]
    has_skills: bool


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
    content: MapContent, activities: Mapping[str, Activity], done: Done, language: str
) -> CourseMap:
    """Draw the map of the exercises, which are given by their paths.

    Raises OperatorError if there are too many for a picture.
    """
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
    ready = _find_startable(
        diagram, {name for name, state in states.items() if state.kind == "good"}
    )
    entries = tuple(
        MapEntry(
            activity=activities[name],
            state=states[name],
            is_ready=name in ready,
            after=tuple(titles[path] for path in meta.backward_exercises if path in titles),
            requires=tuple(meta.requirements),
            trains=tuple(activities[name].trains),
        )
        for name, meta in metas.items()
    )
    return CourseMap(
        picture=_draw_picture(pictured, activities, states, ready),
        entries=entries,
        has_skills=any(isinstance(node, SkillPill) for node in pictured.nodes),
    )


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


def _draw_picture(
    diagram: Diagram,
    activities: Mapping[str, Activity],
    states: Mapping[str, StateLabel],
    ready: set[str],
) -> Markup:
    layout = lay_out(diagram, least_width=_WIDTH)
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN

    def look(box: ExerciseBox) -> BoxStyle:
        state = states[box.id]
        kind, sign = _LOOKS.get(state.kind, ("ready" if box.id in ready else "later", ""))
        meaning = gettext("Ready to start") if kind == "ready" else state.word
        return BoxStyle(kind=kind, sign=sign, meaning=meaning)

    def address(name: str) -> str:
        return reverse("activity", args=[activities[name].pk])

    nodes = "".join(draw_nodes(diagram, layout, address=address, look=look, words=_make_words()))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="group" aria-labelledby="map-title">'
        f"<defs>{ARROWHEAD}</defs>"
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">{nodes}</g></svg>'
    )


def _make_words() -> Words:
    return Words(
        trains=gettext("trains {skills}"),
        requires=gettext("requires {skills}"),
        one_trains=gettext("{one} trains {skill}"),
        one_requires=gettext("{one} requires {skill}"),
        one_before=gettext("{one} comes before {other}"),
    )
