"""Try a test runner on a sample exercise with tests."""

from collections.abc import Iterator

from kriterion.authoring.sample_solutions import load_tested_sample
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.doctor.tool_kind import TEST_RUNNER
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.sandbox.run import MIB
from kriterion.tools import test_runner
from kriterion.tools.exercism_tool import ToolEnding
from kriterion.tools.test_runner import PLACE, TestRunnerResult
from kriterion_tools.contracts.exercism_test_runner.solution_results import ResultStatus

_MAX_LISTED = 20  # violations
_MAXIMUM_SAID = 300  # characters of its last output


def try_sample_tests(
    settings: ToolSettings, language: str, installation: Installation
) -> Iterator[Diagnosis]:
    """Report a run of the sample's tests in one language, and what is wrong with its output."""
    subject = f"{TEST_RUNNER.title} sample run, {language}"
    sample = load_tested_sample(language)
    if sample is None:
        yield Diagnosis(
            subject=subject,
            state="notice",
            what="not tried: there are no sample tests in that language",
            fix=f"kriterion assess --judge {settings.name} EXERCISE FILE tries it on one of yours",
            code="doctor.sample.none",
        )
        return
    tool = load_track_tool(settings, place=PLACE, data=installation.settings.data)
    context = installation.make_context()
    run = test_runner.plan(tool, sample.exercise, sample.files, context.images, context.make_root)
    tested = test_runner.read(context.sandbox.run(run))
    passed = tested.results is not None and tested.results.status is ResultStatus.PASS
    yield Diagnosis(
        subject=subject,
        state="fine" if passed else "fault",
        what=", ".join(_describe_run(tested)),
        fix="" if passed else _choose_fix(tested, settings),
        code="" if passed else "doctor.sample.failed",
    )
    for violation in tested.violations[:_MAX_LISTED]:
        yield Diagnosis(
            subject=f"{TEST_RUNNER.title} {violation.document} {violation.where}".rstrip(),
            state="fault",
            what=violation.what,
            code=violation.code,
        )


def _describe_run(tested: TestRunnerResult) -> Iterator[str]:
    outcome = tested.outcome
    yield tested.ending.value
    if outcome.exit_status:
        yield f"exit status {outcome.exit_status}"
    yield f"{outcome.wall_seconds:.2f} s"
    if outcome.peak_memory_bytes is not None:
        yield f"{outcome.peak_memory_bytes / MIB:.0f} MiB"
    results = tested.results
    if results is None:
        if line := _find_key_line(outcome.stderr or outcome.stdout):
            yield f"it said: {line}"
        return
    passed = sum(test.status is ResultStatus.PASS for test in results.tests)
    yield f"{results.status}, {passed} of {len(results.tests)} tests passed"
    if results.message:
        yield f"it said: {_find_key_line(results.message.encode())}"


def _find_key_line(written: bytes) -> str:
    """Return the most informative line: many runtimes write more below the error."""
    lines = [line.strip() for line in written.decode(errors="replace").splitlines()]
    lines = [line for line in lines if any(map(str.isalnum, line))]
    telling = [line for line in lines if "error" in line.lower()]
    return (telling or lines or [""])[-1][:_MAXIMUM_SAID]


def _choose_fix(tested: TestRunnerResult, settings: ToolSettings) -> str:
    table = f"[{TEST_RUNNER.table}.{settings.name}] of kriterion.toml"
    match tested.ending:
        case ToolEnding.MISSING if not settings.one_directory:
            return f"one_directory = true in {table}, if it writes where the solution is"
        case ToolEnding.TIMEOUT:
            return f"time_limit = SECONDS in {table} gives it longer"
        case ToolEnding.MEMORY_LIMIT:
            return f"memory_limit = BYTES in {table} gives it more"
    image = f'[images."{settings.image}"]' if settings.image else "an image of its own"
    return f"what it needs must be in {image} of kriterion.toml: readable, path, variables"
