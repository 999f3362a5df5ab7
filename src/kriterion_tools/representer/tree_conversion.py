"""Convert the parser's tree to ours and drop what is redundant on the way."""

import functools
import time
from collections.abc import Collection

import tree_sitter

from kriterion_tools.grammars import find_grammar
from kriterion_tools.representer.bindings import matches_place
from kriterion_tools.representer.language import Language
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords
from kriterion_tools.solution.parsing import describe_error, parse
from kriterion_tools.solution.unusable import UnusableSolution

MAXIMUM_NODES = 1_000_000  # of a file, as counted by the parser
TIMEOUT_SECONDS = 10.0  # of CPU time
MAXIMUM_CHAIN = 100  # links of a chain that are searched for an optional one
CLOCK_INTERVAL = 1000  # nodes between two readings of the clock


def read_file(
    content: bytes, path: str, language: Language, source: SolutionWords
) -> Node | UnusableSolution:
    """Return the tree of one file, or the reason why it cannot be represented."""
    grammar = _load_grammar(language)
    root = parse(content, grammar.parser)
    if root is None:
        return UnusableSolution(
            f"{path}: too much of this is not valid {language.name} for the parser to continue"
        )
    if root.has_error:
        return UnusableSolution(f"{path}:{describe_error(root, language.name)}")
    if root.descendant_count > MAXIMUM_NODES:
        return UnusableSolution(f"{path}: has more than {MAXIMUM_NODES:,} parts")
    tree = _Conversion(content, grammar, source).convert(root)
    if tree is None:
        return UnusableSolution(
            f"{path}: takes longer than {TIMEOUT_SECONDS:g} seconds of processor time to convert"
        )
    return tree


class _Grammar:
    """A language's grammar with its table, indexed by the grammar's kind numbers."""

    def __init__(self, language: Language) -> None:
        grammar = find_grammar(language.name)
        kinds = range(grammar.node_kind_count)
        fields = range(1, grammar.field_count + 1)
        self.language = language
        self.parser = tree_sitter.Parser(grammar)
        self.names = [grammar.node_kind_for_id(number) or "" for number in kinds]
        self.named = [grammar.node_kind_is_named(number) for number in kinds]
        self.fields: dict[int | None, str] = {None: ""}
        self.fields.update((number, grammar.field_name_for_id(number) or "") for number in fields)
        self.dropped = self._select_kinds(language.dropped)
        self.literals = self._select_kinds(language.spellings)
        self.brackets = self._select_tokens(language.brackets)
        self.separators = self._select_tokens(language.separators)
        self.token_parents = self._select_names(language.tokens)
        # In these, white space may matter.
        self.spaced = self._select_names(language.verbatim | language.ended_by_line_end)
        changing = {*language.rewrites, *language.spellings}
        self.changed_leaves = self._select_kinds(changing)
        blocks = {kind for kind, _ in language.blocks}
        self.changed_nodes = self._select_names(
            {*language.rewrites, *language.spliced, *language.transparent, *blocks}
        )

    def _select_kinds(self, kinds: Collection[str]) -> set[int]:
        return {number for number in self._select_names(kinds) if self.named[number]}

    def _select_names(self, names: Collection[str]) -> set[int]:
        return {number for number, name in enumerate(self.names) if name in names}

    def _select_tokens(self, texts: frozenset[str]) -> set[int]:
        return {number for number in self._select_names(texts) if not self.named[number]}


@functools.cache
def _load_grammar(language: Language) -> _Grammar:
    return _Grammar(language)


class _Conversion:
    """The conversion of one file."""

    def __init__(self, content: bytes, grammar: _Grammar, source: SolutionWords) -> None:
        self.content = content
        self.grammar = grammar
        self.language = grammar.language
        self.source = source
        self.opaque = self.language.opaque
        for pattern, places in self.language.opaque_by_text.items():
            if source.matches(pattern):
                self.opaque = {**self.opaque, **places}

    def convert(self, root: tree_sitter.Node) -> Node | None:
        """Build the tree without recursion, so that deep nesting cannot exhaust the stack.

        Return None if it takes too long. Some grammars nest a hundred thousand consecutive
        statements without visible nodes; the cursor then takes as many steps for each of them.

        This loop takes a third of the time of a representation: it looks up once for each parent
        or kind what would otherwise be asked for each child.
        """
        started, node_count = time.process_time(), 0
        grammar, content = self.grammar, self.content
        names, fields, named = grammar.names, grammar.fields, grammar.named
        dropped, literals = grammar.dropped, grammar.literals
        brackets, separators = grammar.brackets, grammar.separators
        changed_leaves, changed_nodes = grammar.changed_leaves, grammar.changed_nodes
        dropped_places = self.language.dropped_places
        if dropped_places and self.language.needs_dropped_places(self.source):
            dropped_places = {}
        ascii_text = content.decode() if content.isascii() else None
        if not root.child_count:
            return Node(names[root.kind_id])
        cursor = root.walk()
        parent = top = Node("", "")
        children = parent.children
        # Of the parent: its kind's number, how far it has been read and where it ends in bytes,
        # whether a separator here is redundant, whether tokens are kept, the places that are not.
        parent_kind, position, parent_end = -1, root.start_byte, 0
        after_item, keeps_tokens = False, False
        unread_places: Collection[str] = ()
        open_nodes: list[tuple[Node, int, int, bool, bool, Collection[str]]] = []
        while True:
            raw = cursor.node
            assert raw is not None
            kind = raw.kind_id
            field = fields[cursor.field_id]
            start, end = raw.byte_range
            if start > position:
                gap = content[position:start]
                if parent_kind in grammar.spaced or not gap.isspace():
                    self._add_gap(parent, gap)
            position = end
            if (kind in dropped and not field) or (kind in brackets and not keeps_tokens):
                pass
            elif kind in separators and after_item and not keeps_tokens:
                after_item = False
            elif unread_places and matches_place(field, unread_places):
                pass
            elif kind in literals or not raw.child_count:
                after_item = named[kind]
                text = ascii_text[start:end] if ascii_text else content[start:end].decode()
                leaf = Node(names[kind], field, text)
                if kind in changed_leaves:
                    self._add_changed_leaf(parent, leaf)
                else:
                    children.append(leaf)
            else:
                node_count += 1
                if (
                    not node_count % CLOCK_INTERVAL
                    and time.process_time() - started > TIMEOUT_SECONDS
                ):
                    return None
                open_nodes.append(
                    (parent, parent_kind, parent_end, after_item, keeps_tokens, unread_places)
                )
                name = names[kind]
                parent = Node(name, field)
                children = parent.children
                parent_kind, position, parent_end = kind, start, end
                after_item, keeps_tokens = False, kind in grammar.token_parents
                unread_places = dropped_places.get(name, ())
                cursor.goto_first_child()
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return top.children[0] if top.children else Node(names[root.kind_id])
                node, kind = parent, parent_kind
                if parent_end > position:
                    gap = content[position:parent_end]
                    if kind in grammar.spaced or not gap.isspace():
                        self._add_gap(node, gap)
                position = parent_end
                parent, parent_kind, parent_end, _, keeps_tokens, unread_places = open_nodes.pop()
                children, after_item = parent.children, True
                if kind in changed_nodes:
                    self._add_changed_node(node, parent)
                else:
                    children.append(node)

    def _add_gap(self, node: Node, gap: bytes) -> None:
        """Add text that no node of the parser covers as a leaf, unless it is white space."""
        if node.kind in self.language.verbatim or not gap.isspace():
            node.children.append(Node("text", "", gap.decode()))
        elif (
            node.kind in self.language.ended_by_line_end
            and len(node.children) == 1
            and b"\n" in gap
        ):
            node.children.append(Node("line_end", "", "\n"))

    def _add_changed_leaf(self, parent: Node, leaf: Node) -> None:
        """Add a leaf, or its replacement, to its parent. Tokens are never rewritten: one may have
        the same kind as a node.
        """
        spelling = self.language.spellings.get(leaf.kind)
        if spelling is not None and leaf.text is not None and not self.source.quotes_arguments:
            leaf.text = spelling(leaf.text)
        rewrite = self.language.rewrites.get(leaf.kind)
        rewritten = leaf if rewrite is None else rewrite(leaf, self.source)
        if rewritten is not None:
            rewritten.field = leaf.field
            parent.children.append(rewritten)

    def _add_changed_node(self, node: Node, parent: Node) -> None:
        """Add a complete node, or its replacement, to its parent."""
        language = self.language
        if language.blocks and not self.source.macros:
            for place, child in enumerate(node.children):
                block = language.blocks.get((node.kind, child.field))
                if block is None or child.kind == block:
                    continue
                if child.text is None:
                    node.children[place] = Node(block, child.field, None, [child])
                    child.field = ""
                elif child.text == ";":
                    node.children[place] = Node(block, child.field)
        if (
            node.kind in language.transparent
            and len(node.children) == 1
            and not self.source.macros
            and not (
                parent.kind in self.opaque and matches_place(node.field, self.opaque[parent.kind])
            )
            and not (
                parent.kind in language.chains
                and not parent.children
                and _may_end_early(node.children[0], language)
            )
        ):
            (only,) = node.children
            only.field = node.field
            parent.children.append(only)
            return
        rewrite = language.rewrites.get(node.kind)
        rewritten = node if rewrite is None else rewrite(node, self.source)
        if rewritten is None:
            return
        if rewritten.kind in language.spliced:
            parent.children.extend(rewritten.children)
            return
        rewritten.field = node.field
        parent.children.append(rewritten)


def _may_end_early(chain: Node, language: Language) -> bool:
    """Whether a chain has an optional link; assumed for very long chains."""
    for _ in range(MAXIMUM_CHAIN):
        if chain.kind in language.optional_links:
            return True
        if any(child.kind in language.optional_links for child in chain.children):
            return True
        if chain.kind not in language.chains or not chain.children:
            return False
        chain = chain.children[0]
    return True
