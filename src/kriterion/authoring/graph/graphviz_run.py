"""Run Graphviz in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from kriterion.errors import MachineError, OperatorError

_PROCESS = "kriterion.authoring.graph.graphviz_process"

# Lays out graphs in Graphviz's language.
Solver = Callable[[Sequence[str]], list[dict[str, Any]]]


class TooLargeForPictureError(OperatorError):
    """A course has too many exercises or arrows for a picture."""

    def __init__(self) -> None:
        what, fix = "the course is too large to be drawn as a picture", "write FILE.dot instead"
        super().__init__(what, fix=fix)


def run_graphviz(
    graphs: Sequence[str], *, cpu_seconds: int = 60, wall_seconds: float = 300.0
) -> list[dict[str, Any]]:
    """Lay out graphs.

    Raises TooLargeForPictureError if they need too much time or memory, MachineError if Graphviz
    fails otherwise.
    """
    command = (sys.executable, "-m", _PROCESS, str(cpu_seconds))
    try:
        ended = subprocess.run(
            command,
            input=json.dumps(list(graphs)).encode(),
            capture_output=True,
            timeout=wall_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        raise MachineError("the machine is too busy to draw a picture") from expired
    said = ended.stderr.decode(errors="replace")
    if ended.returncode < 0 or "memory" in said.lower():  # a signal: too much time, or stack
        raise TooLargeForPictureError
    if ended.returncode:
        raise MachineError(f"Graphviz cannot draw the picture: {said[-500:]}")
    layouts: list[dict[str, Any]] = json.loads(ended.stdout)
    return layouts
