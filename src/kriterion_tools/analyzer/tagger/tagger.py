"""Find the tags of a solution: its constructs, its techniques, and the library names it uses."""

from collections.abc import Mapping

from kriterion_tools.analyzer.tagger.derived import derive
from kriterion_tools.analyzer.tagger.grammar import Grammar, load_grammar, parse_tags
from kriterion_tools.analyzer.tagger.node_context import get_text
from kriterion_tools.analyzer.tagger.table import Names
from kriterion_tools.analyzer.tagger.tree_walk import Findings, walk
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import MAXIMUM_TAG, MAXIMUM_TAGS
from kriterion_tools.solution.parsing import parse


def find_tags(files: Mapping[str, str], language: str) -> tuple[str, ...]:
    """Return the sorted tags of a solution (path → text); empty for a language without a table.

    A file with syntax errors gets the tags of the parts that parse.
    """
    grammar = load_grammar(language)
    if grammar is None:
        return ()
    findings = Findings()
    for path in sorted(files):
        content = files[path].encode(errors="replace")
        root = parse(content, grammar.parser)
        if root is not None:
            walk(root, grammar, findings)
    if not findings.tags:
        return ()
    things = _find_uses(findings)
    tags = findings.tags | parse_tags(grammar.table.always) | _find_implied(things, grammar)
    for doubtful, others in grammar.table.doubtful.items():
        if not tags.isdisjoint(parse_tags(others)):
            tags -= parse_tags(doubtful)
    tags |= {f"uses:{thing}" for thing in things}
    return tuple(sorted(derive(tags))[:MAXIMUM_TAGS])


def _find_uses(findings: Findings) -> frozenset[str]:
    """Return the library's names that are used. Names that the solution defines do not count."""
    tags = set()
    names = Names(findings.defined, findings.methods, findings.imported)
    for node, library in findings.mentioned:
        if callable(library):
            name = library(node, names)
        else:
            name = get_text(node)
            if name not in library or name in names.defined:
                continue
        if name and name.isprintable() and len(name) + len("uses:") <= MAXIMUM_TAG:
            tags.add(name)
    return frozenset(tags)


def _find_implied(things: frozenset[str], grammar: Grammar) -> frozenset[str]:
    """Return the tags that follow from the library's names."""
    return frozenset().union(*map(grammar.meanings.find_tags, things))
