"""Build exercises into pages and published files, in several processes."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.building.course_documents import (
    make_compiled_page,
    make_exercise_page,
    name_compiled_page,
    name_page,
)
from kriterion.authoring.building.descriptions import render_descriptions
from kriterion.authoring.building.document_writer import write_document
from kriterion.authoring.building.folders import publish_folders
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.forked_pool import fork_pool
from kriterion_tools.diagnostic import Diagnostic

# Receives how many exercises are built, and of how many.
Watch = Callable[[int, int], None]

_TOGETHER = 40  # exercises that a process builds between two reports


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildWork:
    """Exercises to build into a directory, with the known maximum scores."""

    exercises: Sequence[CourseExercise]
    into: Path
    measured: Mapping[str, int]


def build_exercises(
    work: BuildWork, *, jobs: int, watch: Watch
) -> dict[str, tuple[Diagnostic, ...]]:
    """Build all exercises; return their problems by id. Raises OSError and MachineError."""
    total = len(work.exercises)
    problems_by_id: dict[str, tuple[Diagnostic, ...]] = {}
    pieces = [range(begin, min(begin + _TOGETHER, total)) for begin in range(0, total, _TOGETHER)]
    done = 0
    for built, problems in _build_pieces(work, pieces, min(jobs, len(pieces))):
        problems_by_id |= problems
        done += built
        watch(done, total)
    return problems_by_id


def keep_exercise(course_exercise: CourseExercise, old: Path, new: Path) -> bool:
    """Reuse what an earlier build made of an exercise; False if it is incomplete."""
    name = course_exercise.exercise.id
    folders = [
        f"static/{course_exercise.exercise.id}/{folder}" for folder in course_exercise.folders
    ]
    try:
        for page in (name_page(name), name_compiled_page(name)):
            _hard_link(old / page, new / page)
        for folder in folders:
            if (old / folder).is_dir():  # an exercise without files has none
                shutil.copytree(old / folder, new / folder, copy_function=_hard_link)
    except (OSError, shutil.Error):
        return False
    return True


_Result = tuple[int, dict[str, tuple[Diagnostic, ...]]]


def _build_pieces(work: BuildWork, pieces: Sequence[range], jobs: int) -> Iterable[_Result]:
    if jobs < 2:
        yield from (_build(work, piece) for piece in pieces)
        return
    with fork_pool(jobs, doing="builds", initializer=_share_work, arguments=(work,)) as pool:
        for done in as_completed([pool.submit(_build_in_worker, piece) for piece in pieces]):
            yield done.result()


def _build(work: BuildWork, piece: range) -> _Result:
    problems_by_id = {}
    for place in piece:
        listed_exercise = work.exercises[place]
        exercise = listed_exercise.exercise
        descriptions = render_descriptions(exercise)
        maximum = work.measured.get(exercise.id)
        page = make_exercise_page(listed_exercise, descriptions, maximum)
        write_document(work.into / name_page(exercise.id), page)
        page = make_compiled_page(listed_exercise, descriptions, maximum)
        write_document(work.into / name_compiled_page(exercise.id), page)
        if problems := publish_folders(listed_exercise, work.into / "static" / exercise.id):
            problems_by_id[exercise.id] = problems
    return len(piece), problems_by_id


_work: BuildWork  # of a process in the pool


def _share_work(work: BuildWork) -> None:
    global _work
    _work = work


def _build_in_worker(piece: range) -> _Result:
    return _build(_work, piece)


def _hard_link(source: str | Path, target: str | Path) -> None:
    """Hard-link a file, since built files are never modified; copy it if links are not allowed."""
    source, target = Path(source), Path(target)
    try:
        target.hardlink_to(source)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.hardlink_to(source)
    except PermissionError:
        shutil.copyfile(source, target)
