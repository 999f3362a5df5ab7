"""Misbehaving analyzers in real runs: each is handled, and nothing is lost."""

import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.analyzer import load_analyzer
from kriterion.tools.exercism_tool import ToolEnding
from tests.assessment.shell_tools import LINK, SOURCE, START, ShellTools, list_misbehaviours

pytestmark = pytest.mark.machine

ANALYSIS = """printf '{"summary": "One.", "comments": ["python.general.one"]}' >analysis.json\n"""
TAGS = """printf '{"tags": ["construct:list"]}' >tags.json\n"""
DEBUG = "printf 'a rule matched' >analysis.out\n"
ALL = START + ANALYSIS + TAGS + DEBUG


@pytest.fixture
def make(shell_tools: ShellTools) -> "Make":
    return Make(shell_tools)


class Make:
    """Makes analyzers of shell scripts, and texts of their comments."""

    def __init__(self, tools: ShellTools) -> None:
        self.tools = tools

    def __call__(self, script: str, *, one_directory: bool = False) -> AnalyzerRun:
        tool = self.tools.made(script, load_analyzer, one_directory=one_directory)
        library = self.tools.directory / "analyzer-comments"
        (library / "python" / "general").mkdir(parents=True)
        (library / "python" / "general" / "one.md").write_text("# one\n\nSaid %{what}.\n")
        (library / "python" / "general" / "one.nl.md").write_text("# een\n\nGezegd %{what}.\n")
        exercise, _ = load_track_exercise(self.exercise)
        return AnalyzerRun(tool=tool, exercise=exercise, libraries=(library,))

    @property
    def exercise(self) -> Exercise:
        return self.tools.exercise


def make_analyzed(
    installation: Installation, make: Make, analyzing: AnalyzerRun, language: str = "en"
) -> AnalyzerRecord:
    assessment = assess(
        AssessmentRequest(
            exercise=make.exercise,
            submission=SubmittedFiles(file_name="mine.py", source=SOURCE, language=language),
            analyzer=analyzing,
        ),
        ToolContext(images={}, sandbox=installation.sandbox),
    )
    assert assessment.submission.source == SOURCE.decode()
    assert assessment.analyzer is not None
    return assessment.analyzer


def test_a_correct_analyzer_has_no_violation(installation: Installation, make: Make) -> None:
    script = ALL + "cat $2/two_fer.py $2/.meta/config.json; echo $1 $2 $3\n"
    record = make_analyzed(installation, make, make(script))
    assert record.status is AnalyzerStatus.COMPLETED
    assert record.summary == "One."
    assert [comment.pointer for comment in record.comments] == ["python.general.one"]
    assert record.texts == {"python.general.one": "# one\n\nSaid %{what}.\n"}
    assert record.tags == ("construct:list",)
    assert record.debugging == "a rule matched"
    assert record.violations == ()
    assert record.stdout.startswith(SOURCE.decode() + '{"files": {"solution": ["two_fer.py"]')
    assert record.stdout.endswith("two-fer /mnt/exercism-iteration/ /mnt/output/\n")


def test_comments_are_in_the_students_language(installation: Installation, make: Make) -> None:
    record = make_analyzed(installation, make, make(ALL), language="nl")
    assert record.texts == {"python.general.one": "# een\n\nGezegd %{what}.\n"}


def test_locations_use_the_students_name_of_the_file(
    installation: Installation, make: Make
) -> None:
    comment = """{"comment": "python.general.one", "places": [{"row": 1, "file": "%s"}]}"""
    comments = ", ".join(comment % name for name in ("two_fer.py", "other.py"))
    script = START + f"""printf '{{"comments": [{comments}]}}' >analysis.json\n"""
    record = make_analyzed(installation, make, make(script))
    files = [place.file for comment in record.comments for place in comment.places]
    assert files == ["mine.py", "other.py"]


@pytest.mark.parametrize(
    ("script", "ending"),
    [
        *list_misbehaviours(ALL, "analysis.json"),
        pytest.param(START + TAGS, ToolEnding.MISSING, id="writes tags only"),
        pytest.param(
            START + """printf '{"comm' >analysis.json; sleep 100""",
            ToolEnding.TIMEOUT,
            id="is stopped in mid file",
        ),
        pytest.param(
            START + ANALYSIS + """printf '{"ta' >tags.json; sleep 100""",
            ToolEnding.COMPLETE,
            id="is stopped in mid tags",
        ),
        pytest.param(
            START + ANALYSIS + "head -c 10G /dev/zero >tags.json || :",
            ToolEnding.FILE_LIMIT,
            id="writes 10 GB of tags, and goes on",
        ),
        pytest.param(
            START + "head -c 100000 /dev/zero | tr '\\0' '[' >analysis.json",
            ToolEnding.INVALID,
            id="is nested without end",
        ),
    ],
)
def test_any_misbehaviour_of_an_analyzer_is_reported_as_specified(
    installation: Installation, make: Make, script: str, ending: ToolEnding
) -> None:
    record = make_analyzed(installation, make, make(script))
    assert record.ending == ending.value, record
    expected = AnalyzerStatus.COMPLETED if ending.succeeded else AnalyzerStatus.FAILED
    assert record.status is expected
    assert bool(record.comments) == ending.succeeded


@pytest.mark.parametrize(
    ("script", "document"),
    [
        ("printf '{' >tags.json", "tags.json"),
        ("rm tags.json; mkfifo tags.json", "tags.json"),
        ("rm tags.json; " + LINK + "tags.json", "tags.json"),
        ("rm analysis.out; " + LINK + "analysis.out", "analysis.out"),
        ("""printf '{"comments": ["python.general.one", 3]}' >analysis.json""", "analysis.json"),
        (
            """printf '{"comments": ["python.general.one", "../../etc/passwd"]}' >analysis.json""",
            "analysis.json",
        ),
    ],
)
def test_a_violation_beside_a_good_comment_keeps_the_comment(
    installation: Installation, make: Make, script: str, document: str
) -> None:
    record = make_analyzed(installation, make, make(ALL + script))
    assert record.status is AnalyzerStatus.COMPLETED
    assert [violation.document for violation in record.violations] == [document]
    assert [comment.pointer for comment in record.comments] == ["python.general.one"]


def test_too_many_comments_are_cut_and_the_essential_one_is_kept(
    installation: Installation, make: Make
) -> None:
    script = (
        START
        + """
    printf '{"comments": ["a.b"' >analysis.json
    yes ', "python.general.one"' | head -n 20000 >>analysis.json
    printf ', {"comment": "c.d", "type": "essential"}]}' >>analysis.json
    """
    )
    record = make_analyzed(installation, make, make(script))
    assert record.status is AnalyzerStatus.COMPLETED
    assert len(record.comments) == 101
    assert record.comments[-1].pointer == "c.d"
    assert len(record.violations) == 1


@pytest.mark.parametrize("one_directory", [False, True])
def test_a_forged_analysis_in_the_input_is_never_taken_for_the_tools(
    installation: Installation, make: Make, one_directory: bool
) -> None:
    """A submission may be called as the result is; here the exercise has such a file already."""
    directory = make.exercise.directory
    (directory / ".meta").mkdir()
    (directory / ".meta" / "config.json").write_text('{"files": {"solution": ["analysis.json"]}}')
    (directory / "tags.json").write_text('{"tags": ["construct:forged"]}')
    request = make("ls $2 $3; sleep 100", one_directory=one_directory)
    record = make_analyzed(installation, make, request)
    assert request.exercise.solution_file == "analysis.json"
    assert record.ending == ToolEnding.TIMEOUT.value
    assert (record.comments, record.tags) == ((), ())


def test_an_analyzer_that_writes_into_its_input_is_reported_clearly(
    installation: Installation, make: Make
) -> None:
    request = make(ALL.replace("$3", "$2"), one_directory=True)
    assert make_analyzed(installation, make, request).status is AnalyzerStatus.COMPLETED


def test_an_analyzer_cannot_change_itself_for_the_next_solution(
    installation: Installation, make: Make
) -> None:
    record = make_analyzed(installation, make, make("echo x >>$0; touch new; " + ALL))
    assert record.status is AnalyzerStatus.COMPLETED
    assert "ead-only" in record.stderr
