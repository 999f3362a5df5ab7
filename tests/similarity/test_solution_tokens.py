"""The tokens of solutions: what is dropped, what stays, and which texts are bearable."""

import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.similarity.solution_tokens import read_tokens
from kriterion.similarity.token_sequence import (
    MAX_TOKENS,
    TokenSequence,
    pack_tokens,
    unpack_tokens,
)
from kriterion_tools.languages import LANGUAGES
from tests.similarity.programs import PROGRAM, write_program

SUFFIXES = [language.suffixes[0] for language in LANGUAGES]
# One program per language, with other names, numbers, strings, comments and layout.
REWRITTEN = {
    ".py": ('def f(x):\n    """Say."""\n    return x + 1\n', "def g(yy): # so\n  return yy+22\n"),
    ".java": ('class A { String s = "a"; }', 'class Bee{\n/* b */ String t="bc\\n" ; }// x'),
    ".js": ("const a = `x${b}`; f(/a/)", "const c=`${dd}yy`\n;g(/bb/g) // h"),
    ".hs": ("f x = case x of { Just y -> y }\n", "gg z = case z of { Just a -> a } -- b\n"),
    ".ml": ('let f x = "a" ^ x', '(* g (* h *) *) let gg yy = "" ^ yy'),
    ".c": ('int f(void) { return g("a"); }', 'int ff(void)\n{\nreturn h("") ; /* i */ }'),
    ".cpp": ("template<class T> T f(T a) { return a; }", "template<class U>U g(U b){return b;}"),
    ".sh": ('x="a $y"; echo $x', '# c\nzz="$w b"; ls $zz'),
    ".rb": ('def f(x)\n "a#{x}"\nend', 'def gg(y) # h\n  "#{y}bb"\nend'),
    ".cs": ('var s = $"a{x}";', 'var tt = $"{y}b"; // c'),
    ".rs": ('fn f(x: u8) { g(x, "a") }', 'fn h(y:u8){ i(y, "bb") /* j */ }'),
    ".go": ('package main\nfunc f() T { return "a" }', 'package m\n// b\nfunc g() U {return ""}'),
    ".lua": ('local x = f("a") -- b', "local yy=g('')"),
    ".scm": ("(define (f x) (+ x 1)) ; b", "(define (gg y)\n (+ y 22))"),
}  # fmt: skip


def list_kinds(source: str, path: str = "a.py") -> bytes:
    return read_tokens({path: source}, "").codes


@pytest.mark.parametrize("suffix", REWRITTEN)
def test_names_numbers_strings_comments_and_layout_make_no_difference(suffix: str) -> None:
    one, other = REWRITTEN[suffix]
    path = f"a{suffix}"
    if suffix in SUFFIXES:
        assert list_kinds(one, path) == list_kinds(other, path)
    else:
        language = {".lua": "lua", ".scm": "scheme"}[suffix]
        both = [read_tokens({path: text}, language).codes for text in (one, other)]
        assert both[0] == both[1]
    assert len(list_kinds(one, path)) > 16


def test_structure_makes_a_difference() -> None:
    assert list_kinds("for x in y: pass") != list_kinds("while x in y: pass")
    assert list_kinds("x = f(y)") != list_kinds("x = f[y]")


def test_code_in_strings_counts() -> None:
    assert list_kinds('f"{x + 1}"') != list_kinds('f"{x}"')
    assert list_kinds('f"a{x}b"') == list_kinds('f"{y}"')


def test_lines_count_through_all_files() -> None:
    tokens = read_tokens({"a.py": "x\r\ny\n", "b.py": "\nz"}, "python")
    assert list(tokens.lines) == [0, 1, 4]


def test_a_suffix_decides_unless_it_fits_the_exercise() -> None:
    code = "int f(void) { return 1; }"
    assert list_kinds(code, "a.h") == list_kinds(code, "a.c")
    assert read_tokens({"a.h": code}, "c").codes == read_tokens({"a.h": code}, "C").codes
    assert read_tokens({"submission": "def f(): pass"}, "python3").codes == list_kinds(
        "def f(): pass"
    )


def test_tokens_beyond_the_limit_are_cut() -> None:
    tokens = read_tokens({"a.py": "x = 1\n" * MAX_TOKENS}, "python")
    assert tokens.is_cut and len(tokens) == MAX_TOKENS


@pytest.mark.parametrize(
    "text",
    [
        "(" * 400_000,
        '"' + '\\"' * 200_000,
        "/*" * 200_000,
        "'" * 400_001,
        "{" * 200_000 + "}" * 200_000,
        "`${" * 100_000,
        "a" * 1_000_000,
        "0" * 500_000 + "\\",
        "\n" * 500_000,
        "f(" * 100_000 + "x",
    ],
    ids=["open", "escaped", "comments", "quotes", "nested", "templates", "name", "number", "empty",
         "calls"],
)  # fmt: skip
def test_long_texts_without_a_grammar_are_read(text: str) -> None:
    tokens = read_tokens({"a.zig": text}, "zig", use_grammars=False)
    assert len(tokens) <= MAX_TOKENS


@pytest.mark.parametrize("suffix", [".py", ".js", ".ml"])
def test_deeply_nested_texts_are_read_with_a_grammar(suffix: str) -> None:
    assert len(read_tokens({f"a{suffix}": "(" * 4_000 + ")" * 4_000}, "")) > 4_000


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.sampled_from([*SUFFIXES, ".zig", ""]), st.booleans())
def test_any_text_is_read_and_stored(text: str, suffix: str, use_grammars: bool) -> None:
    tokens = read_tokens({f"a{suffix}": text}, "lisp", use_grammars=use_grammars)
    assert len(tokens.codes) == 4 * len(tokens)
    assert unpack_tokens(pack_tokens(tokens)) == tokens
    assert all(0 <= line <= text.count("\n") + text.count("\r") for line in tokens.lines)


def test_lone_surrogates_and_nul_bytes_are_read() -> None:
    assert len(list_kinds("x = '\ud800\0'")) > 0
    assert len(read_tokens({"a.zig": "\ud800 \0 \u202e"}, "zig")) > 0


@settings(max_examples=40, deadline=None)
@given(PROGRAM, st.data())
def test_renaming_and_reformatting_change_no_token(program: list[str], data: st.DataObject) -> None:
    names = data.draw(
        st.lists(
            st.from_regex(r"[a-z_]{2,8}", fullmatch=True).filter(
                lambda name: not (keyword.iskeyword(name) or keyword.issoftkeyword(name))
            ),
            min_size=3,
            max_size=3,
            unique=True,
        )
    )
    comment = data.draw(st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20))
    original = write_program(program, ("first", "second", "third"))
    changed = write_program(program, names, comment=comment, indent="\t\t")
    assert list_kinds(original) == list_kinds(changed)


def test_a_sequence_of_nothing() -> None:
    empty = read_tokens({}, "python")
    assert len(empty) == 0 and empty == TokenSequence.from_tokens(())
    assert unpack_tokens(pack_tokens(empty)) == empty
