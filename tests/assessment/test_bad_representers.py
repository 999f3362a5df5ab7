"""Misbehaving representers in real runs: each is handled, and nothing is lost."""

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import RepresenterRecord, RepresenterStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.exercism_tool import ToolEnding
from kriterion.tools.representer import load_representer
from kriterion_tools.contracts.exercism_representer.representation import Representation
from tests.assessment.shell_tools import LINK, SOURCE, START, ShellTools, list_misbehaviours

pytestmark = pytest.mark.machine

TEXT = "printf 'PLACEHOLDER_1' >representation.txt\n"
MAPPING = """printf '{"PLACEHOLDER_1": "f"}' >mapping.json\n"""
VERSION = """printf '{"version": 3}' >representation.json\n"""
ALL = START + TEXT + MAPPING + VERSION


@pytest.fixture
def make(shell_tools: ShellTools) -> "Make":
    return Make(shell_tools)


class Make:
    """Makes representers of shell scripts."""

    def __init__(self, tools: ShellTools) -> None:
        self.tools = tools

    def __call__(self, script: str, *, one_directory: bool = False) -> RepresenterRun:
        tool = self.tools.made(script, load_representer, one_directory=one_directory)
        return RepresenterRun(tool=tool, exercise=load_track_exercise(self.exercise)[0])

    @property
    def exercise(self) -> Exercise:
        return self.tools.exercise


def represent_solution(
    installation: Installation, make: Make, representing: RepresenterRun
) -> RepresenterRecord:
    assessment = assess(
        AssessmentRequest(
            exercise=make.exercise,
            submission=SubmittedFiles(file_name="mine.py", source=SOURCE),
            representer=representing,
        ),
        ToolContext(images={}, sandbox=installation.sandbox),
    )
    assert assessment.submission.source == SOURCE.decode()
    assert assessment.representer is not None
    return assessment.representer


@pytest.mark.long(reason="keeps all processors busy")
def test_two_busy_processes_get_the_whole_window(installation: Installation, make: Make) -> None:
    """What they compute together is no reason to end them sooner than one alone."""
    record = represent_solution(
        installation, make, make("while :; do :; done & while :; do :; done")
    )
    assert record.ending == ToolEnding.TIMEOUT.value
    assert record.wall_seconds is not None and record.wall_seconds >= 1.0


def test_a_correct_representer_has_no_violation(installation: Installation, make: Make) -> None:
    script = ALL + "cat $2/two_fer.py $2/.meta/config.json; echo $1 $2 $3; pwd >&2\n"
    record = represent_solution(installation, make, make(script))
    assert record.status is RepresenterStatus.GENERATED
    assert (record.text, record.mapping) == ("PLACEHOLDER_1", {"PLACEHOLDER_1": "f"})
    assert (record.version, record.exercise_version) == (3, 1)
    assert record.digest == Representation(text="PLACEHOLDER_1").digest
    assert record.violations == ()
    assert record.stdout.startswith(SOURCE.decode() + '{"files": {"solution": ["two_fer.py"]')
    assert record.stdout.endswith("two-fer /mnt/exercism-iteration/ /mnt/output/\n")


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        *list_misbehaviours(ALL, "representation.txt"),
        pytest.param(START + MAPPING, ToolEnding.MISSING, id="writes a mapping only"),
        pytest.param(START + TEXT + "sleep 100", ToolEnding.TIMEOUT, id="writes half, then sleeps"),
        pytest.param(
            START + TEXT + """printf '{"PLACE' >mapping.json; sleep 100""",
            ToolEnding.TIMEOUT,
            id="is stopped in mid file",
        ),
        pytest.param(
            ALL + "head -c 10G /dev/zero >mapping.json || :",
            ToolEnding.FILE_LIMIT,
            id="writes 10 GB of mapping, and goes on",
        ),
    ],
)
def test_any_misbehaviour_of_a_representer_is_reported_as_specified(
    installation: Installation, make: Make, script: str, ending: ToolEnding
) -> None:
    record = represent_solution(installation, make, make(script))
    assert record.ending == ending.value, record
    expected = RepresenterStatus.GENERATED if ending.succeeded else RepresenterStatus.FAILED
    assert record.status is expected
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
def test_a_bad_file_beside_a_good_text_is_a_violation_and_keeps_the_class(
    installation: Installation, make: Make, script: str, document: str
) -> None:
    record = represent_solution(installation, make, make(ALL + script))
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
    request = make("ls $2 $3; sleep 100", one_directory=one_directory)
    record = represent_solution(installation, make, request)
    assert request.exercise.solution_file == "representation.txt"
    assert record.ending == ToolEnding.TIMEOUT.value
    assert (record.digest, record.mapping) == (None, {})


def test_a_tool_that_writes_into_its_input_is_reported_clearly(
    installation: Installation, make: Make
) -> None:
    request = make(ALL.replace("$3", "$2"), one_directory=True)
    assert represent_solution(installation, make, request).status is RepresenterStatus.GENERATED


def test_a_tool_cannot_change_itself_for_the_next_solution(
    installation: Installation, make: Make
) -> None:
    record = represent_solution(installation, make, make("echo x >>$0; touch new; " + ALL))
    assert record.status is RepresenterStatus.GENERATED
    assert "ead-only" in record.stderr
