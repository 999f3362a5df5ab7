"""OCaml source is split into tokens as its compiler does."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.judge_inputs.ocaml_tokens import LexicalFault, list_tokens

ACCEPTED = (
    "let f' x = x.y",
    r"""let c = '"' and d = '\'' and e = '\\' and f = '\065'""",
    "type 'a t = 'a list",
    'let s = "(* no comment" (* " *) " *)',
    "(* nested (* '\"' *) {|*)|} *) let x = 1",
    'let s = {|a " b|} ^ {id| |} |id}',
    "let s = {%ext|text|}",
    "let f = function | 0 -> 1 | _ -> ...",
    "f ~label:1 ?other:(Some 2)",
    '# 1 "array.ml"\nlet é = `Tag',
)
REFUSED = (
    ("let x = (* (* *)", 8),
    ('let x = "abc', 8),
    ("{|abc", 0),
    ('(* " *)', 3),
    ("let x = \\y", 8),
    ("let x = “text”", 8),
)


@pytest.mark.parametrize("source", ACCEPTED)
def test_valid_source_has_tokens(source: str) -> None:
    assert list(list_tokens(source)) is not None


@pytest.mark.parametrize(("source", "offset"), REFUSED)
def test_invalid_source_has_a_place(source: str, offset: int) -> None:
    with pytest.raises(LexicalFault) as raised:
        list(list_tokens(source))
    assert raised.value.offset == offset


@given(st.text(alphabet="(*){|}\"'\\ab \n.", max_size=40))
def test_any_text_has_tokens_or_one_fault(source: str) -> None:
    try:
        offsets = [token.offset for token in list_tokens(source)]
    except LexicalFault as fault:
        assert 0 <= fault.offset < len(source)
    else:
        assert offsets == sorted(set(offsets))


def test_tokens_leave_out_comments_and_literals() -> None:
    source = "let s = \"x\" (* y *) and c = 'z' in s <> |> 12"
    assert [token.text for token in list_tokens(source)] == [
        *("let", "s", "=", "and", "c", "=", "in", "s", "<>", "|>"),
    ]


@pytest.mark.skipif(shutil.which("ocamlc") is None, reason="needs OCaml: apt-get install ocaml")
@pytest.mark.parametrize("source", [*(text for text in ACCEPTED if "é" not in text), "(*", '"'])
def test_the_compiler_agrees(source: str, tmp_path: Path) -> None:
    file = tmp_path / "source.ml"
    file.write_text(source)
    command = ("ocamlc", "-stop-after", "parsing", "-c", str(file))
    seen = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    lexical = ("not terminated", "Illegal character")
    try:
        list(list_tokens(source))
    except LexicalFault:
        assert any(words in seen for words in lexical)
    else:
        assert not any(words in seen for words in lexical)
