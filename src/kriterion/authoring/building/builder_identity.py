"""Identify the program that builds: another one might produce another output."""

import hashlib
import os

import kriterion
import kriterion_tools
from kriterion import __version__

_PACKAGES = (
    *(f"{kriterion.__path__[0]}/{name}" for name in ("authoring", "exercises", "markup")),
    f"{kriterion_tools.__path__[0]}/contracts",
)


def identify_builder() -> str:
    """Return the version and the code's file times, since the code may be under development."""
    notes = sorted(note for package in _PACKAGES for note in _describe_files(package))
    return f"{__version__}/{hashlib.blake2b(''.join(notes).encode(), digest_size=8).hexdigest()}"


def _describe_files(directory: str) -> list[str]:
    notes = []
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                notes += _describe_files(entry.path)
            elif entry.name.endswith((".py", ".json")):
                status = entry.stat()
                notes.append(f"{entry.path}/{status.st_size}/{status.st_mtime_ns}/")
    return notes
