"""Parsing with tree-sitter within a bounded time."""

import time

import tree_sitter

SMALL = 20_000  # bytes; any content of that size parses within half a second
PATIENCE = 10.0  # CPU seconds, so that the load of the machine does not change the result
PATIENCE_WITH_ERRORS = 2.0


def parse(content: bytes, parser: tree_sitter.Parser) -> tree_sitter.Node | None:
    """Return the root of the parse tree, or None if parsing takes too long.

    Only content that hardly resembles a program takes that long.
    """
    if len(content) <= SMALL:
        return parser.parse(content).root_node
    started = time.process_time()

    def is_lost(_: int, has_error: bool) -> bool:
        spent = time.process_time() - started
        return spent > (PATIENCE_WITH_ERRORS if has_error else PATIENCE)

    view = memoryview(content)
    is_parsed = False

    def read(at: int, _: object) -> bytes | memoryview:
        # The parser may request very many pieces, and the binding (0.26) leaks those of type bytes.
        # After parsing, nodes read their text through this function, and need bytes.
        piece = view[at : at + SMALL]
        return bytes(piece) if is_parsed else piece

    try:
        tree = parser.parse(read, progress_callback=is_lost)
    except ValueError:  # raised by the binding if the callback stops the parser
        parser.reset()
        return None
    is_parsed = True
    return tree.root_node


def describe_error(root: tree_sitter.Node, language: str) -> str:
    """Describe the first error of a tree that has one, after the line of its place.

    The grammars lack a few things that compilers accept, so the code may be correct.
    """
    line = find_first_error_line(root)
    return f"{line}: syntax error, or newer or rarer {language} than the parser knows"


def find_first_error_line(root: tree_sitter.Node) -> int:
    """Return the line of the first error, from 1."""
    node = root
    while not node.is_error and not node.is_missing:
        child = next(
            (sibling for sibling in node.children if sibling.has_error or sibling.is_missing), None
        )
        if child is None:
            break
        node = child
    return node.start_point[0] + 1
