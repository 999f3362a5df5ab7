"""Write the graph of a course to a file, in the format of its suffix."""

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from kriterion.authoring.building.course_documents import collect_listed_metas
from kriterion.authoring.graph.diagram import make_diagram
from kriterion.authoring.graph.dot import render_dot
from kriterion.authoring.graph.svg import render_svg
from kriterion.errors import MachineError
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import PrerequisiteGraph

DOT, SVG = ".dot", ".svg"


def write_graph(course: LearnOcamlCourse, file: Path) -> None:
    """Write the listed exercises of a course; in a picture, each links to its directory.

    Raises OperatorError if it is too large for a picture, MachineError if it cannot be written.
    """
    metas = collect_listed_metas(course)
    titles = {name: course.exercises[name].exercise.name() for name in metas}
    lines: Iterable[str]
    if file.suffix == DOT:
        lines = render_dot(PrerequisiteGraph(metas), titles)
    else:
        diagram = make_diagram(metas, titles, course.tree)
        addresses = {name: _make_address(course, name, file) for name in metas}
        lines = [*render_svg(diagram, title=course.directory.name, address=addresses.get)]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8", errors="replace") as written:
            written.writelines(lines)
    except OSError as error:
        raise MachineError(f"{file}: cannot be written: {error.strerror}") from error


def _make_address(course: LearnOcamlCourse, name: str, file: Path) -> str:
    """Return the address of an exercise's directory relative to the picture."""
    directory = course.exercises[name].exercise.directory
    return quote(os.path.relpath(directory, file.absolute().parent), errors="surrogateescape")
