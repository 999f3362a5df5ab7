"""How long it takes to represent a solution: behind the contract, and many in one process.

With KRITERION_REFERENCES the solutions are public ones. With KRITERION_REPRESENTERS, the directory
with Exercism's own representers installed (docs/representers.md), those run beside ours.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.toolbox.representer import program
from kriterion.toolbox.representer.languages import load_language
from kriterion.toolbox.representer.program import represent_directory
from kriterion.toolbox.representer.represent import represent
from kriterion.toolbox.solution.languages import SUFFIXES

ROUNDS = 11
MANY = (1_000, 10_000)
_OURS = Path(program.__file__).parent / "bin" / "run.sh"
_FIXTURES = Path(__file__).parents[1] / "tests" / "toolbox" / "representer" / "fixtures"
_PYTHON = "def two_fer(name='you'):\n    return f'One for {name}, one for me.'\n"
_JAVASCRIPT = "export const twoFer = (name = 'you') => `One for ${name}, one for me.`;\n"


def main() -> None:
    representers = Path(os.environ.get("KRITERION_REPRESENTERS", "nowhere"))
    references = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
    _cold("python", "two_fer.py", _PYTHON, representers)
    _cold("javascript", "two-fer.js", _JAVASCRIPT, representers)
    for name in SUFFIXES:
        _batch(name)
    solutions = references / "exercism+javascript-analyzer" / "test" / "fixtures" / "two-fer"
    if solutions.is_dir():
        _public(sorted(solutions.iterdir()), representers)


def _cold(language: str, name: str, source: str, representers: Path) -> None:
    """One solution behind the contract, ours and theirs in turn."""
    commands: dict[str, tuple[str, ...]] = {"ours": (str(_OURS),)}
    public = representers / f"{language}-representer"
    if public.is_dir():
        commands["theirs"] = ("sh", "bin/run.sh")
    with tempfile.TemporaryDirectory() as place:
        given, output = Path(place) / "in", Path(place) / "out"
        (given / ".meta").mkdir(parents=True)
        output.mkdir()
        (given / name).write_text(source)
        configuration = {"files": {"solution": [name], "test": [], "example": []}}
        (given / ".meta" / "config.json").write_text(json.dumps(configuration))
        times: dict[str, list[float]] = {whose: [] for whose in commands}
        for _ in range(ROUNDS):
            for whose, command in commands.items():
                started = time.perf_counter()
                subprocess.run(
                    (*command, "two-fer", f"{given}/", f"{output}/"),
                    cwd=public if whose == "theirs" else place,
                    env=_environment(representers if whose == "theirs" else None),
                    check=True,
                    capture_output=True,
                )
                times[whose].append((time.perf_counter() - started) * 1000)
    medians = {whose: statistics.median(each) for whose, each in times.items()}
    ratio = f", {medians['theirs'] / medians['ours']:.1f} ×" if "theirs" in medians else ""
    told = ", ".join(f"{whose} {median:.0f} ms" for whose, median in medians.items())
    print(f"{language}, cold: {told}{ratio}; medians of {ROUNDS}", flush=True)


def _environment(representers: Path | None) -> Mapping[str, str]:
    """What runs a representer: for ours this Python, for theirs the one they are installed with."""
    first = Path(sys.executable).parent if representers is None else representers / "python" / "bin"
    return {**os.environ, "PATH": f"{first}:{os.environ['PATH']}"}


def _batch(name: str) -> None:
    """Many solutions in one process: the fixtures, over and over."""
    language = load_language(name)
    sources = [one.read_bytes() for one in sorted((_FIXTURES / name).glob("*"))]
    if language is None or not sources:
        return
    rates = []
    for count in MANY:
        started = time.perf_counter()
        for number in range(count):
            found = represent({"solution": sources[number % len(sources)]}, language)
            assert isinstance(found, Representation)
        rates.append(count / (time.perf_counter() - started))
    size = statistics.mean(map(len, sources))
    told = ", ".join(f"{count:,}: {rate:,.0f}/s" for count, rate in zip(MANY, rates, strict=True))
    print(f"{name}, one process, {size:,.0f} bytes each: {told}", flush=True)


def _public(directories: Sequence[Path], representers: Path) -> None:
    started = time.perf_counter()
    for directory in directories:
        represent_directory("two-fer", directory)
    ours = len(directories) / (time.perf_counter() - started)
    told = f"ours {ours:,.0f}/s"
    public = representers / "javascript-representer"
    if public.is_dir():
        batch = Path(__file__).parent / "javascript_representer.cjs"
        done = subprocess.run(
            ("node", "-r", "esm", str(batch), str(public), "two-fer"),
            input="\n".join(map(str, directories)),
            cwd=public,
            capture_output=True,
            text=True,
            check=True,
        )
        theirs = 1000 * len(directories) / json.loads(done.stdout)["milliseconds"]
        told += f", theirs {theirs:,.0f}/s"
    print(f"javascript, {len(directories)} public solutions in one process: {told}")
