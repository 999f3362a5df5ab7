"""Run an analysis in a child process with limits on time and memory.

Hostile solutions and teachers' rules need this: a query or a pattern that never ends cannot be
interrupted from within its process, and no stack is deep enough for every input.
"""

import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from kriterion_tools.analyzer.analyzer_program import write_files
from kriterion_tools.analyzer.engine.analysing import AnalysisResult, refuse_solution
from kriterion_tools.solution.unusable import UnusableSolution

SECONDS = 18.0  # Exercism allows 20
MEMORY_BYTES = 1024**3  # on top of what the process uses when the analysis starts

_DONE, _BROKEN, _NO_MEMORY, _UNWRITTEN = 0, 1, 2, 3


def write_guarded(
    work: Callable[[], AnalysisResult], output: Path, *, seconds: float = SECONDS
) -> None:
    """Analyse in a child process and write the files; if that fails, write the reason as summary.

    Raises OSError when the directory cannot be written.
    """
    output.mkdir(parents=True, exist_ok=True)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os._exit(_run_in_child(work, output))
    os.close(writer)
    # The child's end closes when the child exits, for any reason.
    in_time = bool(select.select([reader], [], [], seconds)[0])
    os.close(reader)
    if not in_time:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != _DONE:
        reason = (
            _describe_failure(status) if in_time else f"it took longer than {seconds:g} seconds"
        )
        write_files(
            refuse_solution(UnusableSolution(f"the analysis was given up: {reason}")), output
        )


def _run_in_child(work: Callable[[], AnalysisResult], output: Path) -> int:
    """Do the work in the child and return its exit status."""
    most = _measure_address_space() + MEMORY_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))  # linters may have a limit of their own
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        analysed = work()
    except MemoryError:
        return _NO_MEMORY
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return _BROKEN
    try:
        write_files(analysed, output)
    except OSError:  # the parent runs into the same error and reports it
        return _UNWRITTEN
    return _DONE


def _measure_address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _describe_failure(status: int) -> str:
    if status == _NO_MEMORY or -status == signal.SIGABRT:
        return f"it needs more than {MEMORY_BYTES // 1024**2:,} MB of memory"
    if status == _UNWRITTEN:
        return "it could not be written"
    if status < 0:
        return f"it was ended by signal {-status}"
    return "the analyzer has a fault, which it reports on its standard error"
