"""An analyzer or representer is checked: its files, and what it writes about a sample."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.subject import SubjectKind, find_script
from kriterion.authoring.tool_check import check_tool
from kriterion.authoring.tool_files import ToolIdentity, identify, read_recipe
from kriterion.authoring.trials import Trial
from kriterion.errors import MachineError
from kriterion.host.installation import Installation
from kriterion.sandbox.run import Outcome
from kriterion.tools.exercism_tool import load_tool
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.authoring.sample import make_trial
from tests.rehearsed import FINE, Rehearsed

ANALYSIS = b'{"comments": ["python.general.docstrings"]}'
RECIPE = """\
FROM debian:trixie-slim AS build
WORKDIR /build
FROM debian:trixie-slim
RUN apt-get update \\
 && apt-get install python3
# the interface
WORKDIR /opt/analyzer
ENTRYPOINT ["/opt/analyzer/bin/run.sh"]
"""
WROTE = {
    "representation.txt": b"print(PLACEHOLDER_1)",
    "mapping.json": b'{"PLACEHOLDER_1": "x"}',
    "representation.json": b'{"version": 1}',
}


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """A right one, as far as its files go."""
    place = tmp_path / "python-analyzer"
    (place / "bin").mkdir(parents=True)
    (place / "bin" / "run.sh").write_text("#!/bin/sh\nexec true\n")
    (place / "bin" / "run.sh").chmod(0o755)
    (place / "Dockerfile").write_text(RECIPE)
    return place


def _make_outcome(files: dict[str, bytes], **changes: object) -> Outcome:
    found = {f"/mnt/output/{name}": content for name, content in files.items()}
    return replace(FINE, files=found, **changes)  # type: ignore[arg-type]


def _check(
    tool: Path,
    outcome: Outcome | Exception | None = None,
    *,
    kind: str | None = "analyzer",
    language: str | None = "python",
    script: str = "bin/run.sh",
    is_configured: bool = False,
    sample: Trial | None = None,
) -> CheckReport:
    # /bin/sh is asked for programs first.
    sandbox = None if outcome is None else Rehearsed(outcome)
    return check_tool(
        "tool",
        tool,
        script,
        identity=ToolIdentity(kind, language),
        load=lambda: load_tool(tool, place=f"/opt/{kind}", script=script),
        is_configured=is_configured,
        sample=sample,
        context=None if sandbox is None else ToolContext(sandbox=sandbox, images={}),
    )


def _list_findings(report: CheckReport) -> list[str]:
    """All that is told, but for the programs that this sandbox never finds."""
    messages = [f"{finding.severity}: {finding}" for finding in report.findings]
    return [line for line in messages if ": calls " not in line]


@pytest.mark.parametrize(
    ("name", "recipe", "identity"),
    [
        ("python-analyzer", "", ("analyzer", "python")),
        ("exercism+javascript-representer", "", ("representer", "javascript")),
        ("common-lisp-test-runner", "", ("test-runner", "common-lisp")),
        ("mine", "FROM x\nWORKDIR /opt/representer\n", ("representer", None)),
        ("mine", "FROM x\nCOPY /opt/analyzer /opt/representer\n", (None, None)),
        ("mine", "", (None, None)),
    ],
)
def test_a_tool_is_recognised_by_its_name_or_recipe(
    tmp_path: Path, name: str, recipe: str, identity: tuple[str | None, str | None]
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "Dockerfile").write_text(recipe)
    assert identify(tmp_path / name) == ToolIdentity(*identity)


def test_a_valid_tool_has_no_problems(tool: Path) -> None:
    report = _check(tool, _make_outcome({"analysis.json": ANALYSIS, "tags.json": b'{"tags": []}'}))
    assert _list_findings(report) == []
    assert report.kind is SubjectKind.TOOL
    assert report.facts[:2] == ("analyzer for python", "image host")
    assert report.facts[2].startswith("sample run: finished, ")
    assert _list_findings(_check(tool)) == []
    assert _check(tool).facts == ("analyzer for python", "not run")


Change = Callable[[Path], object]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda tool: (tool / "bin/run.sh").write_text("exec true\n"),
            "error: bin/run.sh line 1: does not start with #! and an interpreter"
            " (start it with a line such as  #!/bin/sh)",
        ),
        (
            lambda tool: (tool / "bin/run.sh").write_text("#!/bin/sh\r\n"),
            "error: bin/run.sh line 1: has Windows line endings, so its interpreter is not found"
            " (save it with LF line endings)",
        ),
        (
            lambda tool: (tool / "bin/run.sh").chmod(0o644),
            "warning: bin/run.sh: is not executable, so hosts start it through sh (chmod a+x"
            " bin/run.sh; git update-index --chmod=+x bin/run.sh)",
        ),
        (
            lambda tool: (tool / "Dockerfile").unlink(),
            "notice: Dockerfile: does not exist: Exercism builds the tool's image from it (add one,"
            " or set an image in kriterion.toml)",
        ),
        (
            lambda tool: (tool / "Dockerfile").write_text("# nothing\n"),
            "warning: Dockerfile: has no FROM, so no image can be built from it",
        ),
        (
            lambda tool: (tool / "Dockerfile").write_text(RECIPE.replace("/opt", "/usr")),
            "warning: Dockerfile line 7: sets the working directory to '/usr/analyzer', not"
            " /opt/analyzer"
            " (WORKDIR /opt/analyzer)",
        ),
        (
            lambda tool: (tool / "Dockerfile").write_text(RECIPE.rpartition("ENTRYPOINT")[0]),
            "warning: Dockerfile: has no ENTRYPOINT, but hosts pass only arguments"
            ' (ENTRYPOINT ["/opt/analyzer/bin/run.sh"])',
        ),
        (
            lambda tool: (tool / "Dockerfile").write_text(RECIPE.replace("run.sh", "go.sh")),
            "warning: Dockerfile line 8: starts '/opt/analyzer/bin/go.sh', but"
            " 'bin/go.sh' does not exist",
        ),
    ],
)
def test_a_fault_in_the_files_is_reported(tool: Path, make: Change, message: str) -> None:
    make(tool)
    assert _list_findings(_check(tool)) == [message]


def test_a_script_started_by_a_shell_need_not_be_executable(tool: Path) -> None:
    (tool / "bin/run.sh").chmod(0o644)
    recipe = RECIPE.replace('["/opt/analyzer/bin', '["sh", "/opt/analyzer/bin')
    (tool / "Dockerfile").write_text(recipe)
    assert _list_findings(_check(tool)) == []


def test_special_files_are_reported(tool: Path, tmp_path: Path) -> None:
    (tool / "Dockerfile").unlink()
    os.mkfifo(tool / "Dockerfile")
    (tool / "bin/run.sh").unlink()
    (tmp_path / "outside.sh").write_text("#!/bin/sh\n")
    (tool / "bin/run.sh").symlink_to(tmp_path / "outside.sh")
    assert _list_findings(_check(tool)) == [
        "error: Dockerfile: is not a regular file",
        "error: bin/run.sh: is a link that leads out of the repository",
    ]


def test_a_violation_is_reported_with_its_place(tool: Path) -> None:
    content = {"analysis.json": b'{"comments": ["a.b", {"comment": "c", "type": "bad"}]}'}
    assert _list_findings(_check(tool, _make_outcome(content))) == [
        "error: analysis.json comments[1].type: 'bad' is not a type of comment and is read as"
        " informative",
        "notice: tags.json: is not written, so solutions get no tags and approaches are not"
        " recognised",
    ]


def test_a_violation_keeps_its_code(tool: Path) -> None:
    content = {"analysis.json": b'{"comments": ["a..b", 3, {}]}'}
    findings = _check(tool, _make_outcome(content)).findings
    assert [finding.code for finding in findings if finding.file == "analysis.json"] == [
        "analysis.invalid-pointer",
        "tool-output.wrong-type",
        "tool-output.missing-key",
    ]


def test_a_representers_missing_output_is_reported(tool: Path) -> None:
    (tool / "Dockerfile").unlink()
    assert _list_findings(_check(tool, _make_outcome(WROTE), kind="representer"))[1:] == []
    bare = {"representation.txt": b" ", "mapping.json": b"{}"}
    assert _list_findings(_check(tool, _make_outcome(bare), kind="representer"))[1:] == [
        "warning: bin/run.sh: the sample solution has no representation: the text is empty",
        'warning: representation.json: is not written, so its version is 1 (write {"version":'
        " 1}, and increase the number whenever the output changes)",
    ]


def test_a_failure_on_a_generated_sample_may_be_this_machines(tool: Path) -> None:
    crashed = replace(FINE, exit_status=1, stderr=b"Error: no pylint\n    at main\nNode 3\n")
    what = "bin/run.sh: the sample run ended with: crash, exit status 1: Error: no pylint"
    (finding,) = _list_findings(_check(tool, crashed))
    assert finding.startswith(f"notice: {what} (map an image with everything that the tool needs")
    assert _list_findings(_check(tool, crashed, is_configured=True)) == [f"error: {what}"]
    assert _list_findings(_check(tool, crashed, sample=make_trial(Status.CORRECT))) == [
        f"error: {what}"
    ]


@pytest.mark.parametrize(
    ("kind", "language", "message"),
    [
        ("test-runner", "cobol", "is not run: there is no sample in the language cobol"),
        (None, None, "is not run: its kind is unknown"),
        ("analyzer", "cobol", "is not run: there is no sample in the language cobol"),
        ("analyzer", None, "is not run: its language is unknown"),
    ],
)
def test_an_unrunnable_tool_is_reported(
    tool: Path, kind: str, language: str | None, message: str
) -> None:
    findings = _list_findings(_check(tool, FINE, kind=kind, language=language))
    assert any(line.startswith(f"notice: bin/run.sh: {message}") for line in findings)


def test_a_machine_failure_is_not_the_tools_fault(tool: Path) -> None:
    report = _check(tool, MachineError("the disk is full"))
    assert report.machine_failed
    assert "this machine failed: the disk is full" in str(report.findings)


@given(st.text())
def test_any_text_is_a_recipe(text: str) -> None:
    for instruction in read_recipe(text):
        assert instruction.name == instruction.name.upper()
        assert 1 <= instruction.line <= text.count("\n") + len(text.splitlines()) + 1


@pytest.mark.machine
def test_a_tool_is_run_in_the_sandbox(tool: Path, tmp_path: Path) -> None:
    """It writes what it was given, which is not what it can see outside."""
    secret = tmp_path / "secret"
    secret.write_text("x")
    (tool / "bin/run.sh").write_text(
        f'#!/bin/sh\ntest -e {secret} && exit 9\ntest -f "$2/two_fer.py" || exit 8\n'
        """echo '{"comments": ["a..b"]}' > "$3/analysis.json"\n"""
        """echo '{"tags": ["uses:sh"]}' > "$3/tags.json"\n"""
    )
    installation = Installation()
    report = check_tool(
        "tool",
        tool,
        "bin/run.sh",
        identity=ToolIdentity("analyzer", "python"),
        load=lambda: load_tool(tool, place="/opt/analyzer"),
        is_configured=False,
        sample=None,
        context=installation.make_context(1),
    )
    assert _list_findings(report) == [
        "error: analysis.json comments[0]: 'a..b' is not a valid pointer: it has an empty part"
        " before, between or after its dots"
    ]


@pytest.mark.reference
def test_the_files_of_public_tools_are_valid() -> None:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    tools = sorted(
        path
        for path in Path(directory).glob("exercism+*")
        if path.name.endswith(("-analyzer", "-representer"))
    )
    if not tools:
        pytest.skip("no tool of Exercism's is there")
    for tool in tools:
        script = find_script(tool)
        identity = identify(tool)
        assert script is not None
        assert tool.name.endswith(f"+{identity.language}-{identity.kind}")
        assert _list_findings(_check(tool, kind=identity.kind, script=script)) == []
