"""How long it takes to analyze a solution: behind the contract, and many in one process.

With KRITERION_ANALYZERS, the directory where Exercism's own analyzers are installed
(docs/author/analyzers.md), those run beside ours.
"""

import os
import re
import statistics
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.cold import SOLUTIONS, Starting, measure_cold
from kriterion_tools.analyzer import analyzer_program as program
from kriterion_tools.analyzer.engine.analysing import analyse
from kriterion_tools.analyzer.engine.rule import Lint
from kriterion_tools.analyzer.engine.rulebook import Rulebook
from kriterion_tools.analyzer.engine.shipped import SHIPPED, load_rulebook

LANGUAGES = ("python", "javascript", "java", "ocaml")
RULES = (50, 100, 200, 400)
MANY = (250, 1_000, 4_000)
_OURS = Path(program.__file__).parent / "bin" / "run.sh"
_FIXTURES = Path(__file__).parents[1] / "tests" / "toolbox" / "representer" / "fixtures"
_ID = re.compile(r"(?m)^( *-? *id: )([a-z0-9-]+)")


def main() -> None:
    analyzers = Path(os.environ.get("KRITERION_ANALYZERS", "/nonexistent"))
    for language in SOLUTIONS:
        theirs = _find_public(language, analyzers)
        measure_cold(language, _OURS, theirs, written="analysis.json")
    for language in LANGUAGES:
        _measure_batch(language)


def _find_public(language: str, analyzers: Path) -> Starting | None:
    """Return how to start Exercism's own analyzer, or None if it is not installed."""
    public = analyzers / f"{language}-analyzer"
    if not public.is_dir():
        return None
    command = (*_bind_in_place(public, analyzers), "sh", "bin/run.sh")
    return Starting(command, public, analyzers / "python" / "bin")


def _bind_in_place(public: Path, analyzers: Path) -> tuple[str, ...]:
    """Return a command prefix that mounts an analyzer where it expects to be; costs a few
    milliseconds.
    """
    around = ("bwrap", "--dev-bind", "/", "/", "--tmpfs", "/opt")
    return (*around, *_bind(analyzers, analyzers), *_bind(public, Path("/opt/analyzer")))


def _bind(source: Path, target: Path) -> tuple[str, ...]:
    return ("--bind", str(source), str(target))


def _measure_batch(language: str) -> None:
    """Measure many solutions in one process, by the number of rules and of solutions."""
    sources = [one.read_bytes() for one in sorted((_FIXTURES / language).glob("*"))]
    size = statistics.mean(map(len, sources))
    by_rules = {
        count: 500 / _measure_seconds(language, sources, _make_book(language, count), 500)
        for count in RULES
    }
    text = ", ".join(f"{count} rules: {rate:,.0f}/s" for count, rate in by_rules.items())
    print(f"{language}, one process, {size:,.0f} bytes each: {text}", flush=True)
    book = _make_book(language, 200)
    by_count = {count: count / _measure_seconds(language, sources, book, count) for count in MANY}
    text = ", ".join(f"{count:,}: {rate:,.0f}/s" for count, rate in by_count.items())
    print(f"{language}, 200 rules, solutions: {text}", flush=True)


def _measure_seconds(language: str, sources: list[bytes], book: Rulebook, count: int) -> float:
    """Return CPU seconds, which do not depend on the machine's load."""
    analyse({"solution": sources[0]}, language, book)
    started = time.process_time()
    for number in range(count):
        analysis = analyse({"solution": sources[number % len(sources)]}, language, book)
        assert analysis.analysis.summary is None
    return time.process_time() - started


def _make_book(language: str, count: int) -> Rulebook:
    """Return a rulebook with `count` rules: our rules for a language, repeated under other names,
    without those of the linter, which is a process for each solution.
    """
    text = (SHIPPED / language / "general.yaml").read_text(encoding="utf-8")
    book = load_rulebook(language, "none")
    for copy in range(1, count):
        if len(_list_patterns(book)) >= count:
            break
        named = [(f"{n}.yaml", _ID.sub(rf"\1\2-{n}", text)) for n in range(copy)]
        book = load_rulebook(language, "none", named)
    kept = frozenset(_list_patterns(book)[:count])
    stages = tuple(
        (stage, tuple(rule for rule in rules if rule in kept)) for stage, rules in book.stages
    )
    return replace(book, stages=stages)


def _list_patterns(book: Rulebook) -> list[object]:
    return [rule for rule in book.rules if not isinstance(rule.matcher, Lint)]
