"""Load one lesson or tutorial, or the playgrounds, of a repository, and no other text."""

from pathlib import Path

from kriterion.exercises.learn_ocaml import lessons, tutorials
from kriterion.exercises.learn_ocaml.folder import Folder, open_folder
from kriterion.exercises.learn_ocaml.playgrounds import load_playgrounds
from kriterion.exercises.learn_ocaml.repository_layout import LESSONS, PLAYGROUND, TUTORIALS
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files
from kriterion_tools.contracts.learn_ocaml_repository.lesson import Lesson
from kriterion_tools.contracts.learn_ocaml_repository.playground import Playground
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import Tutorial


def load_lesson(root: Path, name: str) -> Lesson | None:
    """Return the lesson of that id; None if it is not listed or unreadable."""
    folder = _open(root, LESSONS)
    return None if folder is None else lessons.load_lesson(name, folder)


def load_tutorial(root: Path, name: str) -> Tutorial | None:
    """Return the tutorial of that id; None if it is not listed or unreadable."""
    folder = _open(root, TUTORIALS)
    return None if folder is None else tutorials.load_tutorial(name, folder)


def load_repository_playgrounds(root: Path) -> tuple[Playground, ...]:
    """Return the playgrounds with readable templates, in order."""
    folder = _open(root, PLAYGROUND)
    return () if folder is None else load_playgrounds(folder)


def _open(root: Path, directory: str) -> Folder | None:
    return open_folder(Files(root), root / directory, Problems())
