"""Which of a track's example files is the model of which file that students submit.

A track says nothing about it: an exercise lists its solution and its example files. Their names are
alike (`leap.h`, `.meta/example.h`), and they are in the same order.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath


def match_solutions(examples: Sequence[str], solution: Sequence[str]) -> list[dict[str, str]]:
    """Return the solutions that the examples make up, each a map of examples to solution files.

    Examples for different files are one solution, wherever they are. If several examples stand for
    the same file, there are alternatives: each directory has whole solutions, one after the other.
    Examples that make up no whole solution are left out.
    """
    first = match_example_names(examples, solution)
    if not first:
        return []
    wanted = set(first.values())
    alternatives = [
        found
        for directory in _group_by_directory(examples, solution)
        for found in _match_repeatedly(directory, solution)
        if wanted <= set(found.values())
    ]
    return alternatives if len(first) < len(examples) and alternatives else [first]


def match_example_names(examples: Sequence[str], solution: Sequence[str]) -> dict[str, str]:
    """Map examples to solution files: by name, then by suffix, both in order.

    Those left over map to nothing.
    """
    matched: dict[str, str] = {}
    for read_key in (_read_name, _read_suffix):
        for example in examples:
            if example not in matched:
                match = _find(example, solution, set(matched.values()), read_key)
                if match is not None:
                    matched[example] = match
    return {example: matched[example] for example in examples if example in matched}


def _group_by_directory(examples: Sequence[str], solution: Sequence[str]) -> list[list[str]]:
    """Group examples by the directory in which the solution's files would be."""
    groups: dict[str, list[str]] = {}
    for example in examples:
        path = f"/{example}"
        ends = (f"/{name}" for name in solution if path.endswith(f"/{name}"))
        end = max(ends, key=len, default=f"/{_read_name(path)}")
        groups.setdefault(path.removesuffix(end), []).append(example)
    return list(groups.values())


def _match_repeatedly(examples: Sequence[str], solution: Sequence[str]) -> Iterator[dict[str, str]]:
    """Match examples, then those left over, until none matches."""
    left = list(examples)
    while matched := match_example_names(left, solution):
        yield matched
        left = [example for example in left if example not in matched]


def _find(
    example: str, solution: Sequence[str], taken: set[str], read_key: Callable[[str], str]
) -> str | None:
    free = (name for name in solution if name not in taken)
    return next((name for name in free if read_key(name) == read_key(example)), None)


def _read_name(path: str) -> str:
    return PurePosixPath(path).name


def _read_suffix(path: str) -> str:
    return PurePosixPath(path).suffix
