"""Representers that misbehave, run for real: whatever they do ends rightly, and nothing is lost."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.record import RepresenterRecord, RepresenterStatus
from kriterion.assessment.representing import Representing
from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.installation.installation import Installation
from kriterion.submissions.submission import Submission
from kriterion.tools.exercism_tool import ToolEnding
from kriterion.tools.representer import load_representer

pytestmark = pytest.mark.machine

SOURCE = b"def f(x):\n    return x\n"
START = "cd $3\n"
TEXT = "printf 'PLACEHOLDER_1' >representation.txt\n"
MAPPING = """printf '{"PLACEHOLDER_1": "f"}' >mapping.json\n"""
VERSION = """printf '{"version": 3}' >representation.json\n"""
ALL = START + TEXT + MAPPING + VERSION


ENDLESS = re.compile("while|sleep")  # what is stopped when its time is up, and soon


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.fixture
def make(tmp_path: Path) -> "Make":
    for outer in (tmp_path, *tmp_path.parents):  # pytest's directories are private
        outer.chmod(outer.stat().st_mode | 0o055)
        if outer.name.startswith("pytest-of-"):
            break
    return Make(tmp_path)


class Make:
    """Makes representers of shell scripts."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def __call__(self, script: str, *, one_directory: bool = False) -> Representing:
        repository = self.directory / "tool"
        (repository / "bin").mkdir(parents=True)
        (repository / "bin" / "run.sh").write_text("#!/bin/sh\n" + script)
        (repository / "bin" / "run.sh").chmod(0o755)
        tool = replace(
            load_representer(repository),
            seconds=1.0 if ENDLESS.search(script) else 20.0,
            memory_bytes=300_000_000,
            one_directory=one_directory,
        )
        return Representing(tool=tool, exercise=load_track_exercise(self.exercise)[0])

    @property
    def exercise(self) -> Exercise:
        (self.directory / "two-fer").mkdir(exist_ok=True)
        return Exercise(
            id="two-fer",
            directory=self.directory / "two-fer",
            repository=self.directory,
            programming_language="python",
        )


def represented(installation: Installation, make: Make, asked: Representing) -> RepresenterRecord:
    assessment = assess(
        make.exercise,
        Submission(file_name="mine.py", source=SOURCE),
        judge=None,
        images={},
        sandbox=installation.sandbox,
        representer=asked,
    )
    assert assessment.submission.source == SOURCE.decode()
    assert assessment.representer is not None
    return assessment.representer


def test_a_representer_as_it_should_be(installation: Installation, make: Make) -> None:
    script = ALL + "cat $2/two_fer.py $2/.meta/config.json; echo $1 $2 $3; pwd >&2\n"
    record = represented(installation, make, make(script))
    assert record.status is RepresenterStatus.GENERATED
    assert (record.text, record.mapping) == ("PLACEHOLDER_1", {"PLACEHOLDER_1": "f"})
    assert (record.version, record.exercise_version) == (3, 1)
    assert record.digest == Representation(text="PLACEHOLDER_1").digest
    assert record.violations == ()
    assert record.stdout.startswith(SOURCE.decode() + '{"files": {"solution": ["two_fer.py"]')
    assert record.stdout.endswith("two-fer /mnt/exercism-iteration/ /mnt/output/\n")


FLOOD = "yes | head -c 100000000"
LINK = "ln -s /etc/passwd "


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        pytest.param("", ToolEnding.MISSING, id="writes nothing"),
        pytest.param(ALL + "exit 3", ToolEnding.CRASH, id="fails after all"),
        pytest.param(ALL + "kill -9 $$", ToolEnding.CRASH, id="is killed"),
        pytest.param("exec /no/such/program", ToolEnding.CRASH, id="has no program"),
        pytest.param("while :; do :; done", ToolEnding.TIMEOUT, id="loops"),
        pytest.param("sleep 100", ToolEnding.TIMEOUT, id="sleeps"),
        pytest.param(
            "trap '' TERM INT; sleep 100 & wait; sleep 100", ToolEnding.TIMEOUT, id="deaf"
        ),
        pytest.param(ALL + "while :; do :; done", ToolEnding.COMPLETE, id="writes, then loops"),
        pytest.param(START + TEXT + "sleep 100", ToolEnding.TIMEOUT, id="writes half, then sleeps"),
        pytest.param(
            START + TEXT + """printf '{"PLACE' >mapping.json; sleep 100""",
            ToolEnding.TIMEOUT,
            id="is stopped in mid file",
        ),
        pytest.param(FLOOD, ToolEnding.OUTPUT_LIMIT, id="floods stdout"),
        pytest.param(ALL + FLOOD + " >&2", ToolEnding.OUTPUT_LIMIT, id="floods stderr"),
        pytest.param(
            ALL + "head -c 2000000 /dev/zero", ToolEnding.OUTPUT_LIMIT, id="2 MB of stdout"
        ),
        pytest.param(
            "head -c 1G /dev/zero | tail -c 1G >/dev/null",
            ToolEnding.MEMORY_LIMIT,
            id="takes all memory",
        ),
        pytest.param(
            START + MAPPING + LINK + "representation.txt", ToolEnding.MISSING, id="a link as text"
        ),
        pytest.param(
            START + MAPPING + "mkfifo representation.txt", ToolEnding.MISSING, id="a FIFO as text"
        ),
        pytest.param(
            START + MAPPING + "mkdir representation.txt", ToolEnding.MISSING, id="a directory"
        ),
        pytest.param(
            START + MAPPING + TEXT + "ln representation.txt other",
            ToolEnding.MISSING,
            id="two names",
        ),
        pytest.param(
            "cd $3/..; rm -rf output; ln -s /etc output",
            ToolEnding.MISSING,
            id="a linked directory",
        ),
        pytest.param(
            START + MAPPING + "head -c 600000 /dev/zero >representation.txt",
            ToolEnding.FILE_LIMIT,
            id="600 kB of text",
        ),
        pytest.param(
            START + MAPPING + "head -c 10G /dev/zero >representation.txt",
            ToolEnding.CRASH,
            id="10 GB of text",
        ),
        pytest.param(
            START + TEXT + MAPPING + "head -c 10G /dev/zero >mapping.json || :",
            ToolEnding.FILE_LIMIT,
            id="10 GB of mapping, and goes on",
        ),
        pytest.param(
            START + MAPPING + r"printf '\377' >representation.txt",
            ToolEnding.INVALID,
            id="no UTF-8",
        ),
    ],
)
def test_whatever_a_representer_does_it_has_failed_or_not(
    installation: Installation, make: Make, script: str, ending: ToolEnding
) -> None:
    record = represented(installation, make, make(script))
    assert record.ending == ending.value, record
    wanted = RepresenterStatus.GENERATED if ending.succeeded else RepresenterStatus.FAILED
    assert record.status is wanted
    assert (record.digest is not None) == ending.succeeded


@pytest.mark.parametrize(
    ("script", "document"),
    [
        ("printf '{' >mapping.json", "mapping.json"),
        ("printf '[]' >mapping.json", "mapping.json"),
        ("head -c 100000 /dev/zero | tr '\\0' '[' >mapping.json", "mapping.json"),
        ("rm mapping.json; " + LINK + "mapping.json", "mapping.json"),
        ("rm mapping.json; mkfifo mapping.json", "mapping.json"),
        ("printf '{\"version\": -1}' >representation.json", "representation.json"),
        ("rm representation.json; mkfifo representation.json", "representation.json"),
        (LINK + "representation.out", "representation.out"),
    ],
)
def test_a_bad_file_beside_a_good_text_is_a_violation_and_the_class_stays(
    installation: Installation, make: Make, script: str, document: str
) -> None:
    record = represented(installation, make, make(ALL + script))
    assert record.status is RepresenterStatus.GENERATED
    assert [violation.document for violation in record.violations] == [document]
    assert record.text == "PLACEHOLDER_1"


@pytest.mark.parametrize("one_directory", [False, True])
def test_a_forged_file_in_the_input_is_never_taken_for_the_tools(
    installation: Installation, make: Make, one_directory: bool
) -> None:
    """A submission may be called as the result is; here the exercise has such files already."""
    directory = make.exercise.directory
    (directory / ".meta").mkdir()
    (directory / ".meta" / "config.json").write_text(
        '{"files": {"solution": ["representation.txt"]}}'
    )
    (directory / "mapping.json").write_text('{"FORGED": "x"}')
    asked = make("ls $2 $3; sleep 100", one_directory=one_directory)
    record = represented(installation, make, asked)
    assert asked.exercise.solution_file == "representation.txt"
    assert record.ending == ToolEnding.TIMEOUT.value
    assert (record.digest, record.mapping) == (None, {})


def test_a_tool_that_writes_where_it_reads_is_understood(
    installation: Installation, make: Make
) -> None:
    asked = make(ALL.replace("$3", "$2"), one_directory=True)
    assert represented(installation, make, asked).status is RepresenterStatus.GENERATED


def test_a_tool_cannot_change_itself_for_the_next_solution(
    installation: Installation, make: Make
) -> None:
    record = represented(installation, make, make("echo x >>$0; touch new; " + ALL))
    assert record.status is RepresenterStatus.GENERATED
    assert "ead-only" in record.stderr
