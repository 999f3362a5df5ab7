"""How a grader looks up and displays names, types and values (learn-ocaml §5.2, §5.3)."""

import pytest

from tests.toolbox.learn_ocaml_judge.answers import EMPTY, grade_expressions
from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

BEFORE = """
open Introspection
let kind = function
  | Absent -> "absent" | Present _ -> "present" | Incompatible why -> "incompatible: " ^ why
let display ty value = Format.asprintf "%a" (get_printer ty) value
type ('a, 'b) wanted = 'a * 'b
type wrong = int
type color = Red | Blue of int
let print_color ppf = function
  | Red -> Format.fprintf ppf "red" | Blue n -> Format.fprintf ppf "blue %d" n
module M = struct let x = 1 let ( + ) = ( + ) end
module type S = sig val x : int end
let f = Test_lib.printable_fun "twice" (fun x -> 2 * x)
let g x = x
"""

SUBMISSION = """
let x = 1
let id x = x
let r = ref []
let lazy_one = lazy 1
module M = struct module N = struct let y = "y" end end
let ( +! ) = ( + )
type 'a t = 'a * bool
"""

ASKED = [
    ('kind (get_value "Code.x" [%ty: int])', "present"),
    ('kind (get_value "Code.x" [%ty: string])', "incompatible: its type is int instead of string"),
    ('kind (get_value "Code.nothing" [%ty: int])', "absent"),
    ('kind (get_value "Code.id" [%ty: int -> int])', "present"),
    ("kind (get_value \"Code.id\" [%ty: 'a -> 'a])", "present"),
    ("kind (get_value \"Code.id\" [%ty: 'a -> 'b])",
     "incompatible: its type is 'a -> 'a instead of 'a -> 'b"),
    ('kind (get_value "Code.M.N.y" [%ty: string])', "present"),
    ('kind (get_value "Code.M.Nothing.y" [%ty: string])', "absent"),
    ('kind (get_value "Code.( +! )" [%ty: int -> int -> int])', "present"),
    ('kind (get_value "Code.+!" [%ty: int -> int -> int])', "present"),
    ('kind (get_value "M.+" [%ty: int -> int -> int])', "present"),
    ('kind (get_value "M" [%ty: (module S)])', "present"),
    ('kind (get_value "Nothing" [%ty: (module S)])', "absent"),
    ('kind (get_value "List.length" [%ty: int list -> int])', "present"),
    ('kind (compatible_type "wanted" "Code.t")', "present"),
    ('kind (compatible_type "wrong" "Code.t")',
     "incompatible: it is not compatible with wrong"),
    ('kind (compatible_type "wanted" "Code.u")', "absent"),
    ('kind (compatible_type "nothing" "Code.t")', "absent"),
    ('String.concat "|" (Longident.flatten (parse_lid "A.B.c"))', "A|B|c"),
    # Values as the toplevel prints them.
    ("display [%ty: int list] [1; -2]", "[1; -2]"),
    ("display [%ty: string * char] (\"a\\\"\", 'b')", '("a\\"", \'b\')'),
    ("display [%ty: int -> int] g", "<fun>"),
    ("display [%ty: float option] (Some 1.5)", "Some 1.5"),
    ("display [%ty: int list] (List.init 1000 Fun.id) |> fun s ->"
     " string_of_bool (String.length s < 3000 && String.length s > 500)", "true"),
    ("Format.asprintf \"%a\" (fun ppf v -> print_value ppf v [%ty: int]) 3", "3"),
    # Printers named after a type, also inside other values.
    ("display [%ty: color list] [Red; Blue 2]", "[red; blue 2]"),
    # Functions with a name, wherever they are.
    ("display [%ty: int -> int] f", "twice"),
    ("display [%ty: (int -> int) * int] (f, 1)", "(twice, 1)"),
    ("display [%ty: (int -> int) list] [f; g]", "[twice; <fun>]"),
    # Witnesses.
    ("Ty.print [%ty: int   list]", "int list"),
    ("Ty.print (fst (Ty.domains [%ty: int -> bool]))", "int"),
    ("Ty.print (Ty.curry ([%ty: int], [%ty: bool]))", "int -> bool"),
    ("Ty.print (Ty.pair2 [%ty: int] [%ty: bool])", "(int * bool)"),
    ("Ty.print (Ty.pair3 [%ty: int] [%ty: bool] [%ty: char])", "(int * bool * char)"),
    ("Ty.print (Ty.pair4 [%ty: int] [%ty: bool] [%ty: char] [%ty: unit])",
     "(int * bool * char * unit)"),
    ("Ty.print (Ty.lst [%ty: int -> int])", "(int -> int) list"),
    ("Ty.print (Ty.repr (Ty.obj [%ty: int]))", "int"),
]  # fmt: skip


def test_names_types_and_values_are_found_and_shown(grade: Grade) -> None:
    requests = [expression for expression, _ in ASKED]
    messages = grade_expressions(grade, requests, before=BEFORE, submission=SUBMISSION)

    assert messages == [expected for _, expected in ASKED]


# The argument's type and value, and how a call shows it.
ARGUMENTS = [
    ("int", "3", "3"),
    ("int", "(-3)", "(-3)"),
    ("float", "(-0.5)", "(-0.5)"),
    ("string", '"a b"', '"a b"'),
    ("string", r'"a\"b c"', r'"a\"b c"'),
    ("char", "' '", "' '"),
    ("int * int", "(1, -2)", "(1, -2)"),
    ("int list", "[1; 2]", "[1; 2]"),
    ("int array", "[|1; 2|]", "[|1; 2|]"),
    ("int option", "Some 1", "(Some 1)"),
    ("int option", "None", "None"),
    ("(int * int) option", "Some (1, 2)", "(Some (1, 2))"),
    ("int ref", "(ref 1)", "{contents = 1}"),
    ("unit", "()", "()"),
    ("char list", "['('; ' ']", "['('; ' ']"),
    ("string list", '["]"; "a b"]', '["]"; "a b"]'),
]  # fmt: skip


def test_arguments_have_parentheses_where_a_call_needs_them(grade: Grade) -> None:
    report = "List.concat [" + "; ".join(
        f'test_function_1_against ~gen:0 [%ty: {ty} -> unit] "f" ignore [{value}]'
        for ty, value, _ in ARGUMENTS
    )
    graded = grade("let f _ = ()", make_exercise(f"{report}]"))

    calls = [text for text, _ in graded.results if text.startswith("Computing")]
    assert calls == [f"Computing f {call}" for *_, call in ARGUMENTS]


def test_a_long_call_has_a_line_for_each_argument(grade: Grade) -> None:
    long = "[" + "; ".join(str(number) for number in range(20)) + "]"
    report = (
        'test_function_2_against ~gen:0 [%ty: int list -> int list -> unit] "f" (fun _ _ -> ())'
        f" [({long}, {long})]"
    )
    graded = grade("let f _ _ = ()", make_exercise(report))

    assert f"Computing f\n  {long}\n  {long}" in graded.text


def test_abstract_values_stay_abstract(grade: Grade) -> None:
    submission = "module M : sig type t val x : t end = struct type t = int let x = 3 end"
    test = (
        'open Test_lib let () = set_result (test_variable_property [%ty: Code.M.t] "M.x"'
        " (fun x -> test [%ty: Code.M.t] (Ok x) (Ok x)))"
    )
    graded = grade(submission, {**EMPTY, "test.ml": test})

    assert graded.results[-1] == ("Correct value <abstr>", 1)


# A value of the student's, its type, and how it is shown beside another one.
VALUES = [
    ("let rec x = 1 :: x", "int list", "[1; 2]", "its value is too large to be compared."),
    ("let rec x = succ :: x", "(int -> int) list", "[]", "too large to be compared."),
    ("let x = List.init 1_000_000 Fun.id", "int list", "[]", "; ...] instead of []"),
    ("let x = lazy (1 / 0)", "int lazy_t", "lazy 1", "<lazy> instead of lazy 1"),
    ("let x = `B 1", "[ `A | `B of int ]", "`A", "`B 1 instead of `A"),
    ("exception Mine let x = Mine", "exn", "Not_found", "Code.Mine instead of Not_found"),
    ("let x = object end", "< >", "object end", "<obj> instead of <obj>"),
    ("let x = ref 1.5", "float ref", "ref 0.", "{contents = 1.5} instead of {contents = 0.}"),
    ("let x = {|a\n\x01\xff|}", "string", '""', r'"a\n\001�" instead of ""'),
    ("let x = {|é|}", "string", '""', '"é" instead of ""'),
    ("type color = Red let x = Red", "color", "Red", "Its type is Code.color instead of color"),
]  # fmt: skip


@pytest.mark.long(reason="grades each value")
@pytest.mark.parametrize(("submission", "ty", "expected", "text"), VALUES)
def test_large_values_are_shown_shortened(
    grade: Grade, submission: str, ty: str, expected: str, text: str
) -> None:
    report = f'test_variable [%ty: {ty} ] "x" ({expected})'
    before = 'let named = printable_fun "named" succ'
    loaded = make_exercise(report, before=before, prelude="type color = Red")
    graded = grade(submission.replace("ÿ", "\udcff").encode(errors="surrogateescape"), loaded)

    assert graded.results[-1][1] == "failure"
    assert graded.text.endswith(text)
    assert len(graded.text) < 5000
