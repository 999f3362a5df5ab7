"""The stages of `make test` and `make test-all`, and the end of their output."""

import re
from itertools import chain, combinations
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression
from hypothesis import settings

from tests import stages
from tests.outcomes import Outcomes, load_outcomes
from tests.skipped import summarise
from tests.stages import LONG, QUICK, STAGES, Result, Stage, list_slowest_files, summarise_stages

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]
MARKERS = ("alone", "browser", LONG, "machine")
COMBINATIONS = list(
    chain.from_iterable(combinations(MARKERS, count) for count in range(len(MARKERS) + 1))
)


def _list_stages(markers: tuple[str, ...], *, everything: bool) -> list[str]:
    return [
        stage.name
        for stage in STAGES
        if Expression.compile(stage.expression(everything=everything)).evaluate(
            lambda name, /, **_: name in markers
        )
    ]


@pytest.mark.parametrize("markers", COMBINATIONS, ids=", ".join)
def test_every_test_is_in_one_stage_and_long_ones_only_in_the_full_run(
    markers: tuple[str, ...],
) -> None:
    everything = _list_stages(markers, everything=True)
    assert len(everything) == 1
    assert _list_stages(markers, everything=False) == ([] if LONG in markers else everything)


def test_stages_select_by_these_markers_only() -> None:
    words = set(re.findall(r"\w+", " ".join(stage.markers for stage in STAGES)))
    assert words - {"and", "not"} <= set(MARKERS)


def test_tests_that_run_alone_have_one_worker_and_no_concurrent_stage() -> None:
    (alone,) = (stage for stage in STAGES if _is_taken_by(stage, "alone"))
    (machine,) = (stage for stage in STAGES if _is_taken_by(stage, "machine"))
    for stage, workers in ((alone, "1"), (machine, "8")):
        arguments = stage.arguments(everything=False, processors=4)
        assert arguments[arguments.index("-n") + 1] == workers


def test_properties_have_fewer_examples_in_the_quick_run_only() -> None:
    quick = f"--hypothesis-profile={QUICK}"
    for stage in STAGES:
        assert quick in stage.arguments(everything=False, processors=2)
        assert quick not in stage.arguments(everything=True, processors=2)
    usual = settings.get_profile("kriterion")
    assert settings.get_profile(QUICK).max_examples < usual.max_examples
    assert settings.get_profile(QUICK).deadline == usual.deadline is None


def _is_taken_by(stage: Stage, marker: str) -> bool:
    return stage.name in _list_stages((marker,), everything=True)


def test_ci_and_make_run_all_stages() -> None:
    assert "make test-all\n" in (ROOT / ".ci" / "run").read_text()
    targets = (ROOT / "Makefile").read_text().split("\n\n")
    (target,) = (target for target in targets if target.startswith("test-all:"))
    assert "scripts/test --all" in target


@pytest.mark.long(reason="runs pytest several times")
@pytest.mark.parametrize("marker", ["alone", LONG])
def test_a_test_that_runs_alone_or_long_says_why(pytester: pytest.Pytester, marker: str) -> None:
    pytester.makeconftest(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.conftest import pytest_collection_modifyitems\n"
    )
    pytester.makeini(f"[pytest]\nmarkers =\n    {marker}\n")
    module = "import pytest\n@pytest.mark.{}{}\ndef test_one(): pass\n"
    pytester.makepyfile(module.format(marker, ""))
    assert f"{marker} has no reason=" in _pytest(pytester)
    pytester.makepyfile(module.format(marker, "(reason='it counts')"))
    assert "1 passed" in _pytest(pytester)


def _pytest(pytester: pytest.Pytester, *words: str) -> str:
    done = pytester.runpytest_subprocess("-p", "no:django", "-p", "no:cacheprovider", *words)
    return f"{done.stdout.str()}{done.stderr.str()}"


@pytest.mark.long(reason="runs pytest with workers")
def test_outcomes_are_counted_across_workers(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        f"import sys\nfrom pathlib import Path\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.outcomes import OutcomesPlugin\n"
        "def pytest_configure(config):\n"
        "    if not hasattr(config, 'workerinput'):\n"
        "        config.pluginmanager.register(OutcomesPlugin(Path('noted')))\n"
    )
    pytester.makepyfile(
        """
        import pytest
        @pytest.fixture
        def broken(): yield; raise ValueError
        def test_fine(): pass
        def test_fine_too(): pass
        def test_wrong(): assert False
        def test_left_broken(broken): pass
        @pytest.mark.skip(reason="no X")
        def test_not_here(): pass
        def test_not_now(): pytest.skip("no Y")
        """
    )
    for words in ((), ("-n", "2")):
        _pytest(pytester, *words)
        outcomes = load_outcomes(pytester.path / "noted")
        assert (outcomes.passed, outcomes.failed) == (3, 2)  # one passed, but its tear-down failed
        assert sorted(reason for _, reason in outcomes.skipped) == ["no X", "no Y"]
        (file,) = outcomes.seconds
        assert file.endswith(".py") and outcomes.seconds[file] > 0


def test_the_files_whose_tests_took_longest_come_first() -> None:
    outcomes = [Outcomes(seconds={"a": 1.0, "b": 2.5}), Outcomes(seconds={"a": 2.0})]
    results = [Result(stage="plain", status=0, seconds=3, outcomes=each) for each in outcomes]
    assert [line.split() for line in list_slowest_files(results)] == [
        ["3.0", "s", "a"],
        ["2.5", "s", "b"],
    ]


def test_an_aborted_run_has_no_outcomes(tmp_path: Path) -> None:
    assert load_outcomes(tmp_path / "nothing") == Outcomes()


def test_each_stage_has_a_summary_line() -> None:
    passed = Result(stage="plain", status=0, seconds=90.0, outcomes=Outcomes(passed=1200))
    some = Outcomes(passed=3, failed=2, skipped=[("a", "b")])
    failed = Result(stage="machine", status=1, seconds=30.0, outcomes=some)
    assert list(summarise_stages([passed, failed])) == [
        "plain     1,200 passed    0 failed     0 skipped    1.5 min  passed",
        "machine       3 passed    2 failed     1 skipped    0.5 min  FAILED",
        "all       1,203 passed    2 failed     1 skipped    2.0 min  FAILED",
    ]


@pytest.mark.parametrize(
    ("statuses", "ran", "status"),
    [
        ([0, 0, 0, 0], 4, 0),
        ([0, 1, 0, 0], 4, 1),
        ([0, 1, 5, 0], 4, 1),
        ([0, 0, 0, 5], 4, 0),
        ([5, 5, 5, 5], 4, 5),
        ([0, 2], 2, 2),
        ([1, 3], 2, 3),
        ([4], 1, 4),
        ([-9], 1, 1),
    ],
)
def test_a_failing_stage_fails_the_run_and_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    statuses: list[int],
    ran: int,
    status: int,
) -> None:
    coming = iter(statuses)
    began = []
    places = set()

    def run_stage(stage: Stage, *, everything: bool, more: list[str], shared: Path) -> Result:
        began.append((everything, more))
        assert shared.is_dir()
        places.add(shared)
        return Result(stage=stage.name, status=next(coming), seconds=1.0, outcomes=Outcomes())

    monkeypatch.setattr(stages, "run_stage", run_stage)
    assert stages.main(["--all", "-x", "tests/web"]) == status
    assert began == [(True, ["-x", "tests/web"])] * ran
    (shared,) = places
    assert not shared.exists()
    output = capsys.readouterr().out
    assert "No test was skipped." in output
    assert len(re.findall(r" min  ", output)) == ran + 1


def test_skipped_tests_are_summarised_by_reason() -> None:
    noted = [
        ("tests/a.py::test_one", "needs X"),
        ("tests/a.py::test_two[b c]", "needs\nX"),
        *((f"tests/{name}.py::test", "needs Y") for name in "edcbf"),
    ]
    assert list(summarise(noted)) == [
        "7 tests were skipped:",
        "     5  needs Y",
        "        in tests/b.py, tests/c.py, tests/d.py and 2 more",
        "     2  needs X",
        "        in tests/a.py",
    ]


def test_a_run_without_skips_says_so() -> None:
    assert list(summarise([])) == ["No test was skipped."]
