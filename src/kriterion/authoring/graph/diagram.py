"""The content of a course's picture: exercises, the skills between them, and arrows.

A skill is drawn once, between the exercises that train it and those that require it: the picture
stays linear in the course, and arrows need no labels.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import (
    group_by_focus,
    group_by_requirement,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseBox:
    """An exercise; `group` is the index of its group in the diagram, or -1."""

    id: str
    title: str
    stars: float
    group: int
    trains: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillPill:
    """A skill that some exercises train and others require."""

    skill: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """From a prerequisite to what builds on it; both are indices of the diagram's nodes."""

    first: int
    then: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagram:
    """A picture without a layout; `groups` are the titles of the coloured groups."""

    nodes: tuple[ExerciseBox | SkillPill, ...]
    arrows: tuple[Arrow, ...]
    groups: tuple[str, ...] = ()


def make_diagram(metas: Mapping[str, Meta], titles: Mapping[str, str], tree: Group) -> Diagram:
    """Return the diagram of the exercises, which are in the order of their index."""
    groups = _find_coloured_groups(tree)
    colours = {node: place for place, group in enumerate(groups) for node in group.walk()}
    boxes = [
        ExerciseBox(
            id=exercise,
            title=titles.get(exercise) or exercise.rpartition("/")[2],
            stars=meta.stars,
            group=colours.get(exercise, -1),
            trains=meta.focus,
            requires=meta.requirements,
        )
        for exercise, meta in metas.items()
    ]
    places = {box.id: place for place, box in enumerate(boxes)}
    arrows = {
        Arrow(places[before], places[exercise]): None
        for exercise, meta in metas.items()
        for before in meta.backward_exercises
        if before in places and before != exercise
    }
    pills: list[SkillPill] = []
    for skill, (trainers, needing) in _find_connecting_skills(metas).items():
        pill = len(boxes) + len(pills)
        pills.append(SkillPill(skill))
        arrows |= {Arrow(places[trainer], pill): None for trainer in trainers}
        arrows |= {Arrow(pill, places[exercise]): None for exercise in needing}
    return Diagram(
        nodes=(*boxes, *pills),
        arrows=tuple(arrows),
        groups=tuple(group.title or group.id for group in groups),
    )


def _find_coloured_groups(tree: Group) -> list[Group]:
    """Return the groups that get a colour: those of the topmost level with several groups."""
    while len(tree.groups) == 1 and not tree.exercises and tree.groups[0].groups:
        tree = tree.groups[0]
    return [group for group in tree.groups if any(True for _ in group.walk())]


def _find_connecting_skills(metas: Mapping[str, Meta]) -> dict[str, tuple[list[str], list[str]]]:
    """Return, for each skill that connects exercises, those that train it and those that require
    it.

    An exercise that both requires and trains a skill comes after those that only train it; if there
    are none of those, it comes first.
    """
    requirements = group_by_requirement(metas)
    arrows = {}
    for skill, training in group_by_focus(metas).items():
        needing = dict.fromkeys(requirements.get(skill, ()))
        trainers = [exercise for exercise in training if exercise not in needing] or list(training)
        first = set(trainers)
        later = [exercise for exercise in needing if exercise not in first]
        if later:
            arrows[skill] = (trainers, later)
    return arrows
