"""Rules as a teacher writes them, and what comes of them on a piece of code."""

from collections.abc import Collection, Mapping

import tree_sitter

from kriterion_tools.analyzer.engine.analysing import AnalysisResult, analyse
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.rulebook import Rulebook, build_rulebook
from kriterion_tools.analyzer.source import Source
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment
from kriterion_tools.grammars import find_grammar


def build_book(*texts: str, language: str = "python", slug: str = "two-fer") -> Rulebook:
    """Return a rulebook of only these files; later ones take precedence."""
    files, faults = [], []
    for number, text in enumerate(texts):
        file, messages = read_rules(text, f"{number}.yaml")
        faults += messages
        files += [] if file is None else [file]
    return build_rulebook(files, language, slug, faults)


def analyse_code(
    book: Rulebook,
    code: str | Mapping[str, str],
    *,
    language: str = "python",
    earlier: Collection[str] = (),
) -> AnalysisResult:
    """The analysis of a solution of one file, or of several."""
    files = {"two_fer.py": code} if isinstance(code, str) else code
    return analyse({path: text.encode() for path, text in files.items()}, language, book, earlier)


def list_comments(
    book: Rulebook, code: str | Mapping[str, str], **more: Collection[str]
) -> list[str]:
    """The pointers of the comments on a Python solution, in order."""
    return [
        selected.pointer
        for selected in analyse_code(book, code, earlier=more.get("earlier", ())).analysis.comments
    ]


def get_comment(book: Rulebook, code: str, language: str = "python") -> Comment:
    """The only comment on a piece of code."""
    (only,) = analyse_code(book, {"a": code}, language=language).analysis.comments
    return only


def make_source(code: str, language: str) -> Source:
    """A file with that code."""
    content = code.encode()
    root = tree_sitter.Parser(find_grammar(language)).parse(content).root_node
    return Source(path="a", language=language, text=code, content=content, root=root)
