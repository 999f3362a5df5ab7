"""What tells renderings of one version of the program from those of another."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import kriterion

_PACKAGES = ("contracts", "exercises", "feedback", "markup", "rendering")
_LIBRARIES = ("latex2mathml", "markdown-it-py", "nh3", "pygments", "rapidfuzz")


@cache
def renderer_version() -> str:
    """A digest of the code that renders and of the versions of the libraries that it uses."""
    digest = hashlib.sha256()
    root = Path(kriterion.__file__).parent
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            digest.update(f"{file.relative_to(root)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    for library in _LIBRARIES:
        digest.update(f"{library} {_version(library)}\0".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
