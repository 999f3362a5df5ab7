"""A solution's representation: what is left of it when what does not matter is gone."""

import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from kriterion.contracts.exercism_representer.files import MAXIMUM_CHARACTERS
from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.toolbox.representer.language import Language, Source
from kriterion.toolbox.representer.names import mark_names
from kriterion.toolbox.representer.ordering import put_in_order
from kriterion.toolbox.representer.placeholders import put_placeholders
from kriterion.toolbox.representer.printing import render
from kriterion.toolbox.representer.reading import read
from kriterion.toolbox.representer.tree import Node, leaf
from kriterion.toolbox.solution.refusal import Refusal
from kriterion.toolbox.solution.texts import read_texts

VERSION = 2  # of the engine, raised with every change to it that changes a representation
VERSIONS_PER_ENGINE = 1000  # that the tables may have

_WORD = re.compile(r"\w+")


def represent(files: Mapping[str, bytes], language: Language) -> Representation | Refusal:
    """The representation of a solution's files (path → content), or why there is none."""
    root = tree(files, language)
    if isinstance(root, Refusal):
        return root
    mapping = put_placeholders(root)
    text = render(root)
    if len(text) > MAXIMUM_CHARACTERS:
        return Refusal(f"the representation would be longer than {MAXIMUM_CHARACTERS:,} characters")
    return Representation(text=text, mapping=mapping, version=version(language))


def version(language: Language) -> int:
    """The version of a language's representations: it changes with the engine and the table."""
    return VERSION * VERSIONS_PER_ENGINE + language.version


def tree(files: Mapping[str, bytes], language: Language) -> Node | Refusal:
    """The normalised tree of a solution, with its names marked, before they are replaced."""
    texts = read_texts(files)
    if isinstance(texts, Refusal):
        return texts
    source = Source(
        words=frozenset().union(*(_WORD.findall(text) for text in texts.values())),
        modules=frozenset(PurePosixPath(path).stem for path in texts),
    )
    root = Node("solution")
    for path, text in sorted(texts.items()):
        file = read(language.prepared(text).encode(), path, language, source)
        if isinstance(file, Refusal):
            return file
        root.children.append(file)
    _join(root, sorted(texts), language)
    mark_names(root, language, source)
    put_in_order(root, language)
    return root.children[0] if len(root.children) == 1 else root


def _join(root: Node, paths: list[str], language: Language) -> None:
    """Several files are one module, or each has its path in front of it."""
    if len(root.children) < 2:
        return
    if language.files_are_one:
        children = [child for file in root.children for child in file.children]
        module = root.children[0]
        module.children = _without_repetitions(children, language.once)
        root.children = [module]
        return
    for file, path in zip(root.children, paths, strict=True):
        file.children.insert(0, leaf("path", path))


def _without_repetitions(nodes: list[Node], kinds: Collection[str]) -> list[Node]:
    """The nodes, those of these kinds only once each."""
    first: dict[str, Node] = {}
    for node in nodes:
        if node.kind in kinds:
            first.setdefault(render(node), node)
    return [node for node in nodes if node.kind not in kinds or first[render(node)] is node]
