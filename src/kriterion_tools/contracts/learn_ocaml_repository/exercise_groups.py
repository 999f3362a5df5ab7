"""How exercises are classified: a tree of groups with titles."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """A group: exercises by id, and subgroups, both in display order.

    `id` is unique among its siblings. The root's id and title are empty. learn-ocaml's groups
    contain exercises or groups; ours may contain both.
    """

    id: str = ""
    title: str = ""
    exercises: tuple[str, ...] = ()
    groups: tuple["Group", ...] = ()

    def walk(self) -> Iterator[str]:
        """Yield the ids of all exercises: the group's own first, then those of its groups."""
        waiting = [self]
        while waiting:
            group = waiting.pop()
            yield from group.exercises
            waiting.extend(reversed(group.groups))

    def keep_only(self, ids: Container[str]) -> "Group":
        """Return the tree with those exercises only; groups stay even if they become empty."""
        return replace(
            self,
            exercises=tuple(listed for listed in self.exercises if listed in ids),
            groups=tuple(group.keep_only(ids) for group in self.groups),
        )
