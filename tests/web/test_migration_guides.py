"""The commands of the guides for moving in make courses whose exercises can be solved.

They run as the guides have them, except for the variables that the guides tell the reader to set:
these name small repositories, or with KRITERION_REFERENCES the public ones.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.places import open_to_all
from tests.tracks import make_track
from tests.web.forked_program import run_forked
from tests.web.git_server import git_server
from tests.web.learner_import.test_sync_directory import write_save
from tests.web.site_process import data_directory, make_environment
from tests.web.tools.test_tracks_with_test_runner import SCRIPT

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs" / "administrator"
OCAML_EXERCISE = ROOT / "examples/ocaml-course/exercises/basics/clock"

pytestmark = [
    pytest.mark.machine,
    pytest.mark.long(reason="runs every command of three guides in a process of its own"),
]

needs_own_repositories = pytest.mark.skipif(
    "KRITERION_REFERENCES" in os.environ, reason="the commands run on public repositories"
)

JUDGE = """#!/bin/sh
cat >/dev/null
printf '{"accepted": true, "status": "correct", "groups": []}'
"""


@dataclass(frozen=True, kw_only=True)
class Moved:
    """What the commands of a guide printed, and left in the database of the site."""

    output: str
    activities: list[tuple[str, bool]]  # path, held back
    series: list[tuple[str, bool]]  # name, visible
    judged: int
    errors: list[dict[str, Any]]


def read_commands(guide: str) -> list[str]:
    """Return the blocks of commands of a guide; the first one sets its variables."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```", (GUIDES / guide).read_text(), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 3
    return blocks


def set_variables(block: str, values: Mapping[str, str]) -> str:
    """Replace the values of the variables in the first block of a guide."""
    assert {line.split("=")[0] for line in block.splitlines()} == set(values)
    return "".join(f"export {name}='{value}'\n" for name, value in values.items())


def move(place: Path, data: Path, guide: str, variables: Mapping[str, str]) -> str:
    """Run the commands of a guide in an empty directory; return what they printed."""
    first, *blocks = read_commands(guide)
    work = place / guide
    work.mkdir()
    program = place / "bin" / "kriterion"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m kriterion.cli.main "$@"\n')
    program.chmod(0o755)
    environment = make_environment(data) | {"KRITERION_CONFIG": str(place / "kriterion.toml")}
    environment["PATH"] = f"{program.parent}:{environment['PATH']}"
    output = ""
    for block in blocks:
        script = set_variables(first, variables) + block
        done = subprocess.run(
            ("sh", "-eu", "-c", script), cwd=work, env=environment, capture_output=True, text=True
        )
        # Public repositories may have mistakes, and their tools need images: both are findings.
        allowed = (0, 1) if "KRITERION_REFERENCES" in os.environ else (0,)
        assert done.returncode in allowed, f"{block}\n{done.stdout}\n{done.stderr}"
        output += done.stdout
    return output


def judge_all(place: Path, data: Path) -> None:
    environment = make_environment(data) | {"KRITERION_CONFIG": str(place / "kriterion.toml")}
    command = (sys.executable, "-m", "kriterion.cli.main", "worker", "--once")
    run_forked(command, environment, check=True)


def select(data: Path, what: str, *values: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(data / "kriterion.sqlite3") as database:
        return database.execute(f"SELECT {what}", values).fetchall()


def read_result(data: Path, name: str, output: str) -> Moved:
    """Read what became of the repository and the course of that name."""
    [(repository, judged, findings)] = select(data, _CHECK, name)
    series = select(data, _SERIES, name)
    return Moved(
        output=output,
        activities=[(path, bool(held)) for path, held in select(data, _ACTIVITIES, repository)],
        series=[(title, bool(shown)) for title, shown in series],
        judged=judged,
        errors=[row for row in json.loads(findings) if row["severity"] == "error"],
    )


_CHECK = """repository.id, judged, findings FROM repository_management_repositorycheck
    JOIN repositories_repository AS repository ON repository.id = repository_id WHERE name = ?"""
_ACTIVITIES = "path, is_held_back FROM catalog_activity WHERE repository_id = ? ORDER BY position"
_SERIES = """series.name, series.visible FROM courses_series AS series
    JOIN courses_course AS course ON course.id = course_id WHERE course.name = ?
    ORDER BY position"""


def commit(directory: Path) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "First")):
        subprocess.run(("git", *who, *words), cwd=directory, check=True)


def write_dodona(root: Path) -> None:
    exercise = root / "loops" / "echo"
    (exercise / "description").mkdir(parents=True)
    (exercise / "solution").mkdir()
    (root / "dirconfig.json").write_text('{"evaluation": {"handler": "tested"}}')
    config = {
        "description": {"names": {"en": "Echo"}},
        "programming_language": "python",
        "type": "exercise",
        "access": "public",
    }
    (exercise / "config.json").write_text(json.dumps(config))
    (exercise / "description" / "description.en.md").write_text("Echo.\n")
    (exercise / "solution" / "solution.py").write_text("print(input())\n")


def write_learn_ocaml(root: Path) -> None:
    shutil.copytree(OCAML_EXERCISE, root / "exercises" / "clock")
    index = {"learnocaml_version": "1", "groups": {"w": {"title": "Week", "exercises": ["clock"]}}}
    (root / "exercises" / "index.json").write_text(json.dumps(index))


def write_exercism(root: Path) -> None:
    """Write a track without errors whose exercise `leap` has a solution."""
    make_track(root)
    track = json.loads((root / "config.json").read_text())
    for listed in track["exercises"]["practice"]:
        listed["uuid"] = str(uuid4())
    (root / "config.json").write_text(json.dumps(track))
    for slug in ("leap", "two-fer"):
        directory = root / "exercises" / "practice" / slug
        config = json.loads((directory / ".meta" / "config.json").read_text())
        del config["files"]["editor"]
        if slug == "leap":
            config["files"]["example"] = [".meta/example.py"]
            (directory / ".meta" / "example.py").write_text("right\n")
        (directory / ".meta" / "config.json").write_text(json.dumps(config))


def write_judge(root: Path) -> None:
    root.mkdir(parents=True)
    (root / "run").write_text(JUDGE)
    (root / "run").chmod(0o755)


def write_test_runner(root: Path) -> None:
    (root / "bin").mkdir(parents=True)
    (root / "bin" / "run.sh").write_text(SCRIPT)
    (root / "bin" / "run.sh").chmod(0o755)


REPOSITORIES = {
    "dodona-edu+example-exercises": write_dodona,
    "dodona-edu+universal-judge": write_judge,
    "ocaml-sf+learn-ocaml-corpus": write_learn_ocaml,
    "exercism+python": write_exercism,
    "exercism+python-test-runner": write_test_runner,
}


def write_saves(sync: Path) -> None:
    solution = (OCAML_EXERCISE / "solution.ml").read_text()
    graded = {"clock": {"grade": 1, "solution": solution, "mtime": 1.6e9}}
    write_save(sync, "ABC-DEF-GH1-JKL", {"nickname": "Zoë", "exercises": graded})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """The data directory of a site, and what each guide's commands printed on it."""
    place = open_to_all(tmp_path_factory.mktemp("guides"))
    references = os.environ.get("KRITERION_REFERENCES")
    directory = Path(references) if references else place / "git"
    if not references:
        for name, write in REPOSITORIES.items():
            write(directory / name)
            commit(directory / name)
    write_saves(place / "sync")
    with git_server(directory) as host, data_directory() as data:
        allowed = host.removeprefix("http://")
        (place / "kriterion.toml").write_text(f'git_hosts = ["{allowed}"]\n')
        data.mkdir(exist_ok=True)
        (data / "secret-key").write_text("a key for these tests")
        migrate = (sys.executable, "-m", "kriterion.cli.main", "manage", "migrate")
        run_forked(migrate, make_environment(data), check=True)
        urls = {name: f"{host}/{name}/.git" for name in REPOSITORIES}
        variables = {
            "from-dodona.md": {
                "REPOSITORY": urls["dodona-edu+example-exercises"],
                "JUDGE": urls["dodona-edu+universal-judge"],
            },
            "from-learn-ocaml.md": {
                "REPOSITORY": urls["ocaml-sf+learn-ocaml-corpus"],
                "SYNC": str(place / "sync"),
            },
            "from-exercism.md": {
                "REPOSITORY": urls["exercism+python"],
                "TEST_RUNNER": urls["exercism+python-test-runner"],
                "LANGUAGE": "python",
            },
        }
        printed = {guide: move(place, data, guide, given) for guide, given in variables.items()}
        if not references:  # the public ones would take hours
            judge_all(place, data)
        yield data, printed


def test_the_commands_of_each_guide_make_a_course(site: tuple[Path, dict[str, str]]) -> None:
    _, printed = site
    for guide, course in (
        ("from-dodona.md", "programming"),
        ("from-learn-ocaml.md", "ocaml"),
        ("from-exercism.md", "python"),
    ):
        assert f"course\t{course}\t" in printed[guide]


@needs_own_repositories
def test_a_repository_of_dodona_becomes_a_course(site: tuple[Path, dict[str, str]]) -> None:
    data, printed = site
    moved = read_result(data, "Programming", printed["from-dodona.md"])
    assert "repository\tProgramming\t1 exercise" in moved.output
    assert moved.activities == [("loops/echo", False)]
    assert moved.series == [("loops", True)]
    assert (moved.judged, moved.errors) == (1, [])


@needs_own_repositories
@pytest.mark.skipif(shutil.which("ocamlc") is None, reason="apt-get install ocaml")
def test_a_repository_of_learn_ocaml_becomes_a_course_with_its_learners(
    site: tuple[Path, dict[str, str]],
) -> None:
    data, printed = site
    moved = read_result(data, "OCaml", printed["from-learn-ocaml.md"])
    assert "accounts\t1 imported" in moved.output
    assert "submissions\t1 imported" in moved.output
    assert moved.activities == [("clock", False)]
    assert moved.series == [("Week", True)]
    known_wrong = list((OCAML_EXERCISE / ".submissions").glob("*.ml"))
    assert (moved.judged, moved.errors) == (1 + len(known_wrong), [])
    assert select(data, "status, accepted FROM submissions_submission") == [("correct", 1)]


@needs_own_repositories
def test_an_exercism_track_becomes_a_course(site: tuple[Path, dict[str, str]]) -> None:
    data, printed = site
    moved = read_result(data, "Python", printed["from-exercism.md"])
    assert moved.series == [("Practice exercises", True)]
    assert ("exercises/practice/leap", False) in moved.activities
    assert (moved.judged, moved.errors) == (1, [])
