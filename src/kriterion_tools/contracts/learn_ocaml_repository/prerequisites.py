"""What an exercise builds on: the graph that backward links and skills make of the exercises.

An exercise leads to each of its `backward_exercises`, and to every exercise that trains a skill it
requires. Cycles are tolerated. Skills are nodes of their own on the way: their edges, which may be
as many as the square of the exercises, are only made for who asks for them.
Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Exercise.Graph).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kriterion_tools.contracts.learn_ocaml_repository.components import components
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import focus_of


@dataclass(frozen=True, slots=True)
class Prerequisite:
    """An exercise to do first: because of these skills, or because it is `linked`."""

    id: str
    skills: tuple[str, ...] = ()
    linked: bool = False


@dataclass(frozen=True, slots=True)
class _Skill:
    """A skill as a node: it leads to all exercises that train it."""

    name: str


_Node = str | _Skill


class PrerequisiteGraph:
    """The exercises of a repository, in the order of its index, and what leads from one to another.

    Links to exercises that are not there, and of an exercise to itself, lead nowhere.
    """

    def __init__(self, metas: Mapping[str, Meta]) -> None:
        self._metas = metas
        self._place = {exercise: place for place, exercise in enumerate(metas)}
        self._trainers = focus_of(metas)

    def __iter__(self) -> Iterator[str]:
        return iter(self._metas)

    def direct(self, exercise: str) -> tuple[Prerequisite, ...]:
        """What an exercise leads to in one step: linked ones first, each once with all its skills.

        This is as long as the skills are common: for pictures and single exercises.
        """
        linked = dict.fromkeys(self._known(self._metas[exercise].backward_exercises, but=exercise))
        skills: dict[str, list[str]] = {before: [] for before in linked}
        for skill in dict.fromkeys(self._metas[exercise].requirements):
            for trainer in self._trainers.get(skill, ()):
                if trainer != exercise:
                    skills.setdefault(trainer, []).append(skill)
        return tuple(
            Prerequisite(before, tuple(named), before in linked) for before, named in skills.items()
        )

    def before(self, exercise: str) -> tuple[str, ...]:
        """Everything that an exercise builds on, each after what it builds on itself.

        Where some build on one another, they stand together, in the order of the index.
        """
        found = self._in_order([exercise])
        return tuple(one for together in found for one in together if one != exercise)

    def cycles(self) -> Iterator[tuple[str, ...]]:
        """Yield exercises that build on one another, so that none can be the first."""
        return (tuple(together) for together in self._in_order(self._metas) if len(together) > 1)

    def _steps(self, node: _Node) -> Iterator[_Node]:
        if isinstance(node, _Skill):
            yield from self._trainers[node.name]
        else:
            meta = self._metas[node]
            yield from self._known(meta.backward_exercises, but=node)
            yield from (_Skill(skill) for skill in meta.requirements if skill in self._trainers)

    def _in_order(self, exercises: Iterable[_Node]) -> Iterator[list[str]]:
        """These and all that they build on, after it; those of a cycle are together."""
        for nodes in components(exercises, self._steps):
            ids = [node for node in nodes if isinstance(node, str)]
            yield sorted(ids, key=self._place.__getitem__)

    def _known(self, ids: Iterable[str], *, but: str) -> Iterator[str]:
        return (exercise for exercise in ids if exercise in self._metas and exercise != but)
