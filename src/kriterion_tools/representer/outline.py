"""`python -m kriterion_tools.representer.outline FILE`: print a file's parse tree.

For authors of a language's table.
"""

import sys
from pathlib import Path

import tree_sitter

from kriterion_tools.grammars import find_grammar
from kriterion_tools.languages import find_languages_by_suffix


def format_tree(content: bytes, grammar: tree_sitter.Language) -> str:
    """Return one line per node: field, kind, and the text of leaves; tokens are in quotes."""
    cursor = tree_sitter.Parser(grammar).parse(content).walk()
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
    languages = find_languages_by_suffix(path)
    if not languages:
        sys.exit(f"{path}: unknown suffix; see kriterion_tools/languages.py")
    print(format_tree(Path(path).read_bytes(), find_grammar(languages[0])))
