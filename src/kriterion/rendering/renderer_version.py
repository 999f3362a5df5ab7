"""The version of everything that affects renderings, to recognise outdated ones."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import kriterion
import kriterion_tools

_FOLDERS = (
    *(Path(kriterion.__file__).parent / name for name in ("exercises", "feedback", "markup")),
    *(Path(kriterion.__file__).parent / name for name in ("rendering", "locale")),
    *(Path(kriterion_tools.__file__).parent / name for name in ("contracts", "locale")),
)
_SUFFIXES = {".py", ".po"}
_LIBRARIES = ("latex2mathml", "markdown-it-py", "nh3", "pygments", "rapidfuzz")


@cache
def compute_renderer_version() -> str:
    """Return a digest of the code and the translations, and of the versions of the libraries."""
    digest = hashlib.sha256()
    for folder in _FOLDERS:
        for file in sorted(folder.rglob("*.*")):
            if file.suffix in _SUFFIXES:
                digest.update(f"{folder.name}/{file.relative_to(folder)}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    for library in _LIBRARIES:
        digest.update(f"{library} {_read_library_version(library)}\0".encode())
    return digest.hexdigest()


def _read_library_version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
