"""The codes of diagnostics that the sources emit, with the English text beside each."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import kriterion
import kriterion_tools
from kriterion.sandbox.findings import FindingKind

SOURCES = tuple(Path(*package.__path__) for package in (kriterion, kriterion_tools))
_TEXT_KEYWORD = "what"
# Which argument is the text, for calls that take it behind other arguments.
_TEXT_ARGUMENTS = {
    "ContractViolation": 2,
    "violations.add": 1,
    "self._violations.add": 1,
    "_Refused": 0,
}


def collect_emitted_codes() -> dict[str, set[str]]:
    """Return the templates of texts by code. A text that is computed elsewhere is just "{}"."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(path for package in SOURCES for path in package.rglob("*.py")):
        if "node_modules" in path.parts:
            continue
        source = path.read_text()
        if any(word in source for word in ("code", "RefusalKind", "RunFinding")):
            for code, templates in _find_emitted(ast.parse(source)):
                found[code].update(templates)
    return dict(found)


def collect_emitted_fixes() -> dict[str, set[str]]:
    """Return by code the templates of the remedies that are written beside it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(path for package in SOURCES for path in package.rglob("*.py")):
        source = path.read_text()
        if "node_modules" in path.parts or "fix=" not in source:
            continue
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call):
                        for code, templates in _read_fixes(call, function):
                            found[code].update(templates)
    return dict(found)


def simplify(template: str) -> str:
    """Replace placeholders by "{}"; several without other text become a single "{}"."""
    bare = re.sub(r"\{[^{}]*\}|%\(\w+\)s", "{}", template)
    return "{}" if not bare.replace("{}", "") else bare


def _find_emitted(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    for function in ast.walk(tree):
        if isinstance(function, ast.Call) and ast.unparse(function.func) == "RefusalKind":
            yield _read_refusal(function)
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                yield from _read_call(node, function)
            elif isinstance(node, ast.Assign) and _is_code(node):
                yield ast.literal_eval(node.value), _find_next_text(node, function)


def _read_refusal(call: ast.Call) -> tuple[str, set[str]]:
    """Return the code and the text of a kind of refusal."""
    code, text = call.args
    if isinstance(text, ast.Call):  # gettext_noop
        (text,) = text.args
    return ast.literal_eval(code), {ast.literal_eval(text)}


def _read_call(call: ast.Call, function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if ast.unparse(call.func) == "RunFinding":
        templates = _list_templates(keywords["what"], function, call.lineno)
        for kind in _list_kinds(keywords["kind"], function):
            yield kind.value, templates
        return
    code = keywords.get("code")
    if isinstance(code, ast.IfExp) and ast.unparse(code.orelse) == "''":  # where all is well
        code = code.body
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return
    for text in _list_texts(call, keywords):
        if templates := _list_templates(text, function, call.lineno):
            yield code.value, templates
            return
    yield code.value, {"{}"}


def _read_fixes(call: ast.Call, function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    code, fix = keywords.get("code"), keywords.get("fix")
    if isinstance(code, ast.Constant) and fix is not None:
        templates = {
            template
            for template in _list_templates(fix, function, call.lineno)
            if simplify(template) != "{}"
        }
        if templates - {""}:
            yield str(code.value), templates - {""}


def _list_kinds(kind: ast.expr, function: ast.FunctionDef) -> Iterator[FindingKind]:
    """Return the kinds that a finding of a run may have; a variable stands for its assignments."""
    match kind:
        case ast.Attribute(value=ast.Name(id="FindingKind"), attr=name):
            yield FindingKind[name]
        case ast.IfExp(body=body, orelse=other):
            yield from _list_kinds(body, function)
            yield from _list_kinds(other, function)
        case ast.Name(id=name):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                    yield from _list_kinds(node.value, function)


def _list_texts(call: ast.Call, keywords: dict[str | None, ast.expr]) -> list[ast.expr]:
    """Return the arguments that may be the text: the first one with a template is."""
    if _TEXT_KEYWORD in keywords:
        return [keywords[_TEXT_KEYWORD]]
    called = ast.unparse(call.func)
    if (place := _TEXT_ARGUMENTS.get(called)) is not None:
        return call.args[place : place + 1]
    if called == "OperatorError":
        return call.args[:1]
    if called == "_Fault":  # of JSON with the text alone, of YAML behind a node
        return call.args[1::-1]
    of_a_node = "." in called and "problems" not in called
    return call.args[:1] if of_a_node or called == "tell" else call.args[1:2]


def _find_next_text(code: ast.Assign, function: ast.FunctionDef) -> set[str]:
    """Return the text that is assigned below a code."""
    below = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno > code.lineno
        and ast.unparse(node.targets[0]) == _TEXT_KEYWORD
    ]
    nearest = min(below, key=lambda node: node.lineno, default=None)
    return {"{}"} if nearest is None else _list_templates(nearest.value, function, nearest.lineno)


def _is_code(node: ast.Assign) -> bool:
    return (
        isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "code"
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and "." in node.value.value
    )


def _list_templates(text: ast.expr, function: ast.FunctionDef, line: int) -> set[str]:
    """Return the possible templates of a text; none if it is written elsewhere."""
    match text:
        case ast.Constant(value=str(value)):
            return {value}
        case ast.JoinedStr(values=values):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in values)
            return {"".join(map(str, parts))}
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            sides = [_list_templates(side, function, line) or {"{}"} for side in (left, right)]
            return {"".join(pair) for pair in product(*sides)}
        case ast.IfExp(body=body, orelse=other):
            return _list_templates(body, function, line) | _list_templates(other, function, line)
        case ast.Name(id=name):
            return _find_nearest(name, function, line)
    return set()


def _find_nearest(name: str, function: ast.FunctionDef, line: int) -> set[str]:
    """Return the last assignments to a name before a line, including other branches of an `if`."""
    before = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno <= line
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    if not before:
        return set()
    last = max(before, key=lambda node: node.lineno)
    chosen = [last]
    for branch in ast.walk(function):
        if isinstance(branch, ast.If) and (branch.end_lineno or 0) < line:
            inside = {id(node) for node in ast.walk(branch)}
            if id(last) in inside:
                chosen += [node for node in before if id(node) in inside]
    return set().union(*(_list_templates(node.value, function, line) for node in chosen))
