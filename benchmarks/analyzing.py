"""How long it takes to analyze a solution: behind the contract, and many in one process.

With KRITERION_ANALYZERS, the directory that Exercism's own analyzers are installed in
(docs/analyzers.md), those run beside ours.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kriterion.toolbox.analyzer import program
from kriterion.toolbox.analyzer.engine.analysing import analyse
from kriterion.toolbox.analyzer.engine.rule import Lint
from kriterion.toolbox.analyzer.engine.rulebook import SHIPPED, Rulebook, load_rulebook

ROUNDS = 11
LANGUAGES = ("python", "javascript", "java", "ocaml")
RULES = (50, 100, 200, 400)
MANY = (250, 1_000, 4_000)
_OURS = Path(program.__file__).parent / "bin" / "run.sh"
_FIXTURES = Path(__file__).parents[1] / "tests" / "toolbox" / "representer" / "fixtures"
_PYTHON = "def two_fer(name='you'):\n    return f'One for {name}, one for me.'\n"
_JAVASCRIPT = "export const twoFer = (name = 'you') => `One for ${name}, one for me.`;\n"
_ID = re.compile(r"(?m)^( *-? *id: )([a-z0-9-]+)")


def main() -> None:
    analyzers = Path(os.environ.get("KRITERION_ANALYZERS", "nowhere"))
    _cold("python", "two_fer.py", _PYTHON, analyzers)
    _cold("javascript", "two-fer.js", _JAVASCRIPT, analyzers)
    for language in LANGUAGES:
        _batch(language)


def _cold(language: str, name: str, source: str, analyzers: Path) -> None:
    """One solution behind the contract, ours and theirs in turn."""
    commands: dict[str, tuple[str, ...]] = {"ours": (str(_OURS),)}
    public = analyzers / f"{language}-analyzer"
    if public.is_dir():
        commands["theirs"] = (*_in_place(public, analyzers), "sh", "bin/run.sh")
    with tempfile.TemporaryDirectory() as place:
        given = Path(place) / "in"
        (given / ".meta").mkdir(parents=True)
        (given / name).write_text(source)
        # Theirs fails when no test is named.
        configuration = {"files": {"solution": [name], "test": ["test"], "example": []}}
        (given / ".meta" / "config.json").write_text(json.dumps(configuration))
        times: dict[str, list[float]] = {whose: [] for whose in commands}
        for _ in range(ROUNDS):
            for whose, command in commands.items():
                # Some write where the solution is, whatever they are told.
                started = time.perf_counter()
                subprocess.run(
                    (*command, "two-fer", f"{given}/", f"{given}/"),
                    cwd=public if whose == "theirs" else place,
                    env=_environment(analyzers if whose == "theirs" else None),
                    check=True,
                    capture_output=True,
                )
                times[whose].append((time.perf_counter() - started) * 1000)
                assert (given / "analysis.json").is_file()
                (given / "analysis.json").unlink()
    medians = {whose: statistics.median(each) for whose, each in times.items()}
    ratio = f", {medians['theirs'] / medians['ours']:.1f} ×" if "theirs" in medians else ""
    told = ", ".join(f"{whose} {median:.0f} ms" for whose, median in medians.items())
    print(f"{language}, cold: {told}{ratio}; medians of {ROUNDS}", flush=True)


def _in_place(public: Path, analyzers: Path) -> tuple[str, ...]:
    """What shows an analyzer where it expects to be; it takes a few milliseconds of theirs."""
    around = ("bwrap", "--dev-bind", "/", "/", "--tmpfs", "/opt")
    return (*around, *_bound(analyzers, analyzers), *_bound(public, Path("/opt/analyzer")))


def _bound(source: Path, target: Path) -> tuple[str, ...]:
    return ("--bind", str(source), str(target))


def _environment(analyzers: Path | None) -> Mapping[str, str]:
    """What runs an analyzer: for ours this Python, for theirs the one they are installed with."""
    first = Path(sys.executable).parent if analyzers is None else analyzers / "python" / "bin"
    return {**os.environ, "PATH": f"{first}:{os.environ['PATH']}"}


def _batch(language: str) -> None:
    """Many solutions in one process, by the number of rules and by that of solutions."""
    sources = [one.read_bytes() for one in sorted((_FIXTURES / language).glob("*"))]
    size = statistics.mean(map(len, sources))
    by_rules = {
        count: 500 / _seconds(language, sources, _book(language, count), 500) for count in RULES
    }
    told = ", ".join(f"{count} rules: {rate:,.0f}/s" for count, rate in by_rules.items())
    print(f"{language}, one process, {size:,.0f} bytes each: {told}", flush=True)
    book = _book(language, 200)
    by_count = {count: count / _seconds(language, sources, book, count) for count in MANY}
    told = ", ".join(f"{count:,}: {rate:,.0f}/s" for count, rate in by_count.items())
    print(f"{language}, 200 rules, solutions: {told}", flush=True)


def _seconds(language: str, sources: list[bytes], book: Rulebook, count: int) -> float:
    """Of computing, so that a busy machine does not count."""
    analyse({"solution": sources[0]}, language, book)
    started = time.process_time()
    for number in range(count):
        found = analyse({"solution": sources[number % len(sources)]}, language, book)
        assert found.analysis.summary is None
    return time.process_time() - started


def _book(language: str, count: int) -> Rulebook:
    """So many of our rules for a language, over and over under other names; without the linter,
    which is a process for each solution."""
    text = (SHIPPED / language / "general.yaml").read_text(encoding="utf-8")
    book = load_rulebook(language, "none")
    for copy in range(1, count):
        if len(_patterns(book)) >= count:
            break
        named = [(f"{n}.yaml", _ID.sub(rf"\1\2-{n}", text)) for n in range(copy)]
        book = load_rulebook(language, "none", named)
    kept = frozenset(_patterns(book)[:count])
    stages = tuple(
        (stage, tuple(rule for rule in rules if rule in kept)) for stage, rules in book.stages
    )
    return replace(book, stages=stages)


def _patterns(book: Rulebook) -> list[object]:
    return [rule for rule in book.rules if not isinstance(rule.matcher, Lint)]
