"""Code is given to OCaml's toplevel phrase by phrase."""

import pytest

from kriterion.tools.programs.ocaml_phrases import separate_phrases


@pytest.mark.parametrize(
    ("code", "separated"),
    [
        ("1", "1\n;;\n"),
        ("1;;", "1;;\n"),
        ("1;; 2", "1;;\n 2\n;;\n"),
        ("1;;\n2;;", "1;;\n2;;\n"),
        ('print ";;";; 2;;', 'print ";;";;\n 2;;\n'),
        ("let quote = '\"';; 2", "let quote = '\"';;\n 2\n;;\n"),
        (r'"a\";;b";; 2', '"a\\";;b";;\n 2\n;;\n'),
        ("", "\n;;\n"),
        ('"never ended;; 2', '"never ended;;\n 2\n;;\n'),
        ('"never \\"ended\\";; 2;;\\', '"never \\"ended\\";;\n 2;;\n\\\n;;\n'),
        # As long as code may be. Looking for each quote's partner would take half a minute.
        pytest.param('\\"' * 32_000, '\\"' * 32_000 + "\n;;\n", id="quotes"),
    ],
)
def test_each_phrase_is_on_lines_of_its_own(code: str, separated: str) -> None:
    assert separate_phrases(code) == separated
