"""Types of documents are inspected at import: see kriterion_tools/wire_types.py."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "src").rglob("*.py"))
PLAIN = frozenset(
    {"Any", "bool", "bytes", "dict", "float", "int", "list", "msgspec", "str", "tuple"}
)
# It converts fields one by one; their types are no records.
EXEMPT = frozenset(
    {"src/kriterion/host/settings/setting_errors.py", "src/kriterion_tools/wire_types.py"}
)


def _list_calls_in_functions(tree: ast.Module) -> Iterator[ast.Call]:
    functions = (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    for function in functions:
        yield from (node for node in ast.walk(function) if isinstance(node, ast.Call))


def _find_type(call: ast.Call) -> ast.expr | None:
    """Return the type for which a call has msgspec decode or convert something."""
    name = ast.unparse(call.func)
    if name.endswith(".Decoder") and name.startswith("msgspec."):
        return call.args[0] if call.args else None
    if name in {"msgspec.json.decode", "msgspec.msgpack.decode"}:
        return next((word.value for word in call.keywords if word.arg == "type"), None)
    return call.args[1] if name == "msgspec.convert" else None


def _find_unprepared_types(source: str) -> list[str]:
    if "msgspec" not in source:
        return []  # sooner told than by parsing it
    tree = ast.parse(source)
    if any(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "prepare_types"
        for node in tree.body
    ):
        return []
    types = filter(None, map(_find_type, _list_calls_in_functions(tree)))
    return [
        ast.unparse(type_)
        for type_ in types
        if not {node.id for node in ast.walk(type_) if isinstance(node, ast.Name)} <= PLAIN
    ]


def test_no_function_has_a_type_inspected_for_the_first_time() -> None:
    """Two threads that do it at once crash a worker or a site, with all that runs in it."""
    found = {
        str(module.relative_to(ROOT)): types
        for module in MODULES
        if (types := _find_unprepared_types(module.read_text(encoding="utf-8")))
    }
    assert {name: types for name, types in found.items() if name not in EXEMPT} == {}


@pytest.mark.parametrize(
    "call",
    [
        "msgspec.json.decode(text, type=Record)",
        "msgspec.msgpack.decode(text, type=list[Record])",
        "msgspec.json.Decoder(Record)",
        "msgspec.convert(value, Record)",
    ],
)
def test_a_first_inspection_in_a_function_is_found(call: str) -> None:
    assert _find_unprepared_types(f"def read():\n    return {call}\n")
    assert not _find_unprepared_types(f"value = {call}\n")


_CROWD = """
import sys, threading
sys.setswitchinterval(1e-6)
from kriterion.assessment.assessment_record import decode_assessment
document = b'{"submission":{"exercise":"a","file_name":"a","source":"a","language":"en"}}'
together = threading.Barrier(8)

def decode():
    together.wait()
    decode_assessment(document)

threads = [threading.Thread(target=decode) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_that_decode_at_once_do_not_crash_the_process() -> None:
    for _ in range(3):
        subprocess.run((sys.executable, "-c", _CROWD), check=True)
