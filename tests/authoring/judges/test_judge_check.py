from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.judges.judge_check import check_judge
from kriterion.authoring.trials import Trial
from kriterion.errors import MachineError, OperatorError, SandboxUnavailable
from kriterion.host.installation import Installation
from kriterion.sandbox.run import Ending, Outcome
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.authoring.sample import make_trial
from tests.rehearsed import FINE, Rehearsed

RIGHT = b'{"accepted": true, "status": "correct"}'
OPEN = b'{"command": "start-judgement"}{"command": "start-tab", "title": "A"}'
TORN = (
    b'starting\n{"command": "start-judgement"}'
    b'{"command": "close-tab"}{"command": "close-judgement"}'
)
FAILED = (
    b'{"accepted": false, "status": "internal error", "messages":'
    b' [{"format": "plain", "description": "no suite", "permission": "staff"}]}'
)


def _check(
    judge: Judge,
    sandbox: Rehearsed | None,
    *,
    sample: Trial | None = None,
    image: str | None = None,
) -> CheckReport:
    return check_judge(
        "judge",
        judge.directory,
        image=image,
        languages=None,
        images={},
        sample=sample,
        context=None if sandbox is None else ToolContext(sandbox=sandbox, images={}),
    )


def _make_outcome(**changes: object) -> Outcome:
    defaults: dict[str, object] = {name: getattr(FINE, name) for name in FINE.__dataclass_fields__}
    return Outcome(**{**defaults, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pieces", "outcome", "sample", "messages"),
    [
        ([RIGHT], FINE, None, []),
        (
            [RIGHT],
            _make_outcome(stderr=b"warning: old\n\n---\n"),
            None,
            [
                "notice stderr: 18 bytes, which are displayed only if the judge fails:"
                " 'warning: old'"
            ],
        ),
        (
            [TORN],
            FINE,
            None,
            [
                "error stdout byte 0, line 1: text that is not JSON",
                "error stdout byte 39, line 2: command 2, close-tab in a judgement: ",
            ],
        ),
        (
            [OPEN],
            FINE,
            None,
            [
                "error stdout: the output ends before its tab is closed"
                " (close every level that you start)"
            ],
        ),
        (
            [FAILED],
            FINE,
            None,
            ["notice run: gives no judgement on a generated exercise, which is normal"],
        ),
        (
            [FAILED],
            FINE,
            make_trial(),
            ["error run: the sample run failed: it says 'internal error': no suite"],
        ),
        ([], FINE, make_trial(), ["error run: the sample run failed: it wrote no judgement"]),
        (
            [OPEN],
            _make_outcome(exit_status=1, stderr=b"KeyError: 'x'\n"),
            None,
            ["notice run: gives no judgement on a generated exercise, which is normal"],
        ),
        (
            [],
            _make_outcome(ending=Ending.CPU_LIMIT, exit_status=None),
            make_trial(),
            ["error run: the sample run failed: it was ended: cpu time limit"],
        ),
        (
            [b'{"accepted": false, "status": "wrong"}'],
            FINE,
            make_trial(solution=True),
            ["notice run: judges the solution echo/x.py as 'wrong'"],
        ),
        ((), MachineError("disk full"), None, ["error run: this machine failed: disk full"]),
        (
            (),
            OperatorError("too many files", fix="clean"),
            None,
            ['error kriterion.toml images."host": too many files (clean)'],
        ),
    ],
)
def test_a_sample_run_shows_how_a_judge_behaves(
    judge: Callable[..., Judge],
    pieces: Iterable[bytes],
    outcome: Outcome | Exception,
    sample: Trial | None,
    messages: list[str],
) -> None:
    program = judge("\x7fELF")  # which needs no interpreter
    report = _check(program, Rehearsed(outcome, pieces=pieces), sample=sample)
    found = [f"{finding.severity} {finding}" for finding in report.findings]
    assert len(found) == len(messages), found
    assert all(one.startswith(words) for one, words in zip(found, messages, strict=True)), found
    assert report.machine_failed == isinstance(outcome, MachineError)


def test_an_unusable_judge_is_not_run(judge: Callable[..., Judge]) -> None:
    broken = judge()
    (broken.directory / "run").chmod(0o644)
    sandbox = Rehearsed()
    report = _check(broken, sandbox)
    assert "is not executable" in report.findings[0].what
    assert sandbox.runs == []


def test_an_interpreter_missing_in_the_image_is_reported(judge: Callable[..., Judge]) -> None:
    report = _check(judge("#!/usr/bin/env ruby\n"), Rehearsed(_make_outcome(exit_status=127)))
    (finding,) = report.findings
    assert finding.what == "its interpreter 'ruby' is not in the image 'host'"


def test_an_unknown_image_is_reported(judge: Callable[..., Judge]) -> None:
    report = _check(judge(), None, image="special")
    assert report.facts == ("image special",)
    (finding,) = report.findings
    assert finding.what == "image 'special' is not on this machine: the judge is not run"
    assert '[images."special"]\nkind = "host"' in finding.fix


def test_without_a_sandbox_the_check_ends(judge: Callable[..., Judge]) -> None:
    with pytest.raises(SandboxUnavailable):
        _check(judge(), Rehearsed(SandboxUnavailable("no namespaces")))


@pytest.fixture
def context() -> ToolContext:
    installation = Installation()
    return ToolContext(sandbox=installation.sandbox, images=installation.images)


def _check_for_real(judge: Judge, context: ToolContext) -> CheckReport:
    return check_judge(
        "judge",
        judge.directory,
        image=None,
        languages=None,
        images=context.images,
        sample=None,
        context=context,
    )


BEGUN = """#!/bin/sh
echo '{"command": "start-judgement"}'
sleep 1
echo '{"command": "close-judgement"}'
"""
SILENT = """#!/bin/sh
sleep 1
echo '{"accepted": true, "status": "correct"}'
"""


@pytest.mark.machine
@pytest.mark.parametrize(
    ("run", "left"),
    [
        (BEGUN, "it had written 31 of 62 bytes, which a student sees"),
        (SILENT, "it had written nothing, so a student sees nothing"),
    ],
)
def test_a_judge_is_killed_half_way_to_see_its_leftovers(
    judge: Callable[..., Judge], context: ToolContext, run: str, left: str
) -> None:
    report = _check_for_real(judge(run), context)
    assert [left in finding.what for finding in report.findings] == [True], report.findings
    assert f"sample run: '{Status.CORRECT}'" in report.facts[1]


@pytest.mark.machine
def test_an_interpreter_is_looked_up_in_the_image(
    judge: Callable[..., Judge], context: ToolContext, tmp_path: Path
) -> None:
    assert (
        "is not in the image"
        in _check_for_real(judge("#!/no/such/shell\n"), context).findings[0].what
    )
    quick = _check_for_real(judge(f"#!/usr/bin/env sh\necho '{RIGHT.decode()}'"), context)
    assert quick.findings == ()
    assert quick.facts[-1] == "too quick to be killed halfway"


@pytest.mark.parametrize(
    ("stderr", "status", "message", "fix"),
    [
        (
            b"judge/run: 3: python: not found\n",
            127,
            "cannot start in the image 'host': the program 'python' is missing",
            "apt-get install python-is-python3",
        ),
        (
            b"ModuleNotFoundError: No module named 'psutil'\n",
            1,
            "cannot start in the image 'host': the Python module 'psutil' is missing",
            "pip install it",
        ),
        (b"", 127, "cannot start in the image 'host': exit status 127", "install what it calls"),
    ],
)
def test_a_judge_that_cannot_start_is_an_error(
    judge: Callable[..., Judge], stderr: bytes, status: int, message: str, fix: str
) -> None:
    program = judge("\x7fELF")  # no script: the programs that it calls are not looked for
    report = _check(program, Rehearsed(_make_outcome(stderr=stderr, exit_status=status)))
    (finding,) = [finding for finding in report.findings if finding.severity == "error"]
    assert finding.what == message
    assert finding.fix.startswith(fix)
