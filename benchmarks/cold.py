"""How long one solution takes behind Exercism's contract: our tool beside Exercism's own."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROUNDS = 11
SOLUTIONS = {
    "python": (
        "two_fer.py",
        "def two_fer(name='you'):\n    return f'One for {name}, one for me.'\n",
    ),
    "javascript": (
        "two-fer.js",
        "export const twoFer = (name = 'you') => `One for ${name}, one for me.`;\n",
    ),
}


class Starting(NamedTuple):
    """How to start a tool: command, working directory, and the first directory of its PATH."""

    command: Sequence[str]
    workdir: Path | None
    python: Path


def measure_cold(language: str, ours: Path, theirs: Starting | None, *, written: str) -> None:
    """Run ours and theirs alternately on a solution, and print the medians.

    `written` is a file that each must write. The output directory is the solution's: some tools
    write there in any case.
    """
    ways = {"ours": Starting((str(ours),), None, Path(sys.executable).parent)}
    if theirs is not None:
        ways["theirs"] = theirs
    times: dict[str, list[float]] = {whose: [] for whose in ways}
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        _submit_solution(path, *SOLUTIONS[language])
        for number in range(ROUNDS + 1):
            for whose, way in ways.items():
                milliseconds = _measure_milliseconds(way, path)
                (path / written).unlink()
                if number > 0:  # the first run may compile modules
                    times[whose].append(milliseconds)
    medians = {whose: statistics.median(each) for whose, each in times.items()}
    ratio = f", {medians['theirs'] / medians['ours']:.1f} ×" if theirs is not None else ""
    text = ", ".join(f"{whose} {median:.0f} ms" for whose, median in medians.items())
    print(f"{language}, cold: {text}{ratio}; medians of {ROUNDS}", flush=True)


def _submit_solution(directory: Path, name: str, source: str) -> None:
    """Lay out a solution as Exercism does."""
    (directory / ".meta").mkdir()
    (directory / name).write_text(source)
    # Some of their tools fail when no test is named.
    configuration = {"files": {"solution": [name], "test": ["test"], "example": []}}
    (directory / ".meta" / "config.json").write_text(json.dumps(configuration))


def _measure_milliseconds(way: Starting, directory: Path) -> float:
    # An installation has compiled modules.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment: Mapping[str, str] = {**kept, "PATH": f"{way.python}:{os.environ['PATH']}"}
    started = time.perf_counter()
    subprocess.run(
        (*way.command, "two-fer", f"{directory}/", f"{directory}/"),
        cwd=way.workdir,
        env=environment,
        check=True,
        capture_output=True,
    )
    return (time.perf_counter() - started) * 1000
