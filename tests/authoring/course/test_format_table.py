"""The format of repositories as a table: what each way to write one comes to, in a golden file.

Each row is a small sound repository with some files changed. The golden file holds, for each, the
tree, the exercises, what `check` tells, and what `build` makes of it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kriterion.authoring.building.build import build
from kriterion.authoring.building.build_plan import Plan
from kriterion.authoring.course.course_check import check_course
from kriterion.authoring.finding import convert_problems
from kriterion.exercises.learn_ocaml import load_course
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from tests.authoring import made_course
from tests.authoring.made_course import make_exercise
from tests.conftest import Golden

GOLDEN = Path(__file__).with_name("format_table.txt")

Files = dict[str, Any]

TWO = {**make_exercise("a", focus=["x"]), **make_exercise("b/c", requirements=["x"])}


def _make_index(**contents: Any) -> Files:
    return {"exercises/index.json": {"learnocaml_version": "1"} | contents}


def _make_group(title: str, **contents: Any) -> Files:
    return {"title": title, **contents}


def _make_meta(text: str = "", **changes: Any) -> Files:
    """One exercise whose meta.json is this text, or a sound one with changes; None takes out."""
    if text:
        return {**make_exercise("a"), "exercises/a/meta.json": text}
    values = made_course.META | {"title": "A", "identifier": "a-1"} | changes
    kept = {key: value for key, value in values.items() if value is not None}
    return {**make_exercise("a"), "exercises/a/meta.json": kept}


def _leave_out(*names: str, **files: Any) -> Files:
    """One exercise without some of its files; `files` are others, by name with _ for the dot."""
    loaded = make_exercise("a")
    for name in names:
        del loaded[f"exercises/a/{name}"]
    return loaded | {f"exercises/a/{name.replace('__', '.')}": text for name, text in files.items()}


LIKE_THE_PAGE = """{
  "learnocaml_version" : "2",
  "kind"               : "exercise" | "problem" | "project",
  "stars"              : [1 .. 5],
  "title"              : "As the page has it",
  /* a comment */
  "identifier"         : "as-the-page-has-it",
  "authors"            : [["Ada", "ada@example.org"], ["Bo", "bo@example.org"]],
  // another one
  "focus"              : ["first", ..., "last"],
  "requirements"       : [],
  "max_score" : [ 0 .. n ],
}
"""

# What is written, by what a row is about.
ROWS: dict[str, Files] = {
    "index: exercises at the root": {**TWO, **_make_index(exercises=["b/c", "a"])},
    "index: one group": {
        **TWO,
        **_make_index(groups={"g": _make_group("G", exercises=["a", "b/c"])}),
    },
    "index: groups in groups": {
        **TWO,
        **_make_index(
            groups={
                "g": _make_group("G", groups={"h": _make_group("H", exercises=["b/c"])}),
                "i": _make_group("I", exercises=["a"]),
            }
        ),
    },
    "index: exercises and groups at once": {
        **TWO,
        **_make_index(exercises=["a"], groups={"g": _make_group("G", exercises=["b/c"])}),
    },
    "index: a group with neither": {
        **TWO,
        **_make_index(
            groups={"g": _make_group("G"), "h": _make_group("H", exercises=["a", "b/c"])}
        ),
    },
    "index: a group without a title": {
        **TWO,
        **_make_index(groups={"g": {"exercises": ["a", "b/c"]}}),
    },
    "index: no version": {**TWO, "exercises/index.json": {"exercises": ["a", "b/c"]}},
    "index: version 2": {
        **TWO,
        "exercises/index.json": {"learnocaml_version": "2", "exercises": ["a", "b/c"]},
    },
    "index: unknown version": {
        **TWO,
        "exercises/index.json": {"learnocaml_version": "7", "exercises": ["a", "b/c"]},
    },
    "index: missing": TWO,
    "index: empty": {**TWO, "exercises/index.json": ""},
    "index: a comma after the last member": {
        **TWO,
        "exercises/index.json": '{"learnocaml_version": "1", "exercises": ["a", "b/c",]}',
    },
    "index: an exercise that is not there": {**TWO, **_make_index(exercises=["a", "b/c", "d"])},
    "index: an exercise listed twice": {**TWO, **_make_index(exercises=["a", "b/c", "a"])},
    "index: an exercise left out": {**TWO, **_make_index(exercises=["a"])},
    "files: the eight": {**make_exercise("a"), "exercises/a/max_score.txt": "10\n"},
    "files: descr.html beside descr.md": _leave_out(descr__html="<p>Html.</p>"),
    "files: no description": _leave_out("descr.md"),
    "files: no prelude.ml": _leave_out("prelude.ml"),
    "files: no prepare.ml": _leave_out("prepare.ml"),
    "files: no template.ml": _leave_out("template.ml"),
    "files: no solution.ml": _leave_out("solution.ml"),
    "files: no test.ml": _leave_out("test.ml"),
    "files: no meta.json": {
        **make_exercise("b/c"),
        **_leave_out("meta.json"),
        **_make_index(exercises=["a", "b/c"]),
    },
    "files: beyond the eight": _leave_out(NOTES="x", helper__ml="let x = 1"),
    "files: a table of skills by hand": {
        **make_exercise("a", focus=["x"]),
        "exercises/focus.json": [{"y": ["a"]}],
        "requirements.json": [],
    },
    "max_score.txt alone": _leave_out(max_score__txt="7"),
    "max_score.txt below max_score": {**_make_meta(max_score=20), "exercises/a/max_score.txt": "7"},
    "max_score.txt: 0": _leave_out(max_score__txt="0"),
    "max_score.txt: not a number": _leave_out(max_score__txt="seven"),
    "max_score.txt: negative": _leave_out(max_score__txt="-1"),
    "max_score: 0": _make_meta(max_score=0),
    "max_score: negative": _make_meta(max_score=-3),
    "max_score: text": _make_meta(max_score="10"),
    **{f"stars: {stars}": _make_meta(stars=stars) for stars in (-1, 0, 1, 4, 4.5, 5, 6, "3")},
    "stars: missing": _make_meta(stars=None),
    **{
        f"kind: {kind}": _make_meta(kind=kind)
        for kind in ("problem", "project", "Problem", "quiz", 3)
    },
    "kind: missing": _make_meta(kind=None),
    **{f"version: {number!r}": _make_meta(learnocaml_version=number) for number in ("1", "3", 2)},
    "version: missing": _make_meta(learnocaml_version=None),
    "version 1 with fields of version 2": _make_meta(
        learnocaml_version="1", focus=["x"], max_score=3, authors=[["Ada", ""]]
    ),
    "version 1 alone": _make_meta('{"learnocaml_version": "1", "kind": "problem", "stars": 3}'),
    "version 2 as the page shows it": _make_meta(LIKE_THE_PAGE),
    "identifier: missing": _make_meta(identifier=None),
    "identifier: shared": {
        **make_exercise("a", identifier="same"),
        **make_exercise("b/c", identifier="same", backward_exercises=["same"]),
    },
    "identifier: in a link": {
        **make_exercise("a", identifier="one", focus=["x"]),
        **make_exercise("b/c", backward_exercises=["one"], forward_exercises=["nobody"]),
    },
    "meta: an unknown key": _make_meta(fokus=["x"]),
    "meta: no JSON": _make_meta("{"),
}


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    base = tmp_path_factory.mktemp("rows")
    return "".join(_describe_row(base / str(at), *row) for at, row in enumerate(ROWS.items()))


def test_the_format_is_read_as_the_table_says(table: str, golden: Golden) -> None:
    golden(GOLDEN, table)


def _describe_row(base: Path, name: str, files: Files) -> str:
    root = made_course.write(base / "course", files)
    return "\n".join([f"## {name}", *_list_lines(root, base / "www")]) + "\n\n"


def _list_lines(root: Path, output: Path) -> Iterator[str]:
    course = load_course(root)
    yield f"tree: {_describe_tree(course)}"
    yield from (
        f"exercise {_make_exercise(loaded_exercise)}"
        for loaded_exercise in course.exercises.values()
    )
    yield from (f"- {finding.severity}: {finding}" for finding in convert_problems(course.problems))
    yield from (f"- {finding.severity}: {finding}" for finding in check_course(course))
    for how in ("built", "strict", "keep_going"):
        plan = Plan(
            root=root, output=output, strict=how == "strict", keep_going=how == "keep_going"
        )
        result = build(plan, watch=lambda _done, _total: None)
        if how == "built" and result.succeeded:
            for skills in ("focus.json", "requirements.json"):
                yield f"{skills}: {json.dumps(json.loads((output / skills).read_bytes()))}"
        yield f"{how}: {', '.join(result.facts) if result.succeeded else 'refused'}"


def _describe_tree(course: LearnOcamlCourse) -> str:
    def describe_group(group: Group) -> str:
        inner = [
            *group.exercises,
            *(f"{subgroup.title!r} {describe_group(subgroup)}" for subgroup in group.groups),
        ]
        return f"({', '.join(inner)})"

    return describe_group(course.tree)


def _make_exercise(loaded: CourseExercise) -> str:
    of = loaded.exercise
    facts = {
        "type": of.kind.value,
        "title": of.name(),
        "kind": loaded.meta.kind.value,
        "stars": f"{loaded.meta.stars:g}",
        "difficulty": f"{of.difficulty:g}",
        "maximum": of.declared_maximum,
        "identifier": loaded.meta.identifier,
        "authors": ", ".join(author.name for author in of.authors) or None,
        "trains": ", ".join(of.trains) or None,
        "requires": ", ".join(of.requires) or None,
        "easier": ", ".join(of.next_on_difficulty) or None,
        "next": ", ".join(of.next_on_success) or None,
    }
    text = "; ".join(f"{key}: {value}" for key, value in facts.items() if value is not None)
    return f"{of.id} {{{text}}}"
