"""The tags of a solution: what it is built of, how it goes about it, what it uses."""

from collections.abc import Mapping

from kriterion.contracts.exercism_analyzer.files import MAXIMUM_TAG, MAXIMUM_TAGS
from kriterion.toolbox.analyzer.tagger.derived import derive
from kriterion.toolbox.analyzer.tagger.grammar import Grammar, load_grammar, tags_in
from kriterion.toolbox.analyzer.tagger.place import text_of
from kriterion.toolbox.analyzer.tagger.table import Names
from kriterion.toolbox.analyzer.tagger.walk import Findings, walk
from kriterion.toolbox.solution.parsing import parse


def tags_of(files: Mapping[str, str], language: str) -> tuple[str, ...]:
    """The tags of a solution (path → text), sorted; none for a language without a table.

    Of a file that is broken, what parses has its tags.
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
    things = _used(findings)
    tags = findings.tags | tags_in(grammar.table.always) | _meant(things, grammar)
    for doubtful, others in grammar.table.doubtful.items():
        if not tags.isdisjoint(tags_in(others)):
            tags -= tags_in(doubtful)
    tags |= {f"uses:{thing}" for thing in things}
    return tuple(sorted(derive(tags))[:MAXIMUM_TAGS])


def _used(findings: Findings) -> frozenset[str]:
    """The library's things that are used; what the solution itself calls so is none."""
    found = set()
    names = Names(findings.defined, findings.methods, findings.imported)
    for node, library in findings.mentioned:
        if callable(library):
            thing = library(node, names)
        else:
            thing = text_of(node)
            if thing not in library or thing in names.defined:
                continue
        if thing and thing.isprintable() and len(thing) + len("uses:") <= MAXIMUM_TAG:
            found.add(thing)
    return frozenset(found)


def _meant(things: frozenset[str], grammar: Grammar) -> frozenset[str]:
    """What follows from what is used."""
    meant: frozenset[str] = frozenset()
    for thing in things:
        for pattern, tags in grammar.meanings:
            if pattern.fullmatch(thing):
                meant |= tags
    return meant
