"""Try a test runner on a sample exercise with tests."""

from collections.abc import Iterator

from kriterion.authoring.key_line import find_key_line
from kriterion.authoring.sample_solutions import load_tested_sample
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.doctor.sample_outcome import (
    choose_fix,
    describe_needs,
    describe_resources,
    report_violations,
)
from kriterion.host.doctor.tool_kind import TEST_RUNNER
from kriterion.host.installation import Installation
from kriterion.host.resolution.track_tools import load_track_tool
from kriterion.host.settings import ToolSettings
from kriterion.tools import test_runner
from kriterion.tools.test_runner import PLACE, TestRunnerResult
from kriterion_tools.contracts.exercism_test_runner.solution_results import ResultStatus


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
    fix = choose_fix(tested.ending, settings, table=TEST_RUNNER.table)
    yield Diagnosis(
        subject=subject,
        state="fine" if passed else "fault",
        what=", ".join(_describe_run(tested)),
        fix="" if passed else fix or describe_needs(settings),
        code="" if passed else "doctor.sample.failed",
    )
    yield from report_violations(TEST_RUNNER.title, tested.violations)


def _describe_run(tested: TestRunnerResult) -> Iterator[str]:
    outcome = tested.outcome
    yield tested.ending.value
    yield from describe_resources(
        exit_status=outcome.exit_status,
        wall_seconds=outcome.wall_seconds,
        peak_memory_bytes=outcome.peak_memory_bytes,
    )
    results = tested.results
    if results is None:
        written = outcome.stderr or outcome.stdout
        if line := find_key_line(written.decode(errors="replace")):
            yield f"it said: {line}"
        return
    passed = sum(test.status is ResultStatus.PASS for test in results.tests)
    yield f"{results.status}, {passed} of {len(results.tests)} tests passed"
    if results.message:
        yield f"it said: {find_key_line(results.message)}"
