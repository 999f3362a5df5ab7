"""The samples of the format's page, read as they stand there: KRITERION_SEEDS says where it is."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.authoring.building.build import build
from kriterion.authoring.building.build_plan import Plan
from kriterion.authoring.course.course_check import check_course
from kriterion.authoring.finding import convert_problems
from kriterion.exercises.learn_ocaml import load_course
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import LearnOcamlKind
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import read_skills
from kriterion_tools.diagnostic import Severity
from tests.authoring import made_course
from tests.authoring.made_course import make_exercise

Sample = Callable[[str, str], str]

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def sample() -> Sample:
    """The text of the page from one mark up to the end of another one."""
    directory = os.environ.get("KRITERION_SEEDS")
    if directory is None:
        pytest.skip("KRITERION_SEEDS names no directory")
    (file,) = Path(directory).glob("000*.txt")
    text = file.read_text()

    def between(begin: str, end: str) -> str:
        start = text.index(begin)
        return text[start : text.index(end, start) + len(end)]

    return between


@pytest.mark.parametrize(
    ("begin", "version"),
    [('{ "learnocaml_version" : "1",', "1"), ('{\n  "learnocaml_version" : "2",', "2")],
)
def test_the_documentations_meta_is_read_with_warnings_and_built(
    sample: Sample, tmp_path: Path, begin: str, version: str
) -> None:
    meta = sample(begin, "\n}")
    root = made_course.write(
        tmp_path / "course", {**make_exercise("first"), "exercises/first/meta.json": meta}
    )
    course = load_course(root)
    findings = [*convert_problems(course.problems), *check_course(course)]
    assert findings
    assert all(finding.severity is not Severity.ERROR for finding in findings)
    read = course.exercises["first"].meta
    assert (read.version, read.kind, read.max_score) == (version, LearnOcamlKind.EXERCISE, None)
    if version == "2":
        assert [author.name for author in read.authors] == ["Xavier Leroy", "Damien Doligez"]
        assert read.focus == read.requirements == ("skill1", "skillN", "concept1", "conceptM")
        assert read.forward_exercises == read.backward_exercises == ("exercise1", "exercise2")
    output = tmp_path / "www"
    built = build(Plan(root=root, output=output), watch=lambda _done, _total: None)
    assert built.succeeded
    assert len(json.loads((output / "focus.json").read_bytes())) == len(read.focus)


def test_the_documentations_index_is_read_without_a_fault(sample: Sample, tmp_path: Path) -> None:
    index = sample('{ "learnocaml_version": "1",\n  "groups"', "} } }")
    names = ("mooc-simple-input-output", "mooc-binary-search-trees", "mooc-trie-data-structure")
    files = {"exercises/index.json": index}
    for name in names:
        files |= make_exercise(name)
    course = load_course(made_course.write(tmp_path, files))
    assert course.problems == ()
    assert course.tree == Group(
        groups=(
            Group(id="imperative-traits", title="Imperative traits", exercises=names[:1]),
            Group(id="data-structures", title="Data Structures", exercises=names[1:]),
        )
    )


def test_the_documentations_skill_tables_are_read(sample: Sample) -> None:
    skills, faults = read_skills(sample('[{ "<skill name>"', "}; .. ]").encode())
    assert skills == {"<skill name>": ("<exercise_id>",)}
    assert not any(fault.fatal for fault in faults)
