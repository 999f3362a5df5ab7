"""A course is built as learn-ocaml has it, quickly when little changed, and all at once."""

import base64
import json
import os
import re
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.authoring.building.build import BuildResult, build
from kriterion.authoring.building.build_plan import Plan, find_previous, is_up_to_date
from kriterion.authoring.building.measuring import Measure, MeasuredPoints, measure_nothing
from kriterion.authoring.building.state import STATE
from kriterion.errors import MachineError, OperatorError
from tests.authoring import made_course

SETTLED_SECONDS = 0.15  # after which the notes of the file system are believed

BuildIt = Callable[..., BuildResult]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return made_course.make_course(tmp_path / "course")


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "www"


@pytest.fixture
def build_it(root: Path, output: Path) -> BuildIt:
    def run(**changes: Any) -> BuildResult:
        measure = changes.pop("measure", measure_nothing)
        plan = replace(Plan(root=root, output=output), **changes)
        return build(plan, measure=measure, watch=lambda _done, _total: None)

    return run


def _make_measure(points: Callable[[str], int]) -> Measure:
    return lambda exercises: MeasuredPoints(
        points={exercise.id: points(exercise.id) for exercise in exercises}
    )


def _read(output: Path, name: str) -> Any:
    return json.loads((output / name).read_bytes())


def _collect_files(output: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(output)): file.read_bytes()
        for file in sorted(output.rglob("*"), key=str)
        if file.is_file() and file.name != STATE
    }


def test_everything_has_a_page(build_it: BuildIt, output: Path) -> None:
    built = build_it()
    assert built.succeeded
    assert built.findings == ()
    assert list(_collect_files(output)) == [
        "exercise-index.json",
        "exercises.json",
        "exercises/first.json",
        "exercises/lists/max.json",
        "exercises/lists/sum.json",
        "focus.json",
        "lessons.json",
        "lessons/one.json",
        "playgrounds.json",
        "playgrounds/p.json",
        "requirements.json",
        "static/lists/sum/images/pixel.png",
        "tutorials.json",
        "tutorials/t.json",
        "v1/exercises/first.json",
        "v1/exercises/lists/max.json",
        "v1/exercises/lists/sum.json",
    ]
    assert _read(output, "focus.json") == [{"functions": ["first"]}, {"lists": ["lists/sum"]}]
    assert _read(output, "requirements.json") == [
        {"functions": ["lists/sum"]},
        {"lists": ["lists/max"]},
    ]
    index = _read(output, "exercises.json")
    assert [title["title"] for title in index["groups"].values()] == ["Basics", "More"]
    assert index["groups"]["g0"]["exercises"][0] == [
        "first",
        {"learnocaml_version": "2", "kind": "exercise", "stars": 1, "title": "First"}
        | {"identifier": "first-1", "focus": ["functions"]},
    ]
    assert _read(output, "exercise-index.json") == [index, {}]
    assert _read(output, "lessons.json")["lessons"] == [["one", "One"]]
    assert _read(output, "playgrounds/p.json")["template"] == "let a = 1\n"
    assert _read(output, "playgrounds.json")[0][1] == {"title": "P", "short_description": None}


def test_students_get_an_exercise_without_its_secrets(build_it: BuildIt, output: Path) -> None:
    build_it()
    meta, exercise, nothing = _read(output, "exercises/lists/sum.json")
    assert nothing is None
    assert meta["requirements"] == ["functions"]
    assert exercise["id"] == "lists/sum"
    assert exercise["prelude"] == "let two = 2\n"
    assert exercise["template"] == "let f x = x\n"
    assert (exercise["prepare"], exercise["solution"], exercise["test"]) == ("", "", "")
    assert exercise["max-score"] is None
    for name, content in _collect_files(output).items():
        assert b"two * x" not in content, name
        assert b"hidden" not in content, name
        assert b"set_result" not in content, name


# What the decoder of learn-ocaml 1.x requires, and with `OPTIONAL` all that it knows.
# Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_exercise.ml, `encoding`.
TEXT_FIELDS = ("id", "prelude_ml", "template")
LIBRARIES = ("exercise_lib", "test_lib")
INTERFACES = ("prelude_cmi", "prepare_cmi", "solution_cmi", "test_cmi")
REQUIRED = {*TEXT_FIELDS, "descr", "compiled", "max-score"}
OPTIONAL = {"depend", "dependencies"}


def _assert_readable_by_1x(page: Any) -> None:
    meta, exercise, deadline = page
    assert isinstance(meta, dict) and deadline is None
    assert REQUIRED <= exercise.keys() <= REQUIRED | OPTIONAL
    assert all(type(exercise[name]) is str for name in TEXT_FIELDS)
    assert all(type(part) is str for pair in exercise["descr"] for part in pair)
    assert all(len(pair) == 2 for pair in exercise["descr"])
    assert type(exercise["max-score"]) is int
    assert type(exercise.get("depend", "")) is str
    assert all(type(text) is str for text in exercise.get("dependencies", []))
    compiled = exercise["compiled"]
    assert compiled.keys() == {*INTERFACES, *LIBRARIES}
    libraries = [compiled[name] for name in LIBRARIES]
    assert all(library.keys() <= {"cma", "js"} for library in libraries)
    encoded = [compiled[name] for name in INTERFACES] + [library["cma"] for library in libraries]
    assert all(base64.b64decode(text, validate=True) is not None for text in encoded)


@pytest.mark.parametrize("name", ["first", "lists/max", "lists/sum"])
def test_learn_ocaml_1x_reads_a_page_of_each_exercise(
    build_it: BuildIt, output: Path, name: str
) -> None:
    build_it()
    page = _read(output, f"v1/exercises/{name}.json")
    _assert_readable_by_1x(page)
    older = _read(output, f"exercises/{name}.json")
    assert page[0] == older[0]
    assert page[1]["prelude_ml"] == older[1]["prelude"]
    assert page[1]["descr"] == older[1]["descr"]
    assert page[1]["max-score"] == 0  # it was not graded


def test_lessons_are_sanitized(build_it: BuildIt, root: Path, output: Path) -> None:
    contents = [{"html": "<p onclick='x()'>see</p><script>alert(1)</script>"}, {"code": "1 < 2"}]
    lesson = {
        "learnocaml_version": "2",
        "title": "One",
        "steps": [{"title": "All", "contents": contents}],
    }
    made_course.write(root, {"lessons/one.json": lesson})
    build_it()
    (step,) = _read(output, "lessons/one.json")["steps"]
    assert step == {"title": "All", "contents": [{"html": "<p>see</p>"}, {"code": "1 < 2"}]}


def test_descriptions_are_sanitized_and_find_their_pictures(
    build_it: BuildIt, root: Path, output: Path
) -> None:
    made_course.write(root, {"exercises/first/descr.md": "<script>alert(1)</script>\n\n**go**\n"})
    build_it()
    ((language, html),) = _read(output, "exercises/lists/sum.json")[1]["descr"]
    assert language == ""
    assert 'src="/static/lists/sum/images/pixel.png"' in html
    assert "<math" in html
    first = _read(output, "exercises/first.json")[1]["descr"][0][1]
    assert "script" not in first
    assert "<strong>go</strong>" in first
    assert [language for language, _ in _read(output, "exercises/lists/max.json")[1]["descr"]] == [
        "",
        "nl",
    ]


def test_maximum_scores_are_the_measured_ones(build_it: BuildIt, output: Path) -> None:
    time.sleep(SETTLED_SECONDS)
    build_it(measure=_make_measure(lambda name: len(name)))
    assert _read(output, "exercises/first.json")[1]["max-score"] == 5
    assert _read(output, "v1/exercises/first.json")[1]["max-score"] == 5
    built = build_it(measure=_make_measure(lambda name: 7 if name == "first" else 9))
    assert _read(output, "exercises/first.json")[1]["max-score"] == 7
    assert (built.built, built.kept) == (1, 2)


def test_only_changes_are_rebuilt(build_it: BuildIt, root: Path, output: Path) -> None:
    time.sleep(SETTLED_SECONDS)
    assert (build_it().built, build_it().kept) == (3, 3)
    (root / "exercises/first/template.ml").write_text("let g x = x\n")
    built = build_it()
    assert (built.built, built.kept) == (1, 2)
    assert _read(output, "exercises/first.json")[1]["template"] == "let g x = x\n"
    assert (output / "static/lists/sum/images/pixel.png").read_bytes() == made_course.PIXEL


def test_an_incremental_build_equals_a_full_one(
    build_it: BuildIt, root: Path, output: Path, tmp_path: Path
) -> None:
    time.sleep(SETTLED_SECONDS)
    build_it()
    made_course.write(root, made_course.make_exercise("first", "Another text.\n", focus=["x"]))
    (root / "exercises/lists/sum/images/pixel.png").unlink()
    made_course.write(root, made_course.make_exercise("new"))
    made_course.write(root, made_course.make_index(("All", ["new", "first", "lists/sum"])))
    build_it()
    build_it(output=tmp_path / "fresh")
    assert _collect_files(output) == _collect_files(tmp_path / "fresh")
    assert not (output / "exercises/lists/max.json").exists()


def test_unchanged_files_are_recognised_without_reading(
    build_it: BuildIt, root: Path, output: Path
) -> None:
    plan = Plan(root=root, output=output)
    assert find_previous(plan) is None
    time.sleep(SETTLED_SECONDS)
    build_it()
    previous = find_previous(plan)
    assert previous is not None
    assert is_up_to_date(plan, previous)
    assert is_up_to_date(replace(plan, jobs=2), previous)
    assert not is_up_to_date(replace(plan, strict=True), previous)
    assert find_previous(replace(plan, root=root.parent)) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "exercises/first/descr.md").write_text("Write iT.\n"),
        lambda root: (root / "exercises/lists/sum/images/pixel.png").unlink(),
        lambda root: made_course.write(root, {"lessons/two.json": {}}),
        lambda root: made_course.write(root, {"exercises/deep/er/x": ""}),
        lambda root: (root / "tutorials/t.md").rename(root / "tutorials/u.md"),
        lambda root: os.utime(root / "exercises/first/test.ml"),
    ],
)
def test_every_change_is_detected(
    build_it: BuildIt, root: Path, output: Path, change: Callable[[Path], object]
) -> None:
    time.sleep(SETTLED_SECONDS)
    build_it()
    change(root)
    plan = Plan(root=root, output=output)
    previous = find_previous(plan)
    assert previous is not None
    assert not is_up_to_date(plan, previous)


def test_a_recently_written_file_is_read_again(build_it: BuildIt, root: Path, output: Path) -> None:
    time.sleep(SETTLED_SECONDS)
    (root / "exercises/first/template.ml").write_text("let g x = x\n")
    build_it()
    plan = Plan(root=root, output=output)
    previous = find_previous(plan)
    assert previous is not None
    assert not is_up_to_date(plan, previous)
    assert (build_it().kept) == 2


def test_processes_share_the_work(
    build_it: BuildIt, root: Path, output: Path, tmp_path: Path
) -> None:
    many = [f"many/e{number}" for number in range(130)]
    for name in many:
        made_course.write(root, made_course.make_exercise(name, f"This is {name}.\n"))
    made_course.write(root, made_course.make_index(("Many", many)))
    watched: list[tuple[int, int]] = []
    plan = Plan(root=root, output=output, jobs=2)
    built = build(plan, watch=lambda done, total: watched.append((done, total)))
    assert built.built == 130
    assert watched[-1] == (130, 130)
    assert len(watched) > 2
    build_it(output=tmp_path / "alone")
    assert _collect_files(output) == _collect_files(tmp_path / "alone")


def test_a_broken_exercise_keeps_the_old_build(build_it: BuildIt, root: Path, output: Path) -> None:
    build_it()
    before = _collect_files(output)
    made_course.write(root, {"exercises/first/meta.json": "{"})
    built = build_it()
    assert not built.succeeded
    assert any(finding.file == "exercises/first/meta.json" for finding in built.findings)
    assert _collect_files(output) == before
    kept_going = build_it(keep_going=True)
    assert kept_going.succeeded
    assert not (output / "exercises/first.json").exists()
    assert (output / "exercises/lists/sum.json").exists()


def test_strict_refuses_what_learn_ocaml_refuses(
    build_it: BuildIt, root: Path, output: Path
) -> None:
    made_course.write(root, made_course.make_exercise("first", colour="red"))
    assert not build_it(strict=True).succeeded
    assert not output.exists()
    assert build_it().succeeded


def test_groups_follow_directories_on_request(build_it: BuildIt, root: Path, output: Path) -> None:
    (root / "exercises/index.json").unlink()
    build_it()
    assert "groups" not in _read(output, "exercises.json")
    build_it(group_by_directory=True)
    assert "lists" in _read(output, "exercises.json")["groups"]


def test_a_failure_in_the_middle_keeps_the_old_build(
    build_it: BuildIt, root: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_it()
    before = _collect_files(output)
    (root / "exercises/first/template.ml").write_text("let g x = x\n")

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kriterion.authoring.building.build.save_state", fail)
    with pytest.raises(KeyboardInterrupt):
        build_it()
    assert _collect_files(output) == before
    assert [entry.name for entry in output.parent.iterdir() if entry.name.startswith(".")] == []


@pytest.mark.parametrize("where", [".", "exercises", "exercises/www", "lessons", ".."])
def test_output_and_repository_must_not_contain_each_other(
    build_it: BuildIt, root: Path, where: str
) -> None:
    with pytest.raises(OperatorError):
        build_it(output=Path(os.path.normpath(root / where)))
    assert (root / "exercises/first/meta.json").exists()


def test_a_foreign_directory_is_not_replaced(build_it: BuildIt, output: Path) -> None:
    made_course.write(output, {"thesis.tex": "years of work"})
    with pytest.raises(OperatorError, match="no build"):
        build_it()
    (output / "thesis.tex").unlink()
    assert build_it().succeeded


def test_the_mode_of_the_output_is_kept(build_it: BuildIt, output: Path) -> None:
    output.mkdir(mode=0o750)
    output.chmod(0o750)
    build_it()
    assert output.stat().st_mode & 0o777 == 0o750


def test_hidden_escaping_and_nested_files_are_not_published(
    build_it: BuildIt, root: Path, output: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    images = root / "exercises/lists/sum/images"
    (images / "out.png").symlink_to(tmp_path / "secret")
    (images / "around").symlink_to(images)
    (images / ".hidden").write_text("x")
    os.mkfifo(images / "pipe")
    made_course.write(root, made_course.make_exercise("lists/sum/images/inner"))
    made_course.write(
        root, made_course.make_index(("All", ["first", "lists/sum", "lists/sum/images/inner"]))
    )
    built = build_it()
    assert built.succeeded
    assert {finding.file: finding.what for finding in built.findings}.keys() == {
        f"exercises/lists/sum/images/{name}" for name in ("out.png", "around", "pipe", "inner")
    }
    static = sorted(name for name in _collect_files(output) if name.startswith("static"))
    assert static == ["static/lists/sum/images/pixel.png"]
    assert (output / "exercises/lists/sum/images/inner.json").exists()


@pytest.mark.parametrize(
    "listed", ["../../etc", "/etc", "a\0b", "x" * 5_000, "a//b", ".", "..", "first/../first", ""]
)
def test_no_id_escapes_the_output(build_it: BuildIt, root: Path, output: Path, listed: str) -> None:
    made_course.write(root, made_course.make_index(("All", [listed, "first"])))
    built = build_it(keep_going=True)
    assert built.succeeded
    assert any(finding.file == "exercises/index.json" for finding in built.findings)
    assert sorted(entry.name for entry in output.parent.iterdir()) == ["course", "www"]
    assert [name for name in _collect_files(output) if name.startswith("exercises/")] == [
        "exercises/first.json"
    ]


def test_a_name_no_page_can_have_is_reported(build_it: BuildIt, root: Path, output: Path) -> None:
    (root / "exercises/index.json").unlink()
    made_course.write(root, made_course.make_exercise("x" * 240))
    made_course.write(root, made_course.make_exercise("first.json/inner"))
    built = build_it()
    assert not built.succeeded
    assert len([finding for finding in built.findings if finding.severity == "error"]) == 2
    assert build_it(keep_going=True).succeeded
    assert (output / "exercises/first.json").is_file()


def _list_indexed(root: Path) -> list[str]:
    """Return the ids in an index, read without our own code."""

    def walk(group: Any) -> list[str]:
        ids = [
            entry if isinstance(entry, str) else entry[0] for entry in group.get("exercises", [])
        ]
        return ids + [name for below in group.get("groups", {}).values() for name in walk(below)]

    return walk(json.loads((root / "exercises/index.json").read_text()))


@pytest.mark.reference
def test_the_public_corpus_is_built_and_its_skills_are_counted(tmp_path: Path) -> None:
    references = os.environ.get("KRITERION_REFERENCES")
    if not references:
        pytest.skip("set KRITERION_REFERENCES to build public repositories")
    root = Path(references, "ocaml-sf+learn-ocaml-corpus")
    output = tmp_path / "www"
    built = build(Plan(root=root, output=output, jobs=2), watch=lambda _done, _total: None)
    assert built.succeeded
    assert built.built == 141
    assert len(built.course.exercises) == 142
    listed = _list_indexed(root)
    assert len(listed) == 141
    assert all((output / f"exercises/{name}.json").is_file() for name in listed)
    for name, key in (("focus.json", "focus"), ("requirements.json", "requirements")):
        counted: dict[str, list[str]] = {}
        for listed_id in listed:
            text = (root / "exercises" / listed_id / "meta.json").read_text()
            for skill in json.JSONDecoder().raw_decode(text)[0].get(key, []):
                if listed_id not in counted.setdefault(skill, []):
                    counted[skill].append(listed_id)
        assert _read(output, name) == [{skill: counted[skill]} for skill in sorted(counted)]
    pages = "".join(
        json.dumps(_read(output, f"exercises/{name}.json")[1]["descr"]) for name in listed
    )
    assert not re.search(r"<script|<iframe|onclick|src=.\"https?:", pages)


def test_another_version_of_the_program_rebuilds_everything(
    build_it: BuildIt, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.sleep(SETTLED_SECONDS)
    build_it()
    assert build_it().kept == 3
    monkeypatch.setattr("kriterion.authoring.building.state.identify_builder", lambda: "another")
    assert build_it().built == 3


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"root": 3}', b"\xff" * 9, b"[" * 9_999])
def test_an_unreadable_state_is_ignored(build_it: BuildIt, output: Path, content: bytes) -> None:
    build_it()
    (output / STATE).write_bytes(content)
    assert build_it().built == 3


def test_a_killed_process_is_a_machine_error(
    build_it: BuildIt, root: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_it()
    before = _collect_files(output)
    for number in range(130):
        made_course.write(root, made_course.make_exercise(f"e{number}"))
    (root / "exercises/index.json").unlink()
    here = os.getpid()

    def die(*_: object) -> tuple[()]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return ()

    monkeypatch.setattr("kriterion.authoring.building.exercise_building.publish_folders", die)
    with pytest.raises(MachineError, match="was killed"):
        build_it(jobs=2)
    assert _collect_files(output) == before
