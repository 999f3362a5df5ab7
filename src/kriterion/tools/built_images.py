"""Shipped tools that are built on this machine, each with an image that holds the result.

A tool's directory may contain an executable `build`. `build DIRECTORY` fills that directory with
what the tool needs in its runs; `build --fingerprint` prints a line that changes with the build's
inputs (a compiler's version). If it cannot build, it says why on stderr and fails; its last line is
the remedy. The result is kept, and its directory is on the PATH of the image `kriterion-NAME`.
"""

import hashlib
import os
import subprocess
from dataclasses import replace
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image
from kriterion.tools.build_cache import build_once
from kriterion.tools.readable_directory import open_place
from kriterion.tools.runtime import IMAGE_NAME

_BUILD = "build"
_SECONDS = 300.0


def is_built(tool: Path) -> bool:
    """Whether a tool must be built."""
    return (tool / _BUILD).is_file()


def name_built_image(name: str) -> str:
    """Return the name of a built tool's image."""
    return f"{IMAGE_NAME}-{name}"


def ensure_built_image(name: str, tool: Path, base: Image, data: Path) -> Image:
    """Return the image `base` with the built tool, building it if necessary.

    Raises OperatorError if it cannot be built here.
    """

    def fill(directory: Path) -> None:
        _run_build(tool, str(directory))

    fingerprint = _compute_fingerprint(tool, _run_build(tool, "--fingerprint"))
    what = f"what {name} is built of"
    directory = build_once(open_place(data) / name_built_image(name), fingerprint, fill, what=what)
    place = f"/opt/{name_built_image(name)}"
    return replace(
        base,
        name=name_built_image(name),
        mounts={**base.mounts, place: directory},
        path=(place, *base.path),
    )


def _run_build(tool: Path, argument: str) -> str:
    """Return the output of `build`, run in the tool's directory."""
    try:
        done = subprocess.run(
            (str(tool / _BUILD), argument),
            cwd=tool,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OperatorError(f"{tool / _BUILD}: {error}") from error
    if done.returncode != 0:
        *lines, last = done.stderr.strip().splitlines() or ["", f"exit status {done.returncode}"]
        raise OperatorError("\n".join(lines) or f"{tool.name} cannot be built", fix=last)
    return done.stdout


def _compute_fingerprint(tool: Path, built_with: str) -> str:
    parts = [built_with]
    for file in sorted(tool.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            status = file.stat()
            name = os.fspath(file.relative_to(tool))
            parts.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
