"""Ruby's statements with several spellings, and calls in a class that define names."""

from kriterion_tools.representer.equivalents.assignments import is_same, shorten_assignment
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Methods that Ruby or its library looks up in any object: renaming one changes the program.
_LOOKED_UP = frozenset(
    {"initialize", "initialize_copy", "initialize_dup", "initialize_clone", "to_s", "to_str"}
    | {"to_a", "to_ary", "to_h", "to_hash", "to_i", "to_int", "to_f", "to_r", "to_c", "to_sym"}
    | {"to_proc", "to_enum", "to_io", "to_path", "inspect", "each", "hash", "eql?", "equal?"}
    | {"call", "coerce", "succ", "pred", "method_missing", "respond_to_missing?", "respond_to?"}
    | {"included", "extended", "inherited", "prepended", "const_missing", "method_added"}
    | {"message", "full_message", "backtrace", "exception", "deconstruct", "deconstruct_keys"}
    | {"===", "==", "<=>", "is_a?", "kind_of?", "instance_of?", "nil?", "freeze", "dup", "clone"}
    | {"marshal_dump", "marshal_load", "to_json", "as_json", "to_yaml", "setup", "teardown"}
    | {"encode_with", "init_with"}
)
# Methods that tell which methods a class has so far.
_LISTING = frozenset(
    {"instance_methods", "public_instance_methods", "private_instance_methods", "method_defined?"}
    | {"instance_method", "singleton_methods", "public_method_defined?", "methods"}
    | {"private_method_defined?", "protected_instance_methods", "private_methods"}
)
# Calls in a class that define the methods they name.
_DEFINING = frozenset({"attr_reader", "attr_writer", "attr_accessor", "attr", "define_method"})
# Calls whose symbols are names of methods, variables or constants.
_NAMING = _DEFINING | frozenset(
    {"alias_method", "private", "public", "protected", "module_function", "private_class_method"}
    | {"public_class_method", "private_constant", "send", "public_send", "__send__", "method"}
    | {"instance_method", "respond_to?", "method_defined?", "remove_method", "undef_method"}
    | {"instance_variable_get", "instance_variable_set", "instance_variable_defined?"}
    | {"const_get", "const_set", "to_enum", "enum_for", "inject", "reduce", "def_delegator"}
    | {"def_delegators", "delegate", "memoize", "attr_internal"}
)
_VISIBILITIES = frozenset({"private", "public", "protected", "module_function"})
# Calls in a class whose only effect is on names.
_HARMLESS = frozenset({"attr_reader", "attr_writer", "attr_accessor", "include", "extend"})


def expand_modifier(node: Node, source: SolutionWords) -> Node:
    """Normalise `x if y` to `if y then x end`, but not `begin … end while y`, which runs its body
    first.
    """
    body, word, condition = node.children
    kind = node.kind.removesuffix("_modifier")
    if kind in ("while", "until") and body.kind == "begin":
        return node
    given = _list_assigned(condition)
    if given and any(part.text in given for part in body.leaves()):
        return node  # what comes first does not know the variable
    wrapper = "then" if kind in ("if", "unless") else "do"
    field = "consequence" if wrapper == "then" else "body"
    body.field = ""
    inner = Node(wrapper, field, children=[body])
    node = Node(kind, children=[leaf("word", word.text or kind), condition, inner])
    return negate_condition(node, source) if kind == "unless" else node


def _list_assigned(condition: Node) -> set[str | None]:
    """Return the names that a condition binds."""
    return {
        part.text
        for node in condition.walk()
        for target in node.children
        if target.field in ("left", "pattern")
        for part in target.leaves()
        if part.kind == "identifier" and node.kind in _ASSIGNING
    }


_ASSIGNING = frozenset(
    {"assignment", "operator_assignment", "match_pattern", "test_pattern", "left_assignment_list"}
)


def negate_condition(node: Node, _: SolutionWords) -> Node:
    """Normalise unless a to if !a."""
    if swapped := _swap_branches(node):
        return swapped
    children: list[Node] = []
    for child in node.children:
        if child.text == "unless":
            child = leaf("word", "if")
        elif child.field == "condition":
            child.field = "operand"
            child = Node("unary", "condition", children=[leaf("!", "!", "operator"), child])
        children.append(child)
    return Node("if", node.field, children=children)


def _swap_branches(node: Node) -> Node | None:
    """Normalise `unless a then b else c end` to `if a then c else b end`, or return None."""
    parts = [node.child(place) for place in ("condition", "consequence", "alternative")]
    condition, consequence, alternative = parts
    if condition is None or consequence is None or alternative is None:
        return None
    word, content = alternative.children[0], alternative.children[1:]
    alternative.children = [word, *consequence.children]
    consequence.children = content
    word = leaf("if", "if")
    return Node("if", node.field, children=[word, condition, consequence, alternative])


def swap_negated_branches(node: Node, _: SolutionWords) -> Node:
    """Normalise `if !a then b else c end` to `if a then c else b end`."""
    condition, alternative = node.child("condition"), node.child("alternative")
    if condition is None or alternative is None or condition.kind != "unary":
        return node
    if condition.children[0].text not in ("!", "not") or len(condition.children) != 2:
        return node
    inner = condition.children[1]
    inner.field = "condition"
    node.children[node.children.index(condition)] = inner
    return _swap_branches(node) or node


def split_accessors(node: Node) -> Node:
    """Normalise `attr_reader :x, :y` to two calls."""
    children: list[Node] = []
    for child in node.children:
        method = child.child("method") if child.kind == "call" else None
        arguments = child.child("arguments") if method is not None else None
        if (
            method is None
            or arguments is None
            or method.text not in _ACCESSORS
            or len(arguments.children) < 2
        ):
            children.append(child)
            continue
        for argument in arguments.children:
            name = leaf(method.kind, method.text or "", "method")
            names = Node(arguments.kind, "arguments", children=[argument])
            children.append(Node("call", child.field, children=[name, names]))
    node.children = children
    return node


_ACCESSORS = frozenset({"attr_reader", "attr_writer", "attr_accessor"})


def expand_conditional(node: Node, _: SolutionWords) -> Node:
    """Normalise a ? b : c to if a then b else c end."""
    condition, consequence, alternative = [
        child for child in node.children if child.text not in ("?", ":") or child.field
    ]
    consequence.field = alternative.field = ""
    return Node(
        "if",
        children=[
            leaf("word", "if"),
            condition,
            Node("then", "consequence", children=[consequence]),
            Node("else", "alternative", children=[leaf("word", "else"), alternative]),
        ],
    )


def nest_elsif(node: Node, _: SolutionWords) -> Node:
    """Normalise elsif to an if inside an else."""
    inner = Node("if", children=[leaf("word", "if"), *node.children[1:]])
    return Node("else", children=[leaf("word", "else"), inner])


def unify_operator(node: Node, _: SolutionWords) -> Node:
    """Normalise `and` to &&: the tree already reflects its precedence."""
    for child in node.children:
        if child.field == "operator":
            child.text = {"and": "&&", "or": "||", "not": "!"}.get(child.text or "", child.text)
    return node


def rewrite_do_block(node: Node, _: SolutionWords) -> Node:
    """Normalise do … end to { … }; the parser has already found the call that each belongs to."""
    node.kind = "block"
    return node


def rename_block_body(node: Node, _: SolutionWords) -> Node:
    node.kind = "body_statement"
    return node


def separate_block_locals(node: Node, _: SolutionWords) -> Node | None:
    """Separate the block's local variables, which follow a semicolon, from its parameters."""
    block_locals = [child for child in node.children if child.field == "locals"]
    node.children = [
        child for child in node.children if child.field != "locals" and child.text not in ("|", ";")
    ]
    if block_locals:
        node.children.append(Node("locals", children=block_locals))
    return node if node.children else None


def drop_empty_parameters(node: Node, _: SolutionWords) -> Node | None:
    return node if node.children else None


_KEYWORDS = frozenset(
    {"class", "if", "unless", "while", "until", "end", "not", "return", "yield", "super", "then"}
    | {"do", "begin", "next", "break", "redo", "retry", "case", "when", "in", "and", "or", "alias"}
    | {"defined?", "def", "module", "self", "nil", "true", "false", "rescue", "ensure", "else"}
)


def _make_lambda(node: Node) -> Node | None:
    """Normalise lambda { |x| … } to ->(x) { … }."""
    if len(node.children) != 2:
        return None
    method, block = node.children
    if method.field != "method" or method.text != "lambda" or block.kind != "block":
        return None
    parameters = block.child("parameters")
    children = [leaf("->", "->")]
    if parameters is not None:
        block.children.remove(parameters)
        parameters.kind = "lambda_parameters"
        children.append(parameters)
    block.field = "body"
    return Node("lambda", children=[*children, block])


def move_singleton_methods(node: Node, source: SolutionWords) -> Node:
    """Normalise `class << self; def f` to `def self.f`, if there is nothing else."""
    value, body = node.child("value"), node.child("body")
    if value is None or value.text != "self" or body is None:
        return rewrite_class(node, source)
    if any(child.kind != "method" for child in body.children):
        return rewrite_class(node, source)
    for method in body.children:
        method.kind = "singleton_method"
        method.children.insert(1, leaf("self", "self", "object"))
        method.field = ""
    return Node("singleton_methods", children=body.children)


def simplify_call(node: Node, source: SolutionWords) -> Node:
    """Drop a call's parentheses, except after a bare name; normalise a.() to a.call()."""
    receiver, arguments = node.child("receiver"), node.child("arguments")
    if "lambda" not in source.defined and (made := _make_lambda(node)) is not None:
        return made
    if receiver is not None and receiver.text == "self" and arguments and arguments.children:
        method = node.child("method")
        if method is not None and method.kind == "identifier" and method.text not in _KEYWORDS:
            # With arguments, a name alone is a call as well.
            node.children = [
                child for child in node.children if child.field not in ("receiver", "operator")
            ]
            receiver = None
    node.children = [
        child for child in node.children if child.field != "operator" or child.text == "&."
    ]
    if receiver is not None and node.child("method") is None:
        place = 1 + (node.children[1].field == "operator")
        node.children.insert(place, leaf("identifier", "call", "method"))
    if arguments is not None and not arguments.children and receiver is not None:
        node.children.remove(arguments)
    _mark_symbols(node, arguments)
    return node


def _mark_symbols(node: Node, arguments: Node | None) -> None:
    method = node.child("method")
    name = method.text if method is not None else None
    if arguments is None:
        return
    receiver = node.child("receiver")
    is_record = (receiver.text if receiver is not None else None, name) in (
        ("Struct", "new"),
        ("Data", "define"),
    )
    if is_record or name in _DEFINING:
        arguments.kind = "defined_names"
    if is_record or name in _NAMING:
        for child in arguments.children:
            if child.kind == "simple_symbol" and "@" not in (child.text or ""):
                child.kind = "name_symbol"


def mark_keyword_arguments(node: Node, _: SolutionWords) -> Node:
    """Mark pairs without braces as keyword arguments."""
    for child in node.children:
        if child.kind == "pair":
            child.kind = "keyword_argument"
    return node


def mark_method_symbol(node: Node, _: SolutionWords) -> Node:
    """Mark the method in &:name."""
    for child in node.children:
        if child.kind == "simple_symbol":
            child.kind = "name_symbol"
    return node


def mark_defined_constant(node: Node, _: SolutionWords) -> Node:
    """Mark the definition of a constant."""
    left = node.child("left")
    if left is not None and left.kind == "constant":
        left.kind = "defined_constant"
    return node


def rewrite_method(node: Node, _: SolutionWords) -> Node:
    """Normalise `def f = x` to `def f; x; end`; keep the names of methods that Ruby looks up."""
    node.children = [child for child in node.children if child.text != "=" and child.text != "."]
    name = node.child("name")
    if name is not None and name.text in _LOOKED_UP:
        name.kind = "looked_for"
    content = node.child("body")
    if content is not None and content.kind != "body_statement":
        content.field = ""
        place = node.children.index(content)
        content = Node("body_statement", "body", children=[content])
        node.children[place] = content
    if content is not None:
        _drop_last_return(content)
    return node


def _drop_last_return(body: Node) -> None:
    """Normalise `return x` at the end of a method to x, and `return x, y` to [x, y]."""
    pending = [body]
    while pending:
        block = pending.pop()
        last = block.children[-1] if block.children else None
        if last is None:
            continue
        if last.kind == "if":
            branches = [last.child("consequence"), last.child("alternative")]
            pending += [branch for branch in branches if branch is not None]
        if last.kind == "case":
            pending += [
                branch
                for clause in last.children
                if clause.text is None
                for branch in ([clause] if clause.kind == "else" else [clause.child("body")])
                if branch is not None
            ]
        if last.kind != "return":
            continue
        values = [part for child in last.children if child.text is None for part in child.children]
        if not values:
            values = [Node("nil", children=[leaf("nil", "nil")])]
        if len(values) > 1 and all(value.kind != "keyword_argument" for value in values):
            values = [Node("array", children=values)]
        if len(values) == 1 and values[0].kind not in ("splat_argument", "keyword_argument"):
            values[0].field = last.field
            block.children[-1] = values[0]


def simplify_return(node: Node, _: SolutionWords) -> Node:
    """Normalise `return nil` to `return`."""
    if [part.text for part in node.leaves()] == ["return", "nil"]:
        node.children = node.children[:1]
    return node


def unify_loop(node: Node, _: SolutionWords) -> Node:
    """Normalise until a to while !a, and drop a double negation."""
    condition = node.child("condition")
    if condition is None:
        return node
    place = node.children.index(condition)
    condition.field = "operand"
    negated = Node("unary", "condition", children=[leaf("!", "!", "operator"), condition])
    node.kind = "while"
    node.children = [leaf("while", "while"), negated, *node.children[place + 1 :]]
    return node


def shorten(node: Node, source: SolutionWords) -> Node:
    """Normalise `x = x + 1` to `x += 1`, and `x = x || 1` to `x ||= 1`."""
    if len(node.children) == 3 and node.children[2].kind == "binary":
        left, _, right = node.children
        operator = right.children[1] if len(right.children) == 3 else None
        if operator is not None and operator.text in ("||", "&&"):
            if left.kind in _PLAIN_VARIABLES and is_same(left, right.children[0]):
                text = f"{operator.text}="
                value = right.children[2]
                value.field = "right"
                node.kind = "operator_assignment"
                node.children = [left, leaf(text, text, "operator"), value]
            return node
    return _shorten(node, source) or node


_PLAIN_VARIABLES = frozenset({"identifier", "instance_variable"})
_shorten = shorten_assignment("operator_assignment")


def rewrite_class(node: Node, source: SolutionWords) -> Node:
    """Bind a class's name, and let its methods swap places if nothing depends on their order."""
    name = node.child("name")
    if name is not None and name.kind == "constant":
        name.kind = "defined_constant"
    content = node.child("body")
    if content is not None and source.defined.isdisjoint(_ACCESSORS):
        split_accessors(content)
    if content is not None and _has_only_definitions(content.children):
        content.kind = "class_body"
        _attach_visibility(content)
    return node


def _has_only_definitions(children: list[Node]) -> bool:
    """Whether nothing in a class depends on the order of its methods."""
    if not all(_is_harmless(child) for child in children):
        return False
    method_names = {
        " ".join(leaf.text or "" for leaf in name.leaves())
        for child in children
        if (name := (_find_method_with_visibility(child) or child).child("name")) is not None
    }
    return not any(
        (leaf.text or "")[1:] in method_names or f"{(leaf.text or '')[1:]} =" in method_names
        for child in children
        if child.kind == "call"
        for leaf in child.leaves()
        if leaf.kind == "name_symbol"
    )


def _is_harmless(child: Node) -> bool:
    if child.kind == "assignment" and any(part.text in _LISTING for part in child.leaves()):
        return False
    if child.kind in ("method", "singleton_method", "assignment", "class", "module"):
        return True
    if child.kind == "call":
        called = child.child("method")
        return called is not None and (
            called.text in _HARMLESS or _find_method_with_visibility(child) is not None
        )
    return child.text in _VISIBILITIES


def _find_method_with_visibility(child: Node) -> Node | None:
    """Return the method in `private def …`, or None."""
    if child.kind != "call":
        return None
    called, arguments = child.child("method"), child.child("arguments")
    if called is None or arguments is None or called.text not in _VISIBILITIES:
        return None
    if len(arguments.children) == 1 and arguments.children[0].kind == "method":
        return arguments.children[0]
    return None


def _attach_visibility(content: Node) -> None:
    """Insert the visibility into each method, and drop the calls that set it."""
    visibility = "public"
    children: list[Node] = []
    for child in content.children:
        if child.text in _VISIBILITIES:
            visibility = child.text or ""
            continue
        method_node = _find_method_with_visibility(child)
        if method_node is not None:
            called = child.child("method")
            _insert_visibility(method_node, called.text or "" if called else "")
            method_node.field = ""
            child = method_node
        elif child.kind == "method" or _is_accessor(child):
            _insert_visibility(child, visibility)
        children.append(child)
    content.children = children


def _is_accessor(child: Node) -> bool:
    called = child.child("method") if child.kind == "call" else None
    return called is not None and called.text in _DEFINING


def _insert_visibility(method_node: Node, visibility: str) -> None:
    if visibility != "public":
        method_node.children.insert(0, leaf("visibility", visibility))


def expand_keyword_pattern(node: Node, _: SolutionWords) -> Node:
    """Normalise {name:} to {name: name}."""
    node.children = [child for child in node.children if child.text != ":"]
    if len(node.children) == 1:
        node.children.append(leaf("identifier", node.children[0].text or "", "value"))
    return node
