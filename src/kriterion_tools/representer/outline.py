"""`python -m kriterion_tools.representer.outline FILE`: print a file's parse tree.

For authors of a language's table.
"""

import sys
from importlib import import_module
from pathlib import Path

import tree_sitter

from kriterion_tools.representer.languages import load_language
from kriterion_tools.solution.languages import languages_of


def outline(content: bytes, grammar: tuple[str, str]) -> str:
    """Return one line per node: field, kind, and the text of leaves; tokens are in quotes."""
    module, function = grammar
    parser = tree_sitter.Parser(tree_sitter.Language(getattr(import_module(module), function)()))
    cursor = parser.parse(content).walk()
    lines = []
    while True:
        node = cursor.node
        assert node is not None
        field = f"{cursor.field_name}: " if cursor.field_name else ""
        kind = node.type if node.is_named else f'"{node.type}"'
        text = (
            f" {node.text.decode()!r}"
            if node.is_named and node.text and not node.child_count
            else ""
        )
        lines.append(f"{'  ' * cursor.depth}{field}{kind}{text}")
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return "\n".join(lines)


if __name__ == "__main__":
    (path,) = sys.argv[1:]
    language = load_language(next(iter(languages_of(path)), ""))
    if language is None:
        sys.exit(f"{path}: there is no table for files with this suffix")
    print(outline(Path(path).read_bytes(), language.grammar))
