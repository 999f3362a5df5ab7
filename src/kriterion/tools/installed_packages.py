"""Installed libraries: their files and programs."""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path


def list_installed_files(library: str) -> Iterator[tuple[str, Path]]:
    """Yield every file of a library: its name in site-packages, and its path."""
    for installed in importlib.metadata.distribution(library).files or ():
        if ".." not in installed.parts and installed.suffix != ".pyc":
            yield str(installed), Path(str(installed.locate()))


def find_installed_program(library: str) -> Path | None:
    """Return the program of a library of that name, or None."""
    for installed in importlib.metadata.distribution(library).files or ():
        if installed.parts[-2:] == ("bin", library):
            return Path(str(installed.locate()))
    return None
