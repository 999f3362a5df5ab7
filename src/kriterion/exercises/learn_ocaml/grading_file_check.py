"""Check what an exercise's grader reads besides its code, before any submission is graded."""

import os
from pathlib import Path, PurePosixPath

from kriterion.exercises.exercise import MAXIMUM_SHARED_BYTES
from kriterion.exercises.learn_ocaml.folder import MAXIMUM_META_BYTES, MAXIMUM_TEXT_BYTES, Folder
from kriterion.exercises.repository_files import Files, Missing, Unreadable
from kriterion_tools.contracts.learn_ocaml_repository import grading_files as contract
from kriterion_tools.diagnostic import describe_value

_OUTSIDE = "is not in the exercise's directory"


def check_grading_files(folder: Folder) -> bool:
    """Whether the grader can use allow.json, test_libs.txt and depend.txt; report their faults."""
    before = len(folder.problems)
    if (content := _load_checked(folder, contract.ALLOW)) is not None:
        folder.report(contract.ALLOW, contract.check_allowances(content))
    if (content := _load_checked(folder, contract.LIBRARIES)) is not None:
        folder.report(contract.LIBRARIES, contract.check_libraries(content))
    if (content := _load_checked(folder, contract.DEPENDENCIES)) is not None:
        for name, line in contract.read_dependencies(content):
            _check_dependency(folder, name, line)
    return len(folder.problems) == before


def list_dependencies(files: Files, directory: Path) -> list[str]:
    """Return the names of the files that a depend.txt lists; empty without a readable one."""
    try:
        content = files.load(directory / contract.DEPENDENCIES, at_most=MAXIMUM_META_BYTES)
    except Unreadable:
        return []
    return list(dict.fromkeys(name for name, _ in contract.read_dependencies(content)))


def find_shared_files(files: Files, directory: Path) -> dict[str, Path]:
    """Return the files in other directories that a depend.txt lists, by the names in it."""
    return {
        name: path
        for name in list_dependencies(files, directory)
        if ".." in PurePosixPath(name).parts
        and (path := _locate_shared(directory, name)).is_relative_to(files.root)
    }


def _load_checked(folder: Folder, name: str) -> bytes | None:
    try:
        content = folder.load(name, at_most=MAXIMUM_META_BYTES)
    except Missing:
        if name in folder.entries:
            folder.problems.refuse(
                folder.named(name),
                "is a broken link, so it is missing when submissions are graded",
                code="learn-ocaml.grading.dangling-link",
            )
        return None
    except Unreadable as error:
        folder.problems.refuse(
            folder.named(name),
            f"{error}, so it is missing when submissions are graded",
            code="learn-ocaml.grading.unreadable-file",
        )
        return None
    if not _is_copied(folder, name):
        what = "is a link out of the exercise, so it is missing when submissions are graded"
        folder.problems.refuse(
            folder.named(name),
            what,
            fix="replace the link with a copy of the file",
            code="learn-ocaml.grading.link-outside",
        )
        return None
    return content


def _check_dependency(folder: Folder, name: str, line: int) -> None:
    fault = _explain_load_fault(folder, name)
    if fault:
        file = folder.named(contract.DEPENDENCIES)
        fix = "copy the file there" if fault == _OUTSIDE else ""
        folder.problems.refuse(
            file,
            f"{describe_value(name)} {fault}",
            where=f"line {line}",
            fix=fix,
            code="learn-ocaml.grading.invalid-dependency",
        )


def _explain_load_fault(folder: Folder, name: str) -> str:
    """Return why the grader could not load a file, or ""."""
    path = PurePosixPath(name)
    if path.suffix not in contract.LOADED:
        return "cannot be loaded: only .ml and .mli can"
    if path.is_absolute() or "\0" in name:
        return _OUTSIDE
    if ".." in path.parts:
        return _explain_shared_fault(folder, name)
    if not _is_copied(folder, name):
        return _OUTSIDE
    try:
        folder.files.load(f"{folder.path}/{name}", at_most=MAXIMUM_TEXT_BYTES)
    except Unreadable as error:
        return str(error)
    return ""


def _explain_shared_fault(folder: Folder, name: str) -> str:
    """Return why the grader could not load a file of another directory, or ""."""
    path = _locate_shared(folder.path, name)
    if not path.is_relative_to(folder.files.root):
        return "is not in the repository"
    try:
        folder.files.load_below(path.relative_to(folder.files.root), at_most=MAXIMUM_SHARED_BYTES)
    except Unreadable as error:
        return str(error)
    return ""


def _locate_shared(directory: Path, name: str) -> Path:
    return Path(os.path.normpath(f"{directory}/{name}"))


def _is_copied(folder: Folder, name: str) -> bool:
    """Whether it exists in a copy of the exercise's directory that keeps links."""
    place = str(folder.path)
    for step in name.split("/"):
        place = f"{place}/{step}"
        if os.path.islink(place) and os.readlink(place).startswith("/"):  # noqa: PTH114, PTH115
            return False
    return os.path.realpath(place).startswith(f"{os.path.realpath(folder.path)}/")
