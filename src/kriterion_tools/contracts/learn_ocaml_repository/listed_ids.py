"""Read lists that name files by id: each id must be valid, exist, and occur once.

learn-ocaml's builder does not look for these files; its pages then fail to load them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.diagnostic import describe_value

Exists = Callable[[str], bool]

_REMOVE = "remove it from the list"


class ListedEntry(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=ListedEntry)


def accept_any_id(_: str) -> bool:
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
        if (fault := check_listed_id(entry.id, listed, exists)) is not None:
            item.add_fault(fault)
            continue
        listed.add(entry.id)
        yield entry


def check_listed_id(
    name: str, listed: set[str], exists: Exists, *, needs_file: bool = False
) -> Fault | None:
    """Return why an id is unusable, given those listed before it, or None.

    `needs_file`: learn-ocaml's build fails if the file is missing.
    """
    quoted = describe_value(name)
    if (reason := find_id_fault(name)) is not None:
        return Fault(
            what=f"{quoted} {reason}: it is not the path of a file",
            code="learn-ocaml.list.invalid-id",
            fix=_REMOVE,
        )
    if name in listed:
        return Fault(
            what=f"{quoted} is listed twice", code="learn-ocaml.list.duplicate-id", fix=_REMOVE
        )
    if not exists(name):
        return Fault(
            what=f"there is no {quoted}",
            code="learn-ocaml.list.missing-file",
            fix=_REMOVE,
            upstream=needs_file,
        )
    return None
