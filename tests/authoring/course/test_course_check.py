"""What is told of a learn-ocaml repository beyond what reading it tells."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kriterion.authoring.check_material import read_exercise, read_repository
from kriterion.authoring.course.course_check import check_course
from kriterion.exercises.learn_ocaml import load_course
from tests.authoring import made_course
from tests.authoring.made_course import make_exercise, make_index

Check = Callable[..., list[str]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """The findings of a sound course with some files changed."""

    def run(*changes: dict[str, Any]) -> list[str]:
        root = made_course.make_course(tmp_path / "course")
        for files in changes:
            made_course.write(root, files)
        course = load_course(root)
        assert course.problems == ()
        return [f"{finding.severity}: {finding}" for finding in check_course(course)]

    return run


def test_a_valid_course_has_no_findings(check: Check) -> None:
    assert check() == []


def test_a_dangling_link_is_reported_with_its_place(check: Check) -> None:
    links = {"backward_exercises": ["lists/sum", "lists/summ"], "forward_exercises": ["sum", "x"]}
    meta = '{\n "learnocaml_version": "2",\n "kind": "exercise", "stars": 1, "title": "F",\n'
    meta += ' "focus": ["functions"], "identifier": "f",\n'
    meta += f' "backward_exercises": {links["backward_exercises"]!r},\n'.replace("'", '"')
    meta += f' "forward_exercises": {links["forward_exercises"]!r}\n}}\n'.replace("'", '"')
    file = "exercises/first/meta.json"
    circle = "notice: exercises/first/meta.json: requires exercises that require it: lists/sum"
    assert check({file: meta}) == [
        f"warning: {file} backward_exercises[1], line 5, column 38: exercise"
        " 'lists/summ' does not exist (did you mean 'lists/sum'?)",
        f"warning: {file} forward_exercises[0], line 6, column 24: exercise 'sum' does not exist"
        " (did you mean 'lists/sum'?)",
        f"warning: {file} forward_exercises[1], line 6, column 31: exercise 'x' does not exist"
        " (remove the link, or add the exercise)",
        f"{circle} (check that their skills and backward_exercises are intended)",
    ]


def test_an_exercise_that_links_to_itself_is_reported(check: Check) -> None:
    (finding,) = check(make_exercise("first", focus=["functions"], forward_exercises=["first"]))
    assert "is a link from the exercise to itself" in finding


def test_a_skill_with_two_spellings_is_reported(check: Check) -> None:
    (finding,) = check(
        make_exercise("first", focus=["functions", "Lists"]),
        make_exercise("lists/max", requirements=["lists"]),
    )
    assert finding.startswith("warning: exercises/first/meta.json focus[1], line 1, column ")
    assert "the skill 'Lists' (uses: 1) is elsewhere spelled 'lists' (uses: 2)" in finding


def test_a_skill_that_no_exercise_trains_is_reported(check: Check) -> None:
    findings = check(make_exercise("lists/max", requirements=["lists", "functoins", "monads"]))
    assert [finding.partition(": no ")[2] for finding in findings] == [
        "exercise trains the skill 'functoins' (did you mean 'functions'?)",
        "exercise trains the skill 'monads'",
    ]
    assert [finding.partition(":")[0] for finding in findings] == ["warning", "notice"]


def test_a_shared_identifier_is_reported(check: Check) -> None:
    (finding,) = check(
        make_exercise("first", focus=["functions"], identifier="4.7"),
        make_exercise("lists/max", requirements=["lists"], identifier="4.7"),
    )
    assert finding.startswith("error: exercises/lists/max/meta.json identifier, line 1")
    assert "'4.7' is also the identifier of first" in finding


@pytest.mark.parametrize(("version", "count"), [("1", 0), ("2", 1)])
def test_a_missing_identifier_is_reported_in_version_2(
    check: Check, version: str, count: int
) -> None:
    findings = check(
        make_exercise("first", focus=["functions"], identifier="", learnocaml_version=version)
    )
    text = "warning: exercises/first/meta.json: has no identifier"
    assert [finding.startswith(text) for finding in findings] == [True] * count


def test_a_link_may_use_an_identifier(check: Check) -> None:
    assert (
        check(make_exercise("first", focus=["functions"], forward_exercises=["lists/sum-1"])) == []
    )


def test_a_link_by_a_shared_identifier_is_dangling(check: Check) -> None:
    findings = check(
        make_exercise("first", focus=["functions"], forward_exercises=["same"]),
        make_exercise("lists/max", requirements=["lists"], identifier="same"),
        make_exercise("lists/min", requirements=["lists"], identifier="same"),
        make_index(("All", ["first", "lists/sum", "lists/max", "lists/min"])),
    )
    assert [finding.partition(":")[0] for finding in findings] == ["warning", "error"]


def test_unused_files_are_reported(check: Check) -> None:
    beside = ("helpers.ml", "spare.ml", "NOTES", "descr.nl.html", "test.ml~", "max_score.txt")
    (finding,) = check(
        {f"exercises/first/{name}": "1" for name in beside},
        {"exercises/first/depend.txt": "helpers.ml\n", "exercises/first/pictures/x.txt": "x"},
    )
    assert finding.startswith("notice: exercises/first: nothing reads NOTES, spare.ml (")


@pytest.mark.parametrize("name", ["focus.json", "requirements.json"])
@pytest.mark.parametrize("directory", ["", "exercises/"])
def test_a_handwritten_skill_table_is_reported(check: Check, directory: str, name: str) -> None:
    (finding,) = check({f"{directory}{name}": "[]"})
    assert finding.startswith(f"warning: {directory}{name}: is ignored")


def test_an_unlisted_exercise_is_reported(check: Check) -> None:
    (finding,) = check(make_exercise("secret"))
    assert finding.startswith("notice: exercises/secret: is not in index.json: teachers can use it")


def test_a_cycle_is_reported_once(check: Check) -> None:
    (finding,) = check(
        make_exercise("first", focus=["functions"], requirements=["lists"]),
    )
    assert finding.startswith(
        "notice: exercises/first/meta.json: requires exercises that require it"
    )


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "descr.md",
            "a\n\n![x](images/no.png)\n",
            "line 3, column 1: 'images/no.png' does not exist",
        ),
        ("descr.md", "![x](media/PIXEL.png)\n", "(write '/static/lists/sum/images/pixel.png')"),
        ("descr.md", "![x](https://example.org/x.png)\n", "it would be loaded from another site"),
        (
            "descr.html",
            '<p>x</p>\n<script src="https://cdn.example.org/x.js"></script>',
            "line 2, column 1: the script 'https://cdn.example.org/x.js' is not run",
        ),
        ("descr.html", '<p onclick="f()">x</p>', "event handler 'onclick' is removed"),
        ("descr.html", '<iframe src="https://example.org"></iframe>', "is removed"),
    ],
)
def test_content_readers_do_not_get_is_reported(
    tmp_path: Path, file: str, text: str, message: str
) -> None:
    root = made_course.make_course(tmp_path)
    (root / "exercises/lists/sum/descr.md").unlink()
    made_course.write(root, {f"exercises/lists/sum/{file}": text})
    (finding,) = check_course(load_course(root))
    assert finding.file == f"exercises/lists/sum/{file}"
    assert message in str(finding)


def test_scripts_in_lessons_are_reported(check: Check) -> None:
    (finding,) = check(
        {
            "lessons/one.json": {
                "learnocaml_version": "2",
                "title": "One",
                "steps": [
                    {"title": "A", "contents": [{"code": "1"}, {"html": "<script>x</script>"}]}
                ],
            }
        }
    )
    assert finding.startswith("notice: lessons/one.json steps[0].contents[1]: script")


def test_a_course_has_material_with_trials(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path)
    made_course.write(root, {"exercises/lists/sum/.submissions/expected.yaml": "wrong.ml: wrong\n"})
    material = read_repository(root)
    assert material.root == root
    assert sorted(trial.file for trial in material.trials) == [
        "exercises/first/solution.ml",
        "exercises/lists/max/solution.ml",
        "exercises/lists/sum/.submissions/wrong.ml",
        "exercises/lists/sum/solution.ml",
    ]
    assert material.findings == ()


def test_a_subdirectory_gets_only_its_own_findings(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path)
    made_course.write(root, make_exercise("first", focus=["functions"], forward_exercises=["no"]))
    made_course.write(root, make_exercise("lists/max", forward_exercises=["neither"]))
    material = read_repository(root / "exercises" / "lists")
    assert [listed.id for listed in material.exercises] == ["lists/max", "lists/sum"]
    assert {finding.file for finding in material.findings} == {"exercises/lists/max/meta.json"}


def test_one_exercise_can_be_checked_alone(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path)
    made_course.write(root, {"exercises/first/descr.md": "![x](images/no.png)\n"})
    material = read_exercise(root / "exercises" / "first")
    assert [listed.id for listed in material.exercises] == ["first"]
    assert ["'images/no.png' does not exist" in str(finding) for finding in material.findings] == [
        True
    ]


def test_problems_learn_ocaml_refuses_say_so(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path)
    made_course.write(root, make_exercise("first", focus=["functions"], shortDescription="x"))
    (finding,) = read_repository(root).findings
    assert finding.upstream
    assert str(finding).endswith("[learn-ocaml refuses this]")


@pytest.mark.parametrize("what", [b"\xff\x00{", b"", b"[" * 5_000, b'{"learnocaml_version": 3}'])
def test_any_bytes_in_any_file_are_findings(tmp_path: Path, what: bytes) -> None:
    root = made_course.make_course(tmp_path)
    files = sorted(file for file in root.rglob("*") if file.is_file())
    assert len(files) > 20
    for file in files:
        before = file.read_bytes()
        file.write_bytes(what)
        read_repository(root)
        file.write_bytes(before)


def test_anything_but_a_file_is_a_finding(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path / "course")
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    for file in sorted(file for file in root.rglob("*.json") if file.is_file()):
        before = file.read_bytes()
        for put in (os.mkfifo, Path.mkdir, lambda path: path.symlink_to(outside)):
            file.unlink()
            put(file)
            assert read_repository(root).findings, file
            file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
            file.write_bytes(before)


REPOSITORIES = {
    "ocaml-sf+learn-ocaml-corpus": ["exercises/hferee/3.0_sudoku", "polyfill.io", "5.11"],
    "yurug+learn-ocaml-tutorial": ["shortDescription"],
    "ocaml-sf+learn-ocaml-example-repository": ["there is no 'demo'"],
    "ocaml-sf+learnocaml-cpge-public": ["no exercise trains the skill 'recursion'"],
    "emaj9+learnocaml-inclass-activities": ["'02-uno' is also the identifier"],
    "gasche+paris8-corpus-2019": ["recursion_monoid"],
}


@pytest.mark.reference
@pytest.mark.parametrize("name", REPOSITORIES)
def test_findings_in_public_repositories_are_real(name: str) -> None:
    references = os.environ.get("KRITERION_REFERENCES")
    if not references:
        pytest.skip("set KRITERION_REFERENCES to check public repositories")
    text = "\n".join(map(str, read_repository(Path(references, name)).findings))
    assert [words for words in REPOSITORIES[name] if words not in text] == []


def test_index_files_affect_the_groups_below_them(tmp_path: Path) -> None:
    root = made_course.make_course(tmp_path)
    made_course.write(root, make_index(("All", ["first", "lists/sum", "lists/max", "lists/gone"])))
    material = read_repository(root / "exercises" / "lists")
    assert [finding.file for finding in material.findings] == ["exercises/index.json"]
