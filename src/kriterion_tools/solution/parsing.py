"""Source text parsed by tree-sitter, within a time that anybody can wait for."""

import time

import tree_sitter

SMALL = 20_000  # bytes that are parsed in half a second, whatever they are
PATIENCE = 10.0  # seconds of computing: a busy machine changes no answer
PATIENCE_WITH_ERRORS = 2.0


def parse(content: bytes, parser: tree_sitter.Parser) -> tree_sitter.Node | None:
    """The parser's tree; None when it takes too long, as it may with what is no program at all."""
    if len(content) <= SMALL:
        return parser.parse(content).root_node
    started = time.process_time()

    def is_lost(_: int, has_error: bool) -> bool:
        spent = time.process_time() - started
        return spent > (PATIENCE_WITH_ERRORS if has_error else PATIENCE)

    view = memoryview(content)
    is_parsed = False

    def read(at: int, _: object) -> bytes | memoryview:
        # The parser may take very many pieces, and the binding (0.26) never gives one of bytes
        # back. Nodes ask for their texts by the same way, and these must be bytes.
        piece = view[at : at + SMALL]
        return bytes(piece) if is_parsed else piece

    try:
        tree = parser.parse(read, progress_callback=is_lost)
    except ValueError:  # as the parser says that it was stopped
        parser.reset()
        return None
    is_parsed = True
    return tree.root_node


def first_error_line(root: tree_sitter.Node) -> int:
    """The line of the first thing that is wrong: down where the errors are, in order."""
    node = root
    while not node.is_error and not node.is_missing:
        wrong = next((one for one in node.children if one.has_error or one.is_missing), None)
        if wrong is None:
            break
        node = wrong
    return node.start_point[0] + 1
