"""The prerequisites of exercises: a graph of backward links and skills.

An exercise has edges to its `backward_exercises`, and to every exercise that trains a skill it
requires. Cycles are allowed. Skills are nodes of the graph: otherwise the number of edges could
grow with the square of the number of exercises.
Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Exercise.Graph).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kriterion_tools.contracts.learn_ocaml_repository.components import find_components
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import group_by_focus


@dataclass(frozen=True, slots=True)
class Prerequisite:
    """An exercise to do first, because it trains these skills or because it is `linked`."""

    id: str
    skills: tuple[str, ...] = ()
    linked: bool = False


@dataclass(frozen=True, slots=True)
class _Skill:
    """A skill as a node, with edges to all exercises that train it."""

    name: str


_Node = str | _Skill


class PrerequisiteGraph:
    """The exercises of a repository in the order of its index, and their prerequisites.

    Links to missing exercises, and of an exercise to itself, are ignored.
    """

    def __init__(self, metas: Mapping[str, Meta]) -> None:
        self._metas = metas
        self._place = {exercise: place for place, exercise in enumerate(metas)}
        self._trainers = group_by_focus(metas)

    def __iter__(self) -> Iterator[str]:
        return iter(self._metas)

    def find_direct(self, exercise: str) -> tuple[Prerequisite, ...]:
        """Return the direct prerequisites, linked ones first, each with the skills it trains.

        With common skills, these may be most exercises: call it for few exercises.
        """
        meta = self._metas[exercise]
        linked = dict.fromkeys(self._filter_known(meta.backward_exercises, but=exercise))
        skills: dict[str, list[str]] = {before: [] for before in linked}
        for skill in dict.fromkeys(meta.requirements):
            for trainer in self._trainers.get(skill, ()):
                if trainer != exercise:
                    skills.setdefault(trainer, []).append(skill)
        return tuple(
            Prerequisite(before, tuple(named), before in linked) for before, named in skills.items()
        )

    def find_all(self, exercise: str) -> tuple[str, ...]:
        """Return all direct and indirect prerequisites, each after its own prerequisites.

        The exercises of a cycle are adjacent, in the order of the index.
        """
        components = self._find_components([exercise])
        return tuple(
            member for component in components for member in component if member != exercise
        )

    def find_cycles(self) -> Iterator[tuple[str, ...]]:
        """Yield groups of exercises that require one another, so that none can be the first."""
        for component in self._find_components(self._metas):
            if len(component) > 1:
                yield tuple(component)

    def _find_steps(self, node: _Node) -> Iterator[_Node]:
        if isinstance(node, _Skill):
            yield from self._trainers[node.name]
        else:
            meta = self._metas[node]
            yield from self._filter_known(meta.backward_exercises, but=node)
            yield from (_Skill(skill) for skill in meta.requirements if skill in self._trainers)

    def _find_components(self, exercises: Iterable[_Node]) -> Iterator[list[str]]:
        """Yield these exercises and their prerequisites, which come first; cycles are one list."""
        for nodes in find_components(exercises, self._find_steps):
            ids = [node for node in nodes if isinstance(node, str)]
            yield sorted(ids, key=self._place.__getitem__)

    def _filter_known(self, ids: Iterable[str], *, but: str) -> Iterator[str]:
        return (exercise for exercise in ids if exercise in self._metas and exercise != but)
