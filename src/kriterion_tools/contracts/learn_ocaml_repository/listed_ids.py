"""Read lists that name files by id: each id must be valid, exist, and occur once.

learn-ocaml's builder does not look for these files; its pages then fail to load them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from kriterion_tools.contracts.learn_ocaml_repository.ids import fault_of
from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonPart
from kriterion_tools.diagnostic import describe_value

Exists = Callable[[str], bool]


class ListedEntry(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=ListedEntry)


def anything(_: str) -> bool:
    """Accept every id, where files cannot be checked."""
    return True


def read_listed(
    items: Iterable[JsonPart], read: Callable[[JsonPart], E | None], exists: Exists
) -> Iterator[E]:
    """Yield the usable entries; report what is wrong with the others."""
    listed: set[str] = set()
    for item in items:
        entry = read(item)
        if entry is None:
            continue
        if (fault := unusable(entry.id, listed, exists)) is not None:
            item.complain(fault, fix="take it out", upstream=False)
            continue
        listed.add(entry.id)
        yield entry


def unusable(name: str, listed: set[str], exists: Exists) -> str | None:
    """Return why an id is unusable, given those listed before it, or None."""
    if (fault := fault_of(name)) is not None:
        return f"{describe_value(name)} {fault}: it is no path of a file"
    if name in listed:
        return f"{describe_value(name)} is listed twice"
    if not exists(name):
        return f"there is no {describe_value(name)}"
    return None
