"""The example course: complete as learn-ocaml wants it, and graded as its authors expect."""

import graphlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from kriterion.assessment.assess import assess
from kriterion.assessment.record import Assessment
from kriterion.cli.installation import Installation
from kriterion.contracts.learn_ocaml_repository.tutorial.html import read_html_tutorial
from kriterion.contracts.learn_ocaml_repository.tutorial.markdown import read_markdown_tutorial
from kriterion.contracts.learn_ocaml_repository.tutorial.model import (
    Code,
    CodeBlock,
    Tutorial,
)
from kriterion.exercises.repository import load_exercise, load_repository
from kriterion.submissions.intake import Refusal, take_in

COURSE = Path(__file__).parents[2] / "examples" / "ocaml-course"
EXERCISES = COURSE / "exercises"
KNOWN = ".submissions"

Expected = tuple[str, int | None]

# Tutorials, and how much of their code OCaml refuses because that is what it shows.
TUTORIALS = {"first-phrases.md": 1, "error-messages.md": 6, "binary.html": 0}


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _listed(group: dict[str, Any]) -> list[str]:
    """The ids in a group and in all below it."""
    below = [name for inner in group.get("groups", {}).values() for name in _listed(inner)]
    return [*group.get("exercises", []), *below]


IDS = _listed(_json(EXERCISES / "index.json"))
METAS = {name: _json(EXERCISES / name / "meta.json") for name in IDS}


def _expected(name: str) -> dict[str, Expected]:
    """What is expected of the known submissions of an exercise: a status, and points if told."""
    lines = yaml.safe_load((EXERCISES / name / KNOWN / "expected.yaml").read_text())
    return {
        file: (said, None) if isinstance(said, str) else (said["status"], said.get("points"))
        for file, said in lines.items()
    }


SUBMISSIONS = [
    (name, file, *expected) for name in IDS for file, expected in _expected(name).items()
]


def test_every_file_of_data_can_be_read() -> None:
    files = sorted(COURSE.rglob("*.json"))
    assert len(files) > len(IDS)
    for file in files:
        _json(file)


def test_the_index_lists_every_exercise_once_in_groups_of_groups() -> None:
    index = _json(EXERCISES / "index.json")
    assert index["learnocaml_version"] == "2"
    for group in index["groups"].values():
        assert group["title"]
        assert all(inner["title"] and inner["exercises"] for inner in group["groups"].values())
    there = {str(file.parent.relative_to(EXERCISES)) for file in EXERCISES.rglob("meta.json")}
    assert sorted(IDS) == sorted(there)
    assert len(IDS) >= 10


def test_the_course_has_nothing_to_mend() -> None:
    repository = load_repository(COURSE)
    assert [str(problem) for problem in repository.problems] == []
    assert sorted(exercise.id for exercise in repository.exercises) == sorted(IDS)


@pytest.mark.parametrize("name", IDS)
def test_an_exercise_has_all_its_files(name: str) -> None:
    files = {file.name for file in (EXERCISES / name).iterdir()}
    code = {f"{stem}.ml" for stem in ("prelude", "prepare", "template", "solution", "test")}
    assert files >= code
    assert len(files & {"descr.md", "descr.html"}) == 1


def test_exercises_are_described_in_every_way_there_is() -> None:
    metas = list(METAS.values())
    assert [meta["kind"] for meta in metas].count("project") == 1
    assert "1" in {meta["learnocaml_version"] for meta in metas}
    assert any("max_score" in meta for meta in metas)
    assert len({meta["identifier"] for meta in metas}) == len(metas)
    mails = [mail for meta in metas for _, mail in meta["authors"]]
    assert all(mail.endswith("@example.org") for mail in mails)
    assert len(list(EXERCISES.rglob("descr.html"))) >= 2
    assert len(list(EXERCISES.rglob("descr.nl.*"))) >= 3


def test_links_and_skills_lead_to_exercises_and_never_in_a_circle() -> None:
    trained: dict[str, set[str]] = {}
    for name, meta in METAS.items():
        for skill in meta["focus"]:
            trained.setdefault(skill, set()).add(name)
    before: dict[str, set[str]] = {}
    for name, meta in METAS.items():
        linked = set(meta.get("backward_exercises", []))
        assert linked | set(meta.get("forward_exercises", [])) <= set(IDS)
        needed = [trained[skill] for skill in meta.get("requirements", [])]
        before[name] = linked.union(*needed)
    order = list(graphlib.TopologicalSorter(before).static_order())  # raises on a circle
    assert order[0] == IDS[0]
    assert sum(map(len, before.values())) > len(IDS)


@pytest.mark.parametrize("name", IDS)
def test_known_submissions_are_right_and_wrong_and_all_told_of(name: str) -> None:
    directory = EXERCISES / name / KNOWN
    expected = _expected(name)
    assert {file.name for file in directory.glob("*.ml")} == expected.keys()
    statuses = [status for status, _ in expected.values()]
    assert 1 <= statuses.count("correct") < len(statuses) - 2
    texts = [(directory / file).read_text() for file in expected]
    texts += [(EXERCISES / name / file).read_text() for file in ("solution.ml", "template.ml")]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", IDS)
def test_nothing_but_pictures_is_published(name: str) -> None:
    """learn-ocaml publishes every sub-directory whose name does not begin with a dot."""
    published = [
        file
        for folder in (EXERCISES / name).iterdir()
        if folder.is_dir() and not folder.name.startswith(".")
        for file in folder.rglob("*")
    ]
    assert {file.suffix for file in published} <= {".svg", ".png"}
    texts = "".join(file.read_text() for file in (EXERCISES / name).glob("descr.*"))
    shown = set(re.findall(r"/static/([\w/.-]+)", texts))
    assert shown == {str(file.relative_to(EXERCISES)) for file in published}


def _tutorial(file: str) -> Tutorial:
    path = COURSE / "tutorials" / file
    read = read_markdown_tutorial if path.suffix == ".md" else read_html_tutorial
    tutorial, faults = read(path.stem, path.read_text())
    assert faults == []
    assert tutorial is not None
    return tutorial


def test_tutorials_come_in_both_forms() -> None:
    series = _json(COURSE / "tutorials" / "index.json")["series"]
    assert len(series) == 2
    entries = [entry for one in series.values() for entry in one["tutorials"]]
    names = [entry if isinstance(entry, str) else entry[0] for entry in entries]
    assert names == [Path(file).stem for file in TUTORIALS]
    assert {file.name for file in (COURSE / "tutorials").iterdir()} == {"index.json", *TUTORIALS}


@pytest.mark.parametrize("file", TUTORIALS)
def test_a_tutorial_has_steps_with_code_to_run(file: str) -> None:
    tutorial = _tutorial(file)
    assert len(tutorial.steps) >= 4
    assert len(_runnable(tutorial)) >= 5


def _runnable(part: object) -> list[str]:
    """All code to be run in a part of a tutorial, in its order."""
    if isinstance(part, Code | CodeBlock):
        return [part.code] if part.runnable else []
    if isinstance(part, tuple):
        return [code for inner in part for code in _runnable(inner)]
    fields = getattr(part, "__dataclass_fields__", ())
    return [code for field in fields for code in _runnable(getattr(part, field))]


def test_lessons_and_playgrounds_are_where_their_indexes_say() -> None:
    lessons = _json(COURSE / "lessons" / "lessons.json")["lessons"]
    assert len(lessons) == 2
    for name, title in lessons:
        lesson = _json(COURSE / "lessons" / f"{name}.json")
        assert lesson["title"] == title
        kinds = {kind for step in lesson["steps"] for block in step["contents"] for kind in block}
        assert kinds == {"html", "code"}
    playgrounds = _json(COURSE / "playground" / "index.json")
    assert len(playgrounds) == 2
    for name, told in playgrounds:
        assert told.keys() == {"title", "short_description"}
        assert (COURSE / "playground" / name / "template.ml").is_file()


@pytest.fixture(scope="session")
def installation() -> Installation:
    return Installation()


@cache
def _ocaml() -> str:
    program = shutil.which("ocaml")
    if program is None:
        pytest.skip("NO OCAML ON THIS MACHINE: apt-get install ocaml")
    return program


def _answers(phrases: str, *options: str) -> str:
    """What OCaml says to our own phrases, one after the other."""
    command = (_ocaml(), "-noprompt", *options)
    told = subprocess.run(command, input=phrases.encode(), capture_output=True, timeout=60)
    return (told.stdout + told.stderr).decode()


def _complaints(phrases: str) -> list[str]:
    return re.findall("(?:Error|Exception):.*", _answers(phrases))


@pytest.mark.machine
@pytest.mark.parametrize(
    "name", [name for name, _ in _json(COURSE / "lessons/lessons.json")["lessons"]]
)
def test_the_code_of_a_lesson_runs_from_its_beginning(name: str) -> None:
    steps = _json(COURSE / "lessons" / f"{name}.json")["steps"]
    code = [block["code"] for step in steps for block in step["contents"] if "code" in block]
    assert code
    assert _complaints("\n".join(code)) == []


@pytest.mark.machine
@pytest.mark.parametrize(
    "directory", sorted((COURSE / "playground").glob("*/")), ids=lambda p: p.name
)
def test_a_playground_runs_as_it_is(directory: Path) -> None:
    files = [directory / name for name in ("prelude.ml", "template.ml")]
    code = "\n;;\n".join(file.read_text() for file in files if file.exists())
    assert _complaints(code + "\n;;\n") == []


@pytest.mark.machine
@pytest.mark.parametrize(("file", "refused"), TUTORIALS.items())
def test_the_code_of_a_tutorial_runs_unless_it_shows_a_mistake(file: str, refused: int) -> None:
    accepted, complaints = "", []
    for code in _runnable(_tutorial(file)):
        if found := _complaints(f"{accepted}{code}\n;;\n"):
            complaints.append((code, found))
        else:
            accepted += f"{code}\n;;\n"
    assert len(complaints) == refused, complaints


def _assess(installation: Installation, name: str, file: str) -> Assessment:
    exercise, _ = load_exercise(EXERCISES / name)
    assert exercise is not None
    path = EXERCISES / name / file
    submission = take_in(path.name, path.read_bytes())
    assert not isinstance(submission, Refusal)
    # Endless loops are cut short sooner than usual: the verdict is the same.
    hurried = replace(exercise, evaluation={**exercise.evaluation, "call_limit": 1})
    return assess(
        hurried,
        submission,
        judge=installation.judge(exercise, None),
        images=installation.images,
        sandbox=installation.sandbox,
    )


def _outcome(assessment: Assessment) -> Expected:
    """Status and points, of a judgement that was made as it should be."""
    judged = assessment.judge
    assert judged is not None
    assert judged.violations == ()
    assert judged.accepted == (judged.status == "correct")
    return judged.status, assessment.points.earned if assessment.points else None


@pytest.mark.machine
@pytest.mark.parametrize("name", IDS)
def test_a_solution_earns_the_same_points_twice_and_a_template_none(
    installation: Installation, name: str
) -> None:
    status, points = _outcome(_assess(installation, name, "solution.ml"))
    assert status == "correct"
    assert points
    assert _outcome(_assess(installation, name, "solution.ml")) == (status, points)
    assert _outcome(_assess(installation, name, "template.ml")) == ("wrong", 0)
    right = {told for status, told in _expected(name).values() if status == "correct"}
    assert right == {points}


@pytest.mark.machine
@pytest.mark.parametrize(
    ("name", "file", "status", "points"),
    SUBMISSIONS,
    ids=[f"{name}/{file}" for name, file, *_ in SUBMISSIONS],
)
def test_a_submission_is_graded_as_its_author_expects(
    installation: Installation, name: str, file: str, status: str, points: int | None
) -> None:
    found, earned = _outcome(_assess(installation, name, f"{KNOWN}/{file}"))
    assert found == status
    assert points is None or earned == points
