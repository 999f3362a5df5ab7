"""Which of a track's example files is the model of which file that students submit.

A track says nothing about it: an exercise lists its solution and its example files. Their names are
alike (`leap.h`, `.meta/example.h`), and they are in the same order.
"""

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath


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


def _find(
    example: str, solution: Sequence[str], taken: set[str], read_key: Callable[[str], str]
) -> str | None:
    free = (name for name in solution if name not in taken)
    return next((name for name in free if read_key(name) == read_key(example)), None)


def _read_name(path: str) -> str:
    return PurePosixPath(path).name


def _read_suffix(path: str) -> str:
    return PurePosixPath(path).suffix
