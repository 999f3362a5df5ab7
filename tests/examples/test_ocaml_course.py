"""The example course is complete by learn-ocaml's rules and consistent."""

import graphlib
import re
from pathlib import Path

import pytest

from kriterion.exercises.exercise_loading import load_repository
from tests.examples.course import COURSE, EXERCISES, IDS, KNOWN, METAS, TUTORIALS, read_expected, load


def test_every_data_file_can_be_read() -> None:
    files = sorted(COURSE.rglob("*.json"))
    assert len(files) > len(IDS)
    for file in files:
        load(file)


def test_the_index_lists_every_exercise_once_in_groups_of_groups() -> None:
    index = load(EXERCISES / "index.json")
    assert index["learnocaml_version"] == "2"
    for group in index["groups"].values():
        assert group["title"]
        assert all(inner["title"] and inner["exercises"] for inner in group["groups"].values())
    directories = {str(file.parent.relative_to(EXERCISES)) for file in EXERCISES.rglob("meta.json")}
    assert sorted(IDS) == sorted(directories)
    assert len(IDS) >= 10


def test_the_course_has_no_problems() -> None:
    repository = load_repository(COURSE)
    assert [str(problem) for problem in repository.problems] == []
    assert sorted(exercise.id for exercise in repository.exercises) == sorted(IDS)


@pytest.mark.parametrize("name", IDS)
def test_an_exercise_has_all_its_files(name: str) -> None:
    files = {file.name for file in (EXERCISES / name).iterdir()}
    code = {f"{stem}.ml" for stem in ("prelude", "prepare", "template", "solution", "test")}
    assert files >= code
    assert len(files & {"descr.md", "descr.html"}) == 1


def test_exercises_use_every_kind_of_description() -> None:
    metas = list(METAS.values())
    assert [meta["kind"] for meta in metas].count("project") == 1
    assert "1" in {meta["learnocaml_version"] for meta in metas}
    assert any("max_score" in meta for meta in metas)
    assert len({meta["identifier"] for meta in metas}) == len(metas)
    mails = [mail for meta in metas for _, mail in meta["authors"]]
    assert all(mail.endswith("@example.org") for mail in mails)
    assert len(list(EXERCISES.rglob("descr.html"))) >= 2
    assert len(list(EXERCISES.rglob("descr.nl.*"))) >= 3


def test_links_and_skills_refer_to_exercises_and_have_no_cycle() -> None:
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
    order = list(graphlib.TopologicalSorter(before).static_order())  # raises for a cycle
    assert order[0] == IDS[0]
    assert sum(map(len, before.values())) > len(IDS)


@pytest.mark.parametrize("name", IDS)
def test_known_submissions_have_expectations_and_include_wrong_ones(name: str) -> None:
    directory = EXERCISES / name / KNOWN
    expected = read_expected(name)
    assert {file.name for file in directory.glob("*.ml")} == expected.keys()
    statuses = [status for status, _ in expected.values()]
    assert 1 <= statuses.count("correct") < len(statuses) - 2
    texts = [(directory / file).read_text() for file in expected]
    texts += [(EXERCISES / name / file).read_text() for file in ("solution.ml", "template.ml")]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", IDS)
def test_only_pictures_are_published(name: str) -> None:
    """learn-ocaml publishes every subdirectory whose name does not begin with a dot."""
    published = [
        file
        for folder in (EXERCISES / name).iterdir()
        if folder.is_dir() and not folder.name.startswith(".")
        for file in folder.rglob("*")
    ]
    assert {file.suffix for file in published} <= {".svg", ".png"}
    texts = "".join(file.read_text() for file in (EXERCISES / name).glob("descr.*"))
    visible = set(re.findall(r"/static/([\w/.-]+)", texts))
    assert visible == {str(file.relative_to(EXERCISES)) for file in published}


def test_tutorials_come_in_both_forms() -> None:
    series = load(COURSE / "tutorials" / "index.json")["series"]
    assert len(series) == 2
    entries = [entry for group in series.values() for entry in group["tutorials"]]
    names = [entry if isinstance(entry, str) else entry[0] for entry in entries]
    assert names == [Path(file).stem for file in TUTORIALS]
    assert {file.name for file in (COURSE / "tutorials").iterdir()} == {"index.json", *TUTORIALS}


def test_lessons_and_playgrounds_are_where_their_indexes_say() -> None:
    lessons = load(COURSE / "lessons" / "lessons.json")["lessons"]
    assert len(lessons) == 2
    for name, title in lessons:
        lesson = load(COURSE / "lessons" / f"{name}.json")
        assert lesson["title"] == title
        kinds = {kind for step in lesson["steps"] for block in step["contents"] for kind in block}
        assert kinds == {"html", "code"}
    playgrounds = load(COURSE / "playground" / "index.json")
    assert len(playgrounds) == 2
    for name, named in playgrounds:
        assert named.keys() == {"title", "short_description"}
        assert (COURSE / "playground" / name / "template.ml").is_file()
