import ast
from pathlib import Path

import kriterion

_SOURCES = Path(kriterion.__file__).parent


def _list_diagnoses() -> list[tuple[str, dict[str | None, ast.expr]]]:
    """Every place where a diagnosis is made, with its keyword arguments."""
    return [
        (
            f"{path.relative_to(_SOURCES)}:{node.lineno}",
            {keyword.arg: keyword.value for keyword in node.keywords},
        )
        for path in sorted(_SOURCES.rglob("*.py"))
        if "node_modules" not in path.parts and "Diagnosis(" in (source := path.read_text())
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Diagnosis"
    ]


def test_every_notice_and_every_fault_has_a_code() -> None:
    created = _list_diagnoses()
    assert len(created) > 30
    assert [
        place
        for place, given in created
        if ast.unparse(given["state"]) != "'fine'" and "code" not in given
    ] == []
