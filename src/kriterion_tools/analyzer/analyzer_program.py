"""The analyzer behind Exercism's contract: SLUG INPUT/ OUTPUT/, three files and exit status 0.

Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md. Our extensions:
`.meta/earlier.json` lists the comments this student received before, and `.meta/analyzer/` holds
teachers' rules.
"""

import json
from collections.abc import Collection, Sequence
from pathlib import Path

from kriterion_tools.analyzer.engine.analysing import AnalysisResult, analyse, refuse_solution
from kriterion_tools.analyzer.engine.shipped import load_rulebook, load_texts
from kriterion_tools.contracts.exercism_analyzer.analysis_writer import write_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import DEBUG
from kriterion_tools.solution.solution_files import Solution, load_named_files, load_solution
from kriterion_tools.solution.unusable import UnusableSolution

RULES = Path(".meta") / "analyzer"
SHARED = RULES / "shared"  # rules that the operator adds to all exercises
EARLIER = Path(".meta") / "earlier.json"
MAXIMUM_BYTES = 1_000_000  # read from the file of earlier comments


def analyse_directory(
    slug: str,
    directory: Path,
    language: str | None = None,
    *,
    rules: Sequence[Path] = (),
    earlier: Path | None = None,
) -> AnalysisResult:
    """Analyse the solution in `directory`. `rules` are further directories with teachers' rules."""
    solution = load_solution(slug, directory, language)
    texts = [text for place in rules for text in load_texts(place)]
    texts += load_texts(directory / SHARED) + load_texts(directory / RULES, deep=False)
    return _analyse_solution(slug, solution, texts, earlier or directory / EARLIER)


def analyse_named_files(
    slug: str,
    paths: Sequence[Path],
    language: str | None = None,
    *,
    rules: Sequence[Path] = (),
    earlier: Path | None = None,
) -> AnalysisResult:
    """Analyse the solution that consists of these files."""
    solution = load_named_files(paths, language)
    texts = [text for place in rules for text in load_texts(place)]
    return _analyse_solution(slug, solution, texts, earlier)


def _analyse_solution(
    slug: str,
    solution: Solution | UnusableSolution,
    teachers_rules: Sequence[tuple[str, str]],
    earlier: Path | None,
) -> AnalysisResult:
    if isinstance(solution, UnusableSolution):
        return refuse_solution(solution)
    book = load_rulebook(solution.language, slug, tuple(teachers_rules))
    before = frozenset() if earlier is None else load_earlier(earlier)
    return analyse(solution.files, solution.language, book, before)


def load_earlier(file: Path) -> Collection[str]:
    """Return the pointers of the comments on a student's last submissions; empty if unreadable."""
    try:
        with file.open("rb") as opened:
            document = json.loads(opened.read(MAXIMUM_BYTES))
        return frozenset(str(pointer) for pointer in document["comments"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()


def write_files(analysed: AnalysisResult, output: Path) -> None:
    """Write the files of the contract to an existing directory."""
    files = write_output(analysed.analysis, analysed.tags)
    files[DEBUG] = "".join(f"{line}\n" for line in analysed.log).encode("utf-8", "replace")
    for name, content in files.items():
        (output / name).write_bytes(content)
