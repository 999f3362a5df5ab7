"""How exercises are classified: a tree of groups with titles."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """Exercises by id and further groups, both in the order they are shown in.

    `id` is unique among its neighbours. The root's id and title are empty.
    learn-ocaml's groups hold one or the other; both are taken here.
    """

    id: str = ""
    title: str = ""
    exercises: tuple[str, ...] = ()
    groups: tuple["Group", ...] = ()

    def walk(self) -> Iterator[str]:
        """The ids of all exercises in it, in order: its own first, then its groups'."""
        waiting = [self]
        while waiting:
            group = waiting.pop()
            yield from group.exercises
            waiting.extend(reversed(group.groups))

    def only(self, ids: Container[str]) -> "Group":
        """The tree with those exercises alone; groups stay, though they may be empty."""
        return replace(
            self,
            exercises=tuple(listed for listed in self.exercises if listed in ids),
            groups=tuple(group.only(ids) for group in self.groups),
        )
