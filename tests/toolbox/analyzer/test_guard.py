"""Whatever an analysis meets, there is an answer."""

import ctypes
import faulthandler
import json
import mmap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.analysing import Analysed
from kriterion_tools.analyzer.guard import MEMORY_BYTES, write_guarded
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis


def _summary(output: Path) -> str:
    return str(json.loads((output / "analysis.json").read_bytes()).get("summary"))


def test_an_analysis_is_written(tmp_path: Path) -> None:
    work = Analysed(analysis=Analysis(summary="Fine."), tags=("construct:if",), log=("a", "b"))
    write_guarded(lambda: work, tmp_path / "new" / "out")
    output = tmp_path / "new" / "out"
    assert _summary(output) == "Fine."
    assert json.loads((output / "tags.json").read_bytes()) == {"tags": ["construct:if"]}
    assert (output / "analysis.out").read_text() == "a\nb\n"


def _endless() -> Analysed:
    while True:
        time.sleep(1)


def _greedy() -> Analysed:
    return Analysed(analysis=Analysis(summary=str(len(bytearray(2 * MEMORY_BYTES)))))


def _crashing() -> Analysed:
    faulthandler.disable()  # of pytest, which would tell at length
    ctypes.string_at(0)
    raise AssertionError


def _faulty() -> Analysed:
    raise ValueError("this is meant to be seen in a test")


@pytest.mark.parametrize(
    ("work", "seconds", "said"),
    [
        (_endless, 0.2, "it took longer than 0.2 seconds"),
        (_greedy, 60, "it needs more than 1,024 MB of memory"),
        (_crashing, 60, "it was ended by signal 11"),
        (_faulty, 60, "the analyzer has a fault"),
    ],
)
def test_an_aborted_analysis_is_answered(
    work: Callable[[], Analysed], seconds: float, said: str, tmp_path: Path
) -> None:
    write_guarded(work, tmp_path, seconds=seconds)
    assert _summary(tmp_path) == f"There are no comments: the analysis was given up: {said}" + (
        ", which it reports on its standard error" if work is _faulty else ""
    )
    assert json.loads((tmp_path / "tags.json").read_bytes()) == {"tags": []}


@pytest.mark.long(reason="allocates much memory")
def test_memory_used_before_does_not_count(tmp_path: Path) -> None:
    def work() -> Analysed:
        return Analysed(analysis=Analysis(summary=str(len(bytearray(MEMORY_BYTES // 2)))))

    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    with mmap.mmap(-1, 4 * MEMORY_BYTES, flags=flags, prot=mmap.PROT_READ):
        write_guarded(work, tmp_path)
    assert _summary(tmp_path) == str(MEMORY_BYTES // 2)


def test_an_unwritable_output_raises_without_a_traceback(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "analysis.json").mkdir()
    with pytest.raises(IsADirectoryError):
        write_guarded(lambda: Analysed(analysis=Analysis()), tmp_path)
    assert capfd.readouterr().err == ""
