import ast
import inspect
import re

import pytest

from kriterion.authoring.diagnostics import codes, learn_ocaml_codes, violation_codes
from kriterion.authoring.diagnostics.codes import CODES
from kriterion.authoring.diagnostics.fixes import FIXES
from tests.authoring.diagnostics.emitted_codes import (
    collect_emitted_codes,
    collect_emitted_fixes,
    simplify,
)

_CODE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


@pytest.fixture(scope="module")
def emitted() -> dict[str, set[str]]:
    return collect_emitted_codes()


def test_emitted_codes_and_registered_codes_are_the_same(
    emitted: dict[str, set[str]],
) -> None:
    assert emitted.keys() == CODES.keys()


def test_the_registered_texts_match_the_sources(emitted: dict[str, set[str]]) -> None:
    for code, texts in CODES.items():
        registered = {simplify(text) for text in texts}
        assert registered == {simplify(text) for text in emitted[code]}, code


def test_the_registered_fixes_match_the_sources() -> None:
    registered = {code: {simplify(text) for text in texts} for code, texts in FIXES.items()}
    emitted = {
        code: {simplify(text) for text in texts} for code, texts in collect_emitted_fixes().items()
    }
    assert registered == emitted


def test_no_code_is_registered_twice() -> None:
    keys = []
    for module in (codes, learn_ocaml_codes, violation_codes):
        tree = ast.parse(inspect.getsource(module))
        (table,) = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
        keys += [ast.literal_eval(key) for key in table.keys if key is not None]
    assert len(keys) == len(set(keys)) == len(CODES)


def test_codes_are_words_separated_by_dots() -> None:
    assert [code for code in CODES if not _CODE.fullmatch(code)] == []
