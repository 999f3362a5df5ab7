"""Wheels that are built from a clean clone, and fresh environments to install them in."""

import importlib.metadata
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
TOOLS = "packages/kriterion-tools"


def copy_clone(target: Path) -> Path:
    """Copy what a clone of the working tree has: no file that is built."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).exists():  # not one that was removed and is still in the index
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name, follow_symlinks=False)
    return target


def build_wheel(clone: Path, project: str = ".") -> "subprocess.CompletedProcess[str]":
    """Build the wheel of a project in a clone into `out`."""
    command = ("wheel", "--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", "out")
    return subprocess.run(
        (sys.executable, "-m", "pip", *command, f"./{project}"),
        cwd=clone,
        capture_output=True,
        text=True,
        check=False,
    )


def make_environment(place: Path) -> Path:
    """Make a virtual environment with nothing in it but pip."""
    venv.create(place, with_pip=True)
    return place


def install(environment: Path, *arguments: str | Path) -> None:
    """Install wheels without an index."""
    command = ("-m", "pip", "install", "--quiet", "--no-index", *arguments)
    subprocess.run((environment / "bin/python", *command), check=True)


def copy_libraries(environment: Path, requirements: Iterable[str]) -> set[str]:
    """Copy installed libraries, and what they need in turn, into an environment.

    pip finds them installed there. Returns their names.
    """
    [packages] = environment.glob("lib/python*/site-packages")
    pending, copied = [Requirement(requirement) for requirement in requirements], set[str]()
    while pending:
        requirement = pending.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        library = importlib.metadata.distribution(requirement.name)
        name = library.metadata["Name"].lower()
        if name in copied:
            continue
        copied.add(name)
        pending += [Requirement(requirement) for requirement in library.requires or ()]
        for file in library.files or ():
            in_packages = ".." not in file.parts
            target = packages / file if in_packages else environment / "bin" / file.name
            if file.suffix != ".pyc" and (in_packages or file.parts[-2] == "bin"):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), target)
    return copied
