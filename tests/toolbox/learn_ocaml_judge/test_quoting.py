"""Quoted code is its parse tree. As a pattern, it matches code that is written the same."""

from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.answers import EMPTY, grade_expressions, quote_literal
from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded

pytestmark = pytest.mark.machine

# The kind of quote, how it is written, the compiler's parser, and the mapper's function for it.
KINDS = {
    "expressions": ("[%expr {} ]", "Parse.expression", "expr"),
    "patterns": ("[%pat? {} ]", "Parse.pattern", "pat"),
    "types": ("[%type: {} ]", "Parse.core_type", "typ"),
    "structures": ("[%str {} ]", "Parse.implementation", "structure"),
    "signatures": ("[%sig: {} ]", "Parse.interface", "signature"),
}

# A quote has no attributes.
WITHOUT_ATTRIBUTES = {"x [@a]": "x", "let x = 1 [@@b] in x": "let x = 1 in x", "begin a end": "a"}

PLAIN = "let plain part tree = let s = Test_lib.ast_location_stripper in (part s) s tree\n"


def list_texts(kind: str) -> list[str]:
    """Return code of one kind. Every line is different from all others."""
    file = Path(__file__).parent / "quotes" / f"{kind}.txt"
    return file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_a_quote_equals_the_parsed_text(grade: Grade, kind: str) -> None:
    quote, parse, part = KINDS[kind]
    before = f"{PLAIN} let plain = plain (fun s -> s.Ast_mapper.{part})"
    messages = grade_expressions(
        grade,
        [
            f"string_of_bool (plain {quote.replace('{}', code)}"
            f" = plain ({parse} (Lexing.from_string {quote_literal(meant)})))"
            for code in list_texts(kind)
            for meant in [WITHOUT_ATTRIBUTES.get(code, code)]
        ],
        before=before,
    )

    assert dict(zip(list_texts(kind), messages, strict=True)) == dict.fromkeys(
        list_texts(kind), "true"
    )


@pytest.mark.long(reason="compiles many quotes")
@pytest.mark.parametrize("kind", KINDS)
def test_a_quote_as_a_pattern_matches_the_same_code_and_no_other(grade: Grade, kind: str) -> None:
    quote, parse, part = KINDS[kind]
    codes = list_texts(kind)
    trees = "; ".join(f"{parse} (Lexing.from_string {quote_literal(code)})" for code in codes)
    before = f"{PLAIN} let trees = List.map (plain (fun s -> s.Ast_mapper.{part})) [ {trees} ]"
    messages = grade_expressions(
        grade,
        [
            'String.concat "" (List.map'
            f' (function {quote.replace("{}", code)} -> "1" | _ -> "0") trees)'
            for code in codes
        ],
        before=before,
    )

    expected = [WITHOUT_ATTRIBUTES.get(code, code) for code in codes]
    assert messages == [
        "".join(str(int(value == other)) for other in expected) for value in expected
    ]


# A pattern with holes, code, and what the pattern binds ("-" if it does not match).
HOLES = [
    ("[%expr [%e? x] + 1]", "f 2 + 1", "f 2"),
    ("[%expr [%e x] + 1]", "f 2 + 1", "f 2"),
    ("[%expr [%e x] + 1]", "f 2 + 2", "-"),
    ("[%expr f [%e? { pexp_desc = Pexp_ident _; _ } as x]]", "f y", "y"),
    ("[%expr f [%e? { pexp_desc = Pexp_ident _; _ } as x]]", "f 1", "-"),
    ("[%expr f [%e? [%expr g [%e? x]]]]", "f (g 1)", "1"),
    ("[%expr f [%e? [%expr a] | [%expr b]]] as x", "f b", "f b"),
    ("[%expr if [%e? _] then [%e? x] else [%e? _]]", "if a then b else c", "b"),
    ("[%expr fun [%p? _] -> [%e? x]]", "fun (a, b) -> a", "a"),
    ("[%expr ([%e? x] : [%t? _])]", "(a : int)", "a"),
    ("[%expr let [%p? [%pat? y]] = [%e? x] in y]", "let y = 1 in y", "1"),
    ("{ pexp_desc = Pexp_apply ([%expr ( * )], [ _; (_, x) ]); _ }", "a * b", "b"),
    ("{ pexp_desc = Pexp_apply ([%expr ( * )], [ _; (_, x) ]); _ }", "a + b", "-"),
]


def test_holes_of_a_pattern_are_patterns(grade: Grade) -> None:
    before = (
        "open Parsetree\nlet expression text ="
        " Test_lib.ast_location_stripper.expr Test_lib.ast_location_stripper"
        " (Parse.expression (Lexing.from_string text))"
    )
    messages = grade_expressions(
        grade,
        [
            f"match expression {quote_literal(code)} with {pattern}"
            ' -> Pprintast.string_of_expression x | _ -> "-"'
            for pattern, code, _ in HOLES
        ],
        before=before,
    )

    assert [(*row[:2], one) for row, one in zip(HOLES, messages, strict=True)] == HOLES


# An expression that evaluates to a string, and the string.
FILLED = [
    ("text [%expr [%e [%expr f x]] + [%e one]]", "(f x) + 1"),
    ("text [%expr fun [%p [%pat? (a, b)]] -> (a : [%t [%type: int]])]", "fun (a, b) -> (a : int)"),
    ('text [%expr [%e Ast_helper.Exp.constant (Ast_helper.Const.integer "7")]]', "7"),
    ("structure [%str let x = 1 [%%s [%str let y = 2 let z = 3]] let u = 4]",
     "let x = 1\nlet y = 2\nlet z = 3\nlet u = 4"),
    ("structure [ [%stri let x = 1] ]", "let x = 1"),
    ("match [%str let x = 1 let y = 2] with [%str let x = 1 [%%s? rest]] -> structure rest"
     ' | _ -> "-"', "let y = 2"),
    ("Ty.print [%ty: (int * string) list -> 'a option]", "(int * string) list -> 'a option"),
    ("Ty.print [%ty: (module S with type t = int)]", "(module S with type t = int)"),
    ("Ty.print (Ty.ty_of_fun_ty [%funty: int -> bool])", "int -> bool"),
    ("Ty.print (Ty.ty_of_fun_ty [%funty: int -> (int -> int) -> bool -> unit])",
     "int -> (int -> int) -> bool -> unit"),
    ("Ty.print (Ty.result_ty [%funty: int -> bool -> unit])", "unit"),
    ("let a, b, tree = [%code f 1 + g 2] in Printf.sprintf \"%d %d %s\" a b (text tree)",
     "13 203 (f 1) + (g 2)"),
    ("Introspection.print_value Format.str_formatter [%printable fun x -> x + 1]"
     " [%ty: int -> int]; Format.flush_str_formatter ()", "fun x -> x + 1"),
    ("string_of_int ([%printable fun x -> x + 1] 2)", "3"),
]  # fmt: skip


def test_quotes_contain_the_values_in_their_holes(grade: Grade) -> None:
    before = """
    let text = Pprintast.string_of_expression
    let structure = Pprintast.string_of_structure
    let one = [%expr 1]
    module type S = sig type t end
    """
    test = "\n".join(f"Report.(Message ([Output ({code})], Important));" for code, _ in FILLED)
    graded = grade(
        "let f x = x + 10 let g x = x",
        {
            **EMPTY,
            "solution.ml": "let f x = x + 100 let g x = x * 51",
            "test.ml": f"{before}\nlet () = Test_lib.set_result [ {test} ]",
        },
    )

    messages = [text for text, _ in graded.results]
    assert [(row[0], one) for row, one in zip(FILLED, messages, strict=True)] == FILLED


WRONG = [
    ("[%expr]", "[%expr expression]"),
    ("[%expr: int]", "[%expr expression]"),
    ("[%pat 1]", "[%pat? pattern]"),
    ("[%type int]", "[%type: type]"),
    ("[%stri let x = 1 let y = 2]", "[%stri item]"),
    ("[%sig 1]", "[%sig: items]"),
    ("[%ty int]", "[%ty: type]"),
    ("[%funty: int]", "a -> b -> result"),
    ("[%funty: a:int -> int]", "without labels"),
    ("[%code]", "[%code expression]"),
    ("[%expr f [%e]]", "[%e expression]"),
    ("(function [%expr f [%e: int]] -> ())", "[%e expression]"),
    ("(function [%expr f [%e 1 + 1]] -> ())", "[%e? pattern]"),
    ("(function [%str [%%s? x] let y = 1] -> ())", "at the end"),
    ("[%unknown 1]", "unknown"),
]


def fail_test(grade: Grade, test: str) -> Graded:
    return grade("", {**EMPTY, "test.ml": test})


@pytest.mark.parametrize(("code", "text"), WRONG)
def test_a_malformed_quote_is_the_exercises_fault_with_its_place(
    grade: Grade, code: str, text: str
) -> None:
    failure = fail_test(grade, f"let fine = 1\nlet _ = {code}").failure

    assert failure["whose"] == "exercise"
    assert (failure["file"], failure["line"]) == ("test.ml", 2)
    assert text in failure["message"]
    assert failure["column"] >= 8


def test_the_content_of_a_hole_is_typed_at_its_place(grade: Grade) -> None:
    failure = fail_test(grade, "let _ = [%expr f [%e 1]]").failure

    assert (failure["line"], failure["column"]) == (1, len("let _ = [%expr f [%e "))
    assert "Parsetree.expression" in failure["message"]


def test_students_cannot_quote(grade: Grade) -> None:
    failure = grade("let x = [%expr 1]", {**EMPTY, "test.ml": ""}).failure

    assert failure["whose"] == "student"
    assert "expr" in failure["message"]
