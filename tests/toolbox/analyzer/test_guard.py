"""Whatever an analysis meets, there is an answer."""

import ctypes
import faulthandler
import json
import mmap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.analysing import AnalysisResult
from kriterion_tools.analyzer.guard import MEMORY_BYTES, write_guarded
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis


def _read_summary(output: Path) -> str:
    return str(json.loads((output / "analysis.json").read_bytes()).get("summary"))


def test_an_analysis_is_written(tmp_path: Path) -> None:
    work = AnalysisResult(
        analysis=Analysis(summary="Fine."), tags=("construct:if",), log=("a", "b")
    )
    write_guarded(lambda: work, tmp_path / "new" / "out")
    output = tmp_path / "new" / "out"
    assert _read_summary(output) == "Fine."
    assert json.loads((output / "tags.json").read_bytes()) == {"tags": ["construct:if"]}
    assert (output / "analysis.out").read_text() == "a\nb\n"


def _loop_for_ever() -> AnalysisResult:
    while True:
        time.sleep(1)


def _use_too_much_memory() -> AnalysisResult:
    return AnalysisResult(analysis=Analysis(summary=str(len(bytearray(2 * MEMORY_BYTES)))))


def _crash() -> AnalysisResult:
    faulthandler.disable()  # of pytest, which would tell at length
    ctypes.string_at(0)
    raise AssertionError


def _raise_value_error() -> AnalysisResult:
    raise ValueError("this is meant to be seen in a test")


@pytest.mark.parametrize(
    ("work", "seconds", "text"),
    [
        (_loop_for_ever, 0.2, "it took longer than 0.2 seconds"),
        (_use_too_much_memory, 60, "it needs more than 1,024 MB of memory"),
        (_crash, 60, "it was ended by signal 11"),
        (_raise_value_error, 60, "the analyzer has a fault"),
    ],
)
def test_an_aborted_analysis_is_answered(
    work: Callable[[], AnalysisResult], seconds: float, text: str, tmp_path: Path
) -> None:
    write_guarded(work, tmp_path, seconds=seconds)
    assert _read_summary(
        tmp_path
    ) == f"There are no comments: the analysis was given up: {text}" + (
        ", which it reports on its standard error" if work is _raise_value_error else ""
    )
    assert json.loads((tmp_path / "tags.json").read_bytes()) == {"tags": []}


@pytest.mark.long(reason="allocates much memory")
def test_memory_used_before_does_not_count(tmp_path: Path) -> None:
    def work() -> AnalysisResult:
        return AnalysisResult(analysis=Analysis(summary=str(len(bytearray(MEMORY_BYTES // 2)))))

    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    with mmap.mmap(-1, 4 * MEMORY_BYTES, flags=flags, prot=mmap.PROT_READ):
        write_guarded(work, tmp_path)
    assert _read_summary(tmp_path) == str(MEMORY_BYTES // 2)


def test_an_unwritable_output_raises_without_a_traceback(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "analysis.json").mkdir()
    with pytest.raises(IsADirectoryError):
        write_guarded(lambda: AnalysisResult(analysis=Analysis()), tmp_path)
    assert capfd.readouterr().err == ""
