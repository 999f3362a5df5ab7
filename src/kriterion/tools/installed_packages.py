"""The libraries that are installed beside us: their files, and the programs that some bring."""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path


def installed_files(library: str) -> Iterator[tuple[str, Path]]:
    """Every file of a library: its name in site-packages, and where it is."""
    for installed in importlib.metadata.distribution(library).files or ():
        if ".." not in installed.parts and installed.suffix != ".pyc":
            yield str(installed), Path(str(installed.locate()))


def installed_program(library: str) -> Path | None:
    """The program that a library of that name brings."""
    for installed in importlib.metadata.distribution(library).files or ():
        if installed.parts[-2:] == ("bin", library):
            return Path(str(installed.locate()))
    return None
