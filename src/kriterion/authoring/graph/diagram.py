"""What the picture of a course shows: its exercises, the skills between them, and the arrows.

A skill is drawn once, between those who train it and those who require it: the picture stays
linear in the course, and says which skill an arrow is for without a label on each.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kriterion_tools.contracts.learn_ocaml_repository.group import Group
from kriterion_tools.contracts.learn_ocaml_repository.meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.skills import focus_of, requirements_of


@dataclass(frozen=True, kw_only=True, slots=True)
class ExerciseBox:
    """An exercise; `group` is the place of its group among the diagram's, or -1."""

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
    """From what comes first to what builds on it; both are places among the diagram's nodes."""

    first: int
    then: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagram:
    """A picture to be laid out: `groups` are the titles of those that have a colour."""

    nodes: tuple[ExerciseBox | SkillPill, ...]
    arrows: tuple[Arrow, ...]
    groups: tuple[str, ...] = ()


def draw_up(metas: Mapping[str, Meta], titles: Mapping[str, str], tree: Group) -> Diagram:
    """The diagram of the exercises, which are in the order of their index."""
    groups = _coloured(tree)
    colours = {one: place for place, group in enumerate(groups) for one in group.walk()}
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
    for skill, (trainers, needing) in _connecting(metas).items():
        pill = len(boxes) + len(pills)
        pills.append(SkillPill(skill))
        arrows |= {Arrow(places[trainer], pill): None for trainer in trainers}
        arrows |= {Arrow(pill, places[one]): None for one in needing}
    return Diagram(
        nodes=(*boxes, *pills),
        arrows=tuple(arrows),
        groups=tuple(group.title or group.id for group in groups),
    )


def _coloured(tree: Group) -> list[Group]:
    """The groups of the first level that tells exercises apart."""
    while len(tree.groups) == 1 and not tree.exercises and tree.groups[0].groups:
        tree = tree.groups[0]
    return [group for group in tree.groups if any(True for _ in group.walk())]


def _connecting(metas: Mapping[str, Meta]) -> dict[str, tuple[list[str], list[str]]]:
    """The skills that lead from an exercise to another, with both.

    Who requires a skill and trains it further comes after those who only train it; where there is
    nobody else to learn it from, it comes first.
    """
    requirements = requirements_of(metas)
    found = {}
    for skill, training in focus_of(metas).items():
        needing = dict.fromkeys(requirements.get(skill, ()))
        trainers = [one for one in training if one not in needing] or list(training)
        first = set(trainers)
        later = [one for one in needing if one not in first]
        if later:
            found[skill] = (trainers, later)
    return found
