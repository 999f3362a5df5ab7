"""How an exercise is loaded: the order, what each part sees, and whose fault an error is."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.toolbox.learn_ocaml_judge.conftest import JUDGE, Grade
from tests.toolbox.learn_ocaml_judge.sample import DOUBLE, RIGHT, make_unit_test_exercise

pytestmark = pytest.mark.machine

REPORT = 'let give n = Test_lib.set_result [Report.Message ([Report.Text "given"], Success n)]\n'


def _make_exercise(test: str, **files: str) -> dict[str, str]:
    named = {f"{name}.ml": text for name, text in files.items()}
    return {"solution.ml": "let x = 1", **named, "test.ml": REPORT + test}


@pytest.mark.parametrize(
    ("test", "files", "source"),
    [
        ("let () = give (a + b)", {"prelude": "let a = 1", "prepare": "let b = a"}, ""),
        ("let () = give Code.two", {"prelude": "let a = 1", "prepare": "let b = a"},
         "let two = a + b"),
        ("let () = give (Code.one + Solution.x)", {}, "let one = 1"),
        ("let () = give (List.length code_ast)", {}, "let a = 1 let b = 2"),
        ("let () = give 7 let () = give 2", {}, ""),
        ("let () = results := Some [] ;; let () = give 2", {}, ""),
        ("let () = give 2;; let rec loop = fun () -> loop ()", {}, ""),
        ("open Learnocaml_report let () = give 2", {}, ""),
        ("let () = match timeout with Some 5 -> give 2 | _ -> ()", {}, ""),
        ("let () = give !r",
         {"prelude": "type 'a ref = {c : 'a} let r = {c = 2} let (!) r = r.c"}, ""),
        ("let () = give 2", {"prelude": "module Grading = struct end module Test_lib_ = List"}, ""),
        ("let () = give 2", {"prelude": "#warnings \"-a\";;\nlet a = 1;;\nlet a = 2"}, ""),
        ("let () = give 2", {"prelude": "type t = A;;\ntype t = B;;\nlet b = B"}, "let c = b"),
        ("let () = print_html \"<b>\"; give 2", {}, 'let () = Learnocaml_callback.print_html ""'),
        ("let () = give 2", {"prelude": "let () = print_string \"prelude\""}, ""),
        ("let () = if Code.seen = 0 then give 2",
         {"prelude": "let count = ref 0", "solution": "let () = incr count"}, "let seen = !count"),
        ("let () = print_string (String.make 100_000 'x'); give 2", {}, ""),
        (";;\n#install_printer show;;\nlet () = give 2",
         {"prelude": "type t = T let show f T = Format.pp_print_string f \"the t\""}, ""),
    ],
)  # fmt: skip
def test_a_grader_finds_what_it_needs(
    grade: Grade, test: str, files: dict[str, str], source: str
) -> None:
    graded = grade(source, _make_exercise(test, **files))
    assert (graded.points, graded.failed) == (2, False)


@pytest.mark.parametrize("source", ["let y = Solution.x", "open Solution", "let y = code_ast"])
def test_a_submission_does_not_see_what_is_loaded_beside_it(grade: Grade, source: str) -> None:
    assert grade(source, _make_exercise("let () = give 2")).failure["kind"] == "refused"


def test_progress_is_sent_at_once(grade: Grade) -> None:
    test = 'let () = Test_lib.(set_progress "first"; set_progress "second"); give 2'
    graded = grade("", _make_exercise(test))
    assert graded.progress == ["first", "second"]
    assert [list(answer) for answer in graded.answers] == [["progress"], ["progress"], ["report"]]


VALUES = """
open Test_lib
let display ty name = test_variable_property ty name (fun _ -> [])
let () =
  set_result
    (test_function_1_against_solution [%ty: int -> colour] "paint" ~gen:0 [ 1 ]
     @ test_function_1_against_solution [%ty: int -> colour box] "pack" ~gen:0 [ 1 ])
"""


@pytest.mark.parametrize("place", ["prelude.ml", "prepare.ml", "test.ml"])
def test_functions_named_print_and_a_type_print_it(grade: Grade, place: str) -> None:
    """Source: learn-ocaml §4.2, printers since 1.0."""
    types = "type colour = Red | Green  type 'a box = Box of 'a\n"
    printers = """
let print_colour f (_ : colour) = Format.pp_print_string f "<some colour>"
let print_box inner f (Box x) = Format.fprintf f "<box of %a>" inner x
let print_nothing x = ignore x
let print_list = 3
"""
    functions = "let paint _ = Red  let pack _ = Box Green"
    exercise = {"prelude.ml": types, "prepare.ml": "", "solution.ml": functions, "test.ml": VALUES}
    exercise[place] = (
        printers + exercise[place] if place == "test.ml" else exercise[place] + printers
    )
    text = grade(functions, exercise).text
    assert "<some colour>" in text
    assert "<box of <some colour>>" in text


FORM = "allow.json: must have the form"
FAULTS = {
    "prelude with a syntax error": ({"prelude.ml": "let a = "}, "prelude", "Syntax error", 1),
    "prelude of a wrong type": ({"prelude.ml": "\nlet a = 1 + true"}, "prelude", "type bool", 2),
    "prelude that raises": ({"prelude.ml": "\n\nlet () = failwith \"no\""}, "prelude", "no", 3),
    "prelude that exits": ({"prelude.ml": "let () = exit 0"}, "prelude", "exit", 1),
    "prepare without its library": ({"prepare.ml": "open Vg"}, "prepare", "Vg", 1),
    "prelude that loads a library": ({"prelude.ml": "#load \"vg.cma\";;"}, "prelude", "#load", 1),
    "solution of a wrong type": ({"solution.ml": "let x = 1 + ''"}, "solution", "", 1),
    "solution that raises": ({"solution.ml": "let () = raise Exit"}, "solution", "Exit", None),
    "no solution": ({"solution.ml": None}, "solution", "solution.ml is missing", None),
    "no test": ({"test.ml": None}, "test", "test.ml is missing", None),
    "test of a wrong type": ({"test.ml": "\n\nlet () = Code.double"}, "test", "type int", 3),
    "test that raises": ({"test.ml": "let a = 1\nlet () = raise Exit"}, "test", "Exit", 2),
    "test that exits": ({"test.ml": "let () = exit 0"}, "test", "exit", 1),
    "test without a report": ({"test.ml": "let () = ()"}, "no report", "set_result", None),
    "test that overflows": ({"test.ml": "let rec f x = 1 + f x let () = print_int (f 1)"},
                            "test", "stack overflow", 1),
    "unknown library": ({"test_libs.txt": "learn-ocaml.mutation_testing\nvg # pictures\n"},
                        "library", "vg", None),
    "missing dependency": ({"depend.txt": "more.ml"}, "depend", "more.ml", None),
    "dependency of another kind": ({"depend.txt": "a.txt", "a.txt": ""}, "depend", "a.txt", None),
    "wrong dependency": ({"depend.txt": "a.ml", "a.ml": "let x = 1 + ''"}, "depend", "", 1),
    "unknown allowance": ({"allow.json": '{"allow": ["network"]}'}, "library", "network", None),
    "allowances in another form": ({"allow.json": '["files"]'}, "library", FORM, None),
    "allowances that go on": ({"allow.json": '{"allow": []} x'}, "library", FORM, None),
    "allowances that stop": ({"allow.json": '{"allow": ["files"'}, "library", FORM, None),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "stage", "message", "line"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_exercise_is_named_with_its_place(
    grade: Grade, changes: dict[str, str | None], stage: str, message: str, line: int | None
) -> None:
    files = {**DOUBLE, **changes}
    graded = grade(RIGHT, {name: text for name, text in files.items() if text is not None})
    failure = graded.failure
    assert (failure["whose"], failure["stage"]) == ("exercise", stage), failure
    assert message in failure["message"]
    assert failure.get("line") == line
    assert graded.points == 0


def test_dependencies_are_modules_that_the_grader_uses(grade: Grade) -> None:
    """Source: learn-ocaml §4.1 step 8."""
    exercise = _make_exercise(
        "let () = give (Counting.two + also)",
    ) | {
        "depend.txt": "# what the tests share\nlib/counting.mli\nlib/counting.ml\nshared.ml\n",
        "lib/counting.mli": "val two : int",
        "lib/counting.ml": "let one = 1 let two = one + one",
        "shared.ml": "[@@@included]\nlet also = Counting.two let tree = [%expr x + 1]",
    }
    assert grade("", exercise).points == 4
    hidden = exercise | {"test.ml": REPORT + "let () = give Counting.one"}
    assert "Counting.one" in grade("", hidden).failure["message"]


ALLOWED = {
    "files": 'let f () = close_in (open_in "nothing") let g = Filename.temp_file',
    "sys": 'let () = at_exit ignore let f = Sys.command let g () = Sys.getenv "HOME" '
    "let h = Sys.argv",
    "unix": "let f () = Unix.getpid ()",
    "gc": "let () = Gc.finalise ignore (ref 1)  let f = Weak.create 3",
    "parsing": "let f = Lexing.engine let g = Parsing.yyparse",
    "marshal": "let f x = Marshal.to_string x [] let g : int = Marshal.from_string (f 1) 0",
    "unsafe": "let f : int = Obj.magic 1 let g = Array.unsafe_get external h : int -> int = "
    '"%identity"',
    "bigarray": "let f = Bigarray.(Array1.create char c_layout 3)",
    "objects": "let f = object (_ : 'self) method private a = 1 "
    "method b : 'a. 'a -> 'a = fun x -> x end",
    "gadts": "type _ t = Int : int -> int t  let f : type a. a t -> a = function Int n -> n",
    "modules": "module rec M : sig val f : int -> int end = struct\n"
    "let f n = if n = 0 then 0 else M.f (n - 1) end  let zero = M.f 3\n"
    "module type S = module type of List",
}  # fmt: skip


@pytest.mark.parametrize(("word", "source"), ALLOWED.items())
def test_an_exercise_offers_only_the_extras_it_requests(
    grade: Grade, word: str, source: str
) -> None:
    asking = make_unit_test_exercise() | {"allow.json": json.dumps({"allow": [word]}, indent=1)}
    others: dict[str, Any] = {"allow": [other for other in ALLOWED if other != word]}
    assert grade(source, asking).points == 1
    graded = grade(source, make_unit_test_exercise() | {"allow.json": json.dumps(others)})
    assert graded.failure["kind"] == "refused"
    assert (
        grade(source, make_unit_test_exercise() | {"allow.json": '{"allow": []}'}).failure["kind"]
        == "refused"
    )


def test_the_schema_of_allow_json_has_the_graders_words(grade: Grade) -> None:
    schema = json.loads((JUDGE / "allow.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    words = schema["properties"]["allow"]["items"]["enum"]
    unknown = grade("", make_unit_test_exercise() | {"allow.json": '{"allow": ["?"]}'})
    assert unknown.failure["message"].endswith(f"use one of {', '.join(words)}")
    assert list(ALLOWED) == words
