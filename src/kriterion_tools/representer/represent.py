"""Represent a solution: drop what does not matter and normalise the rest."""

from collections.abc import Collection, Mapping

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representer_files import MAXIMUM_CHARACTERS
from kriterion_tools.representer.chosen_names import mark_names
from kriterion_tools.representer.language import Language
from kriterion_tools.representer.ordering import sort_definitions
from kriterion_tools.representer.placeholders import insert_placeholders
from kriterion_tools.representer.printing import render
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords
from kriterion_tools.representer.tree_conversion import read_file
from kriterion_tools.solution.source_texts import read_texts
from kriterion_tools.solution.unusable import UnusableSolution

VERSION = 5  # of the engine; raise it with every change that changes a representation
VERSIONS_PER_ENGINE = 1000
BY_SPELLING = 500  # added to the version of such representations; a table's must be below this


def represent(
    files: Mapping[str, bytes], language: Language, *, by_spelling: bool = False
) -> Representation | UnusableSolution:
    """Represent a solution's files (path → content), or return why that is impossible.

    With `by_spelling`, equal names get one placeholder, whatever their scope.
    """
    root = build_tree(files, language, by_spelling=by_spelling)
    if isinstance(root, UnusableSolution):
        return root
    mapping = insert_placeholders(root)
    text = render(root)
    if len(text) > MAXIMUM_CHARACTERS:
        return UnusableSolution(
            f"the representation would be longer than {MAXIMUM_CHARACTERS:,} characters"
        )
    version = combine_versions(language) + BY_SPELLING * by_spelling
    return Representation(text=text, mapping=mapping, version=version, by_scope=not by_spelling)


def combine_versions(language: Language) -> int:
    """Return the version of a language's representations, from engine and table."""
    return VERSION * VERSIONS_PER_ENGINE + language.version


def build_tree(
    files: Mapping[str, bytes], language: Language, *, by_spelling: bool = False
) -> Node | UnusableSolution:
    """Return the normalised tree of a solution, with its names marked but not yet replaced."""
    texts = read_texts(files)
    if isinstance(texts, UnusableSolution):
        return texts
    source = SolutionWords(texts, has_macros=language.has_macros)
    root = Node("solution")
    for path, text in sorted(texts.items()):
        file = read_file(language.prepare(text).encode(), path, language, source)
        if isinstance(file, UnusableSolution):
            return file
        root.children.append(file)
    _join_files(root, sorted(texts), language)
    mark_names(root, language, source, by_scope=not by_spelling)
    if not language.order_readers or language.order_readers.isdisjoint(source.words):
        sort_definitions(root, language)
    return root.children[0] if len(root.children) == 1 else root


def _join_files(root: Node, paths: list[str], language: Language) -> None:
    """Join several files into one module, or prefix each with its path."""
    if len(root.children) < 2:
        return
    if language.files_are_one:
        children = [child for file in root.children for child in file.children]
        module = root.children[0]
        module.children = _drop_repetitions(children, language.once)
        root.children = [module]
        return
    for file, path in zip(root.children, paths, strict=True):
        file.children.insert(0, leaf("path", path))


def _drop_repetitions(nodes: list[Node], kinds: Collection[str]) -> list[Node]:
    """Drop all but the first of equal nodes of these kinds."""
    first_by_text: dict[str, Node] = {}
    for node in nodes:
        if node.kind in kinds:
            first_by_text.setdefault(render(node), node)
    return [node for node in nodes if node.kind not in kinds or first_by_text[render(node)] is node]
