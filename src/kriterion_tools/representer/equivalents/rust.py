"""Rust's statements and attributes that say the same."""

from collections.abc import Iterator

from kriterion_tools.representer.equivalents.assignments import shorten_assignment
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# With one of these words in a solution, `x = x + y` and `x += y` may differ.
shorten = shorten_assignment(
    "compound_assignment_expr",
    calls=False,
    unsafe_words=frozenset({"ops", "Add", "AddAssign", "Sub", "Mul", "Div", "Deref", "DerefMut"}),
)
_REFERENCES = frozenset({"reference_type", "self_parameter"})
_BRANCHES = frozenset({"if_expression", "match_expression"})
_DEEPEST = 50
# Items of the standard library without methods for other types: their imports can be unused.
_TYPES = frozenset(
    {"HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "BinaryHeap", "LinkedList"}
    | {"Rc", "Arc", "RefCell", "Cell", "Mutex", "RwLock", "Ordering", "Duration", "Instant"}
    | {"Cow", "PhantomData"}
)


def simplify_function(node: Node, _: SolutionWords) -> Node:
    """Drop `-> ()`, and normalise `return x;` at the end to x."""
    children = node.children
    for place, child in enumerate(children):
        if child.field == "return_type" and child.kind == "unit_type" and not child.children:
            node.children = [part for part in children[:place] if part.text != "->"]
            node.children += children[place + 1 :]
            break
    body = node.child("body")
    if body is not None and body.kind == "block":
        _drop_last_return(body)
    return node


def _drop_last_return(block: Node) -> None:
    pending = [block]
    for _ in range(_DEEPEST):
        if not pending:
            return
        body = pending.pop()
        last = body.children[-1] if body.children else None
        if last is None:
            continue
        inner = last.children[0] if last.kind == "expression_statement" else last
        if inner.kind == "return_expression":
            values = [child for child in inner.children if child.text != "return"]
            if not values:
                body.children.pop()
            else:
                values[0].field = ""
                body.children[-1] = values[0]
        elif inner.kind in _BRANCHES and not any(child.text == ";" for child in last.children):
            body.children[-1] = inner
            pending += _find_branches(inner)


def _find_branches(node: Node) -> Iterator[Node]:
    """Yield the blocks of an if with an else."""
    consequence, alternative = node.child("consequence"), node.child("alternative")
    if node.kind == "if_expression" and consequence is not None and alternative is not None:
        yield consequence
        for child in alternative.children:
            if child.kind == "block":
                yield child
            elif child.kind == "if_expression":
                yield from _find_branches(child)


def move_bounds(node: Node, _: SolutionWords) -> Node:
    """Normalise `<T> … where T: Copy` to `<T: Copy>`."""
    parameters = node.child("type_parameters")
    where = next((child for child in node.children if child.kind == "where_clause"), None)
    if parameters is None or where is None:
        return node
    for predicate in [child for child in where.children if child.kind == "where_predicate"]:
        left, bounds = predicate.child("left"), predicate.child("bounds")
        for parameter in parameters.children:
            name = parameter.child("name") if parameter.kind == "type_parameter" else None
            if (
                name is not None
                and left is not None
                and bounds is not None
                and left.kind == "type_identifier"
                and left.text == name.text
                and len(parameter.children) == 1
            ):
                parameter.children.append(bounds)
                where.children.remove(predicate)
                break
    if not any(child.kind == "where_predicate" for child in where.children):
        node.children.remove(where)
    return node


def elide_lifetime(node: Node, _: SolutionWords) -> Node:
    """Normalise f<'a>(x: &'a T) -> &'a T to f(x: &T) -> &T."""
    generics, parameters = node.child("type_parameters"), node.child("parameters")
    if generics is None or parameters is None or len(parameters.children) != 1:
        return node
    (parameter,) = parameters.children
    type_ = parameter if parameter.kind == "self_parameter" else parameter.child("type")
    inner = [child for child in generics.children if child.text is None]
    if len(inner) != 1 or inner[0].kind != "lifetime_parameter" or len(inner[0].children) != 1:
        return node
    if type_ is None or type_.kind not in _REFERENCES:
        return node
    name = list(inner[0].leaves())[-1].text
    parts = [part for part in node.walk() if part.kind in {"lifetime", *_REFERENCES}]
    lifetimes = [part for part in parts if part.kind == "lifetime"]
    if any(list(part.leaves())[-1].text != name for part in lifetimes):
        return node
    holders = [part for part in parts if any(child.kind == "lifetime" for child in part.children)]
    inputs = [part for part in type_.walk() if part.kind == "lifetime"]
    body = node.child("body")
    in_body = [] if body is None else [part for part in body.walk() if part.kind == "lifetime"]
    if len(holders) != len(lifetimes) - 1 or len(inputs) != 1 or in_body:
        return node
    if not any(child.kind == "lifetime" for child in type_.children):
        return node
    for part in holders:
        part.children = [child for child in part.children if child.kind != "lifetime"]
    node.children.remove(generics)
    return node


def name_own_type(node: Node, _: SolutionWords) -> Node:
    """Normalise Self to the type that an implementation is for, if it is a plain name."""
    type_ = node.child("type")
    body = node.child("body")
    if type_ is None or body is None or type_.kind != "type_identifier":
        return node
    for part in body.leaves():
        if part.text == "Self" and part.kind in ("type_identifier", "identifier"):
            part.text = type_.text
    return node


def drop_last_continue(node: Node, _: SolutionWords) -> Node:
    """Drop a continue without a label at the end of a loop."""
    body = node.child("body")
    last = body.children[-1] if body is not None and body.children else None
    if last is not None and body is not None:
        texts = [part.text for part in last.leaves() if part.text != ";"]
        if texts == ["continue"]:
            body.children.pop()
    return node


def unify_attributes(attributes: list[Node]) -> list[Node]:
    """Join all derives of an item into one, with its traits in alphabetical order."""
    others: list[Node] = []
    traits: dict[str, list[Node]] = {}
    first: Node | None = None
    for attribute in attributes:
        tokens = _find_derived(attribute)
        if tokens is None:
            others.append(attribute)
            continue
        first = first or attribute
        part: list[Node] = []
        for token in [*tokens, leaf(",", ",")]:
            if token.text == ",":
                if part:
                    traits["".join(each.text or "" for each in part)] = part
                part = []
            else:
                part.append(token)
    if first is None:
        return attributes
    joined = [leaf("(", "(")]
    for place, name in enumerate(sorted(traits)):
        joined += [*([leaf(",", ",")] if place else []), *traits[name]]
    first.children[-1].children[-1].children = [*joined, leaf(")", ")")]
    return [*others, first]


def _find_derived(attribute: Node) -> list[Node] | None:
    """Return the tokens in `#[derive(…)]`, or None."""
    content = attribute.children[-1] if attribute.children else None
    if content is None or content.kind != "attribute" or len(content.children) != 2:
        return None
    name, arguments = content.children
    if name.text != "derive" or arguments.kind != "token_tree":
        return None
    return arguments.children[1:-1]


def split_use(node: Node, _: SolutionWords) -> Node:
    """Normalise `use a::{b, c};` to `use a::b; use a::c;`."""
    argument = node.child("argument")
    if argument is None:
        return node
    before = node.children[: node.children.index(argument)]
    words = [part.text for child in before for part in child.leaves()]
    if words != ["use"]:
        return node
    paths = list(_expand_paths(argument, None))
    uses = []
    for path in paths:
        path.field = "argument"
        uses.append(Node("use_declaration", children=[leaf("use", "use"), path, leaf(";", ";")]))
    return Node("uses", children=uses)


def _expand_paths(node: Node, prefix: Node | None) -> Iterator[Node]:
    if node.kind == "scoped_use_list":
        path, names = node.child("path"), node.child("list")
        inner = _join_path(prefix, path) if path is not None else prefix
        for child in names.children if names is not None else ():
            yield from _expand_paths(child, inner)
    elif node.kind == "use_list":
        for child in node.children:
            yield from _expand_paths(child, prefix)
    elif node.kind == "use_as_clause" and prefix is not None:
        path = node.child("path")
        if path is None:
            yield node
            return
        joined = prefix if path.text == "self" else _join_path(prefix, path)
        copied = joined.copy()
        copied.field = "path"
        node.children = [copied if child is path else child for child in node.children]
        yield node
    elif node.kind == "use_wildcard" and prefix is not None:
        names_before = [child for child in node.children if child.text not in ("::", "*")]
        joined = _join_path(prefix, names_before[0]) if names_before else prefix.copy()
        joined.field = ""
        yield Node("use_wildcard", children=[joined, leaf("::", "::"), leaf("*", "*")])
    elif node.text == "self" and prefix is not None:
        yield prefix.copy()
    else:
        yield _join_path(prefix, node)


def _join_path(prefix: Node | None, node: Node) -> Node:
    """Return the path of a node after a prefix."""
    if prefix is None:
        return node
    if node.kind == "scoped_identifier":
        path, name = node.child("path"), node.child("name")
        if path is not None and name is not None:
            joined = _join_path(prefix, path)
            joined.field = "path"
            return Node("scoped_identifier", children=[joined, leaf("::", "::"), name.copy()])
    before, last = prefix.copy(), node.copy()
    before.field, last.field = "path", "name"
    return Node("scoped_identifier", children=[before, leaf("::", "::"), last])


def drop_unused_uses(node: Node, _: SolutionWords) -> Node:
    """Drop repeated uses, and unused uses of types of the standard library."""
    uses = [child for child in node.children if child.kind == "use_declaration"]
    if not uses:
        return node
    used = {
        part.text
        for child in node.children
        if child.kind != "use_declaration"
        for part in child.leaves()
    }
    seen: set[str] = set()
    children = []
    for child in node.children:
        if child.kind == "use_declaration":
            texts = [part.text or "" for part in child.leaves()]
            key = " ".join(texts)
            name = texts[-2] if len(texts) > 2 else ""
            is_unused = name in _TYPES and name not in used and texts[1] == "std"
            if key in seen or (is_unused and "as" not in texts and texts[0] == "use"):
                continue
            seen.add(key)
        children.append(child)
    node.children = children
    return node
