"""The graph as a picture and as text for graphviz: sound, whatever exercises are called."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygraphviz import AGraph

from kriterion.authoring.graph.diagram import make_diagram
from kriterion.authoring.graph.dot import render_dot
from kriterion.authoring.graph.graph_file import write_graph
from kriterion.authoring.graph.label_text import (
    break_lines,
    escape_xml,
    format_difficulty,
    measure_text,
)
from kriterion.authoring.graph.svg import render_svg
from kriterion.exercises.learn_ocaml import load_course
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import PrerequisiteGraph
from tests.authoring import made_course
from tests.authoring.graph.solving import solve_here

EXAMPLE = Path(__file__).parents[3] / "examples" / "ocaml-course"
SVG = "{http://www.w3.org/2000/svg}"


def _draw_svg(metas: dict[str, Meta], titles: dict[str, str], tree: Group | None = None) -> str:
    diagram = make_diagram(metas, titles, tree or Group(exercises=tuple(metas)))
    lines = render_svg(
        diagram, title="A <course>", address=lambda name: f"x/{name}", solve=solve_here
    )
    return "".join(lines)


def _list_texts(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


def test_the_example_gives_a_complete_picture(tmp_path: Path) -> None:
    course = load_course(EXAMPLE)
    write_graph(course, tmp_path / "course.svg")
    svg = (tmp_path / "course.svg").read_text()
    root = ElementTree.fromstring(svg)
    assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    links = [link.get("href") for link in root.iter(f"{SVG}a")]
    assert len(links) == len(list(course.tree.walk()))
    assert all((tmp_path / str(link)).resolve().is_dir() for link in links)
    for loaded in course.exercises.values():
        assert loaded.exercise.name().split()[0] in _list_texts(svg)
    assert all(group.title in _list_texts(svg) for group in course.tree.groups)
    assert "@media(prefers-color-scheme:dark)" in svg
    assert not re.search(r"<script|<image|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", svg)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_names_give_valid_xml(title: str, skill: str) -> None:
    metas = {"a": Meta(focus=(skill,)), "b": Meta(requirements=(skill,), backward_exercises=("a",))}
    svg = _draw_svg(metas, {"a": title, "b": "]]>"})
    root = ElementTree.fromstring(svg.encode(errors="replace"))
    assert len(list(root.iter(f"{SVG}a"))) == 2


def test_a_cycle_is_drawn_with_an_arrow_back() -> None:
    metas = {"a": Meta(backward_exercises=("b",)), "b": Meta(backward_exercises=("a",))}
    svg = _draw_svg(metas, {})
    assert svg.count('class="link back"') == 2  # one of the arrows, and the legend
    assert "closes a cycle" in svg


def test_an_empty_course_gives_a_picture() -> None:
    assert "0 exercises" in _list_texts(_draw_svg({}, {}))


def test_ids_are_quoted_for_graphviz() -> None:
    metas = {
        'a"\\/1': Meta(focus=("x",)),
        "b-2": Meta(requirements=("x",), backward_exercises=('a"\\/1',)),
    }
    text = "".join(render_dot(PrerequisiteGraph(metas), {"b-2": "B"}))
    assert text == (
        "digraph exercises {\n"
        '  "a\\"\\\\/1";\n'
        '  "b-2" [label="B"];\n'
        '  "b-2" -> "a\\"\\\\/1" [label="(S x)(E b-2)"];\n'
        "}\n"
    )


@given(st.lists(st.text(max_size=10), min_size=1, max_size=4, unique=True))
def test_graphviz_reads_the_written_graph(names: list[str]) -> None:
    metas = {name: Meta(backward_exercises=tuple(names)) for name in names}
    text = "".join(render_dot(PrerequisiteGraph(metas), {}))
    read = AGraph(string=text.encode(errors="replace").decode())
    assert read.number_of_nodes() == len(names)


def test_the_file_name_determines_the_format(tmp_path: Path) -> None:
    course = load_course(made_course.make_course(tmp_path / "course"))
    write_graph(course, tmp_path / "deep" / "graph.dot")
    text = (tmp_path / "deep" / "graph.dot").read_text()
    assert '"lists/max" -> "lists/sum" [label="(S lists)(E lists/max)"];' in text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((0, ""), (0.4, ""), (0.5, "◐○○○○"), (1, "●○○○○")),
        *((2.5, "●●◐○○"), (2.9, "●●◐○○"), (9, "●●●●●")),
    ],
)
def test_stars_are_shown_in_halves(number: float, text: str) -> None:
    assert format_difficulty(number) == text


@given(st.text(max_size=200), st.integers(2, 30), st.integers(1, 3))
def test_text_is_cut_to_fit(text: str, letters: int, lines: int) -> None:
    lines_of_text = break_lines(text, letters, lines=lines)
    assert 1 <= len(lines_of_text) <= lines
    assert all(measure_text(line) <= letters for line in lines_of_text)


def test_characters_invalid_in_xml_are_replaced() -> None:
    assert escape_xml("a\x00<b>\ud800") == "a\ufffd&lt;b&gt;\ufffd"
