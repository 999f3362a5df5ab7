"""Analyse a solution: parse its files, run our rules and those of teachers, find its tags."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tree_sitter

from kriterion_tools.analyzer.engine.comment_selection import select_comments
from kriterion_tools.analyzer.engine.rule_search import Finder, list_lint_codes
from kriterion_tools.analyzer.engine.rulebook import Rulebook
from kriterion_tools.analyzer.engine.running import run_rules
from kriterion_tools.analyzer.source import Source
from kriterion_tools.analyzer.tagger import tagger
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis
from kriterion_tools.grammars import find_grammar
from kriterion_tools.linter_catalog import find_linter, find_program
from kriterion_tools.solution.parsing import describe_error, parse
from kriterion_tools.solution.source_texts import read_texts
from kriterion_tools.solution.unusable import UnusableSolution

if TYPE_CHECKING:
    from kriterion_tools.analyzer.findings.linters import Linters

MAXIMUM_NODES = 100_000  # of a file, as the parser counts them
MAXIMUM_DEPTH = 2_000  # of a tree: nested searches visit a node once per level


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalysisResult:
    """The result of an analysis, and log lines for maintainers of rules."""

    analysis: Analysis
    tags: tuple[str, ...] = ()
    log: tuple[str, ...] = ()


def analyse(
    files: Mapping[str, bytes], language: str, book: Rulebook, earlier: Collection[str] = ()
) -> AnalysisResult:
    """Analyse the files of a solution (path → content).

    A solution that cannot be read gets no comments; the summary says why.
    """
    faults = [f"left out: {fault}" for fault in book.faults if fault.grave]
    texts = read_texts(files)
    if isinstance(texts, UnusableSolution):
        return refuse_solution(texts, faults)
    codes = list_lint_codes(book.rules)
    missing = _explain_missing(codes, language)
    linters = _start_linters(texts, [code for code in codes if code not in missing], language)
    sources = _parse_sources(texts, language)
    if isinstance(sources, UnusableSolution):
        if linters:
            linters.stop()
        return refuse_solution(sources, faults)
    lints = {**missing, **(linters.matches() if linters else {})}
    finder = Finder(language, sources, book.rules, lints)
    results = run_rules(book, finder, earlier if any(source.words for source in sources) else ())
    tags = {*results.tags, *tagger.find_tags(texts, language)}
    about = f"{language}, {len(book.rules)} rules: {', '.join(sorted(texts))}"
    return AnalysisResult(
        analysis=Analysis(comments=select_comments(results.comments, results.praise)),
        tags=tuple(sorted(tags)),
        log=(about, *faults, *results.log),
    )


def refuse_solution(refusal: UnusableSolution, log: Collection[str] = ()) -> AnalysisResult:
    """Return the analysis of a solution that cannot be analysed."""
    return AnalysisResult(
        analysis=Analysis(summary=f"There are no comments: {refusal.reason}"),
        log=(refusal.reason, *log),
    )


def _explain_missing(codes: Collection[str], language: str) -> dict[str, str]:
    """Return the codes that no installed linter knows, each with the reason."""
    missing = {}
    installed: dict[str, bool] = {}
    for code in codes:
        linter = find_linter(language, code)
        if linter is None:
            missing[code] = f"no linter of {language} has such a code"
            continue
        if linter.program not in installed:
            installed[linter.program] = find_program(linter.program) is not None
        if not installed[linter.program]:
            missing[code] = f"{linter.name} is not installed"
    return missing


def _start_linters(
    texts: Mapping[str, str], codes: Collection[str], language: str
) -> "Linters | None":
    """Start the linters, if any rule needs them."""
    if not codes:
        return None
    # Modules that start programs are slow to load, and most languages have no linter.
    from kriterion_tools.analyzer.findings.linters import Linters

    return Linters(texts, codes, language)


def _parse_sources(texts: Mapping[str, str], language: str) -> list[Source] | UnusableSolution:
    parser = tree_sitter.Parser(find_grammar(language))
    sources = []
    for path, text in sorted(texts.items()):
        content = text.encode()
        root = parse(content, parser)
        if root is None:
            return UnusableSolution(
                f"{path}: too much of this is not valid {language} for the parser to continue"
            )
        if root.has_error:
            return UnusableSolution(f"{path}:{describe_error(root, language)}")
        if root.descendant_count > MAXIMUM_NODES:
            return UnusableSolution(f"{path}: has more than {MAXIMUM_NODES:,} parts")
        if root.descendant_count > MAXIMUM_DEPTH and _is_deep(root):
            return UnusableSolution(f"{path}: is nested deeper than {MAXIMUM_DEPTH:,} times")
        sources.append(Source(path=path, language=language, text=text, content=content, root=root))
    return sources


def _is_deep(root: tree_sitter.Node) -> bool:
    """Whether a tree is too deep. Does not recurse."""
    cursor, depth = root.walk(), 0
    while True:
        if cursor.goto_first_child():
            depth += 1
            if depth > MAXIMUM_DEPTH:
                return True
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
            depth -= 1
