"""A tree: the files that a writable directory of a run starts with, packed outside the run."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Tree:
    """Files to unpack into a directory of the sandbox, as an uncompressed tar archive."""

    archive: bytes


def tree_of(files: Mapping[str, bytes]) -> Tree:
    """The tree with these files (relative name → content)."""
    raise NotImplementedError


def load_tree(directory: Path) -> Tree:
    """The tree of all files in a directory; `.git` is left out."""
    raise NotImplementedError
