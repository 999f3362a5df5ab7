"""No modules, and no packages beside each other, import each other in a loop."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"
Imports = Mapping[str, set[str]]


def _list_modules() -> dict[str, Path]:
    named = {}
    for path in SOURCES.rglob("*.py"):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


@cache
def _read_imports() -> Imports:
    """Every import of a module by another, for types and inside functions too."""
    modules, imports = _list_modules(), defaultdict[str, set[str]](set)
    for name, path in modules.items():
        for node in _list_statements(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{name.name}" for name in node.names}
                found = {name if name in modules else node.module for name in inner}
            else:
                continue
            imports[name] |= found & modules.keys() - {name}
    return imports


def _list_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements at any depth, without looking into expressions."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, ())
            if isinstance(inner, list):  # not the body of a lambda or of a conditional expression
                left += inner


def _group_imports(imports: Imports, depth: int) -> Imports:
    """The imports between packages of at most `depth` levels."""
    packages = defaultdict[str, set[str]](set)
    for name, others in imports.items():
        package = ".".join(name.split(".")[:depth])
        packages[package] |= {".".join(other.split(".")[:depth]) for other in others} - {package}
    return packages


def _find_loops(imports: Imports) -> set[str]:
    """Return the modules that are on a cycle, or between two cycles.

    Remove modules that import nothing, or that nothing imports, until none is left.
    """
    left = set(imports)
    while True:
        importing = {name for name in left if imports[name] & left}
        imported = {other for name in left for other in imports[name] & left}
        if importing & imported == left:
            return left
        left = importing & imported


@pytest.mark.parametrize("depth", [2, 3, 4, 5, 9])  # 9: modules
def test_nothing_imports_itself_through_others(depth: int) -> None:
    assert _find_loops(_group_imports(_read_imports(), depth)) == set()


def test_a_loop_is_found() -> None:
    assert _find_loops({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {"b", "c"}
