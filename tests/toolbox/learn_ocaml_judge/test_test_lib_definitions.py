"""Tests of a submission's variables, references, modules and types by name (learn-ocaml §5.2)."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

SIGNATURE = "module type S = sig type t val zero : t val show : t -> string end"
INTEGERS = "struct type t = int let zero = 0 let show = string_of_int end"
SHOW_ZERO = 'fun (module M : S) -> test [%ty: string] (Ok (M.show M.zero)) (Ok "0")'

FOUND_X = ("Found x with a compatible type.", "informative")

# The report's expression, the submission, the messages.
DEFINITIONS = [
    ("test_variable [%ty: int] \"x\" 3", "let x = 3", [FOUND_X, ("Correct value 3", 1)]),
    ("test_variable [%ty: int] \"x\" 3", "let x = 4",
     [FOUND_X, ("Wrong value 4 instead of 3", "failure")]),
    ("test_variable [%ty: int] \"x\" 3", "let x = 3 let x = \"\"",
     [("Found x with an unexpected type. \n Its type is string instead of int", "failure")]),
    ("test_variable [%ty: int] \"x\" 3", "",
     [("Cannot find a definition of x", "failure")]),
    ("test_variable [%ty: int] \"M.x\" 3", "module M = struct let x = 3 end",
     [("Found M.x with a compatible type.", "informative"), ("Correct value 3", 1)]),
    ("test_variable_against_solution [%ty: string] \"x\"", "let x = \"solution\"",
     [FOUND_X, ('Correct value "solution"', 1)]),
    ("test_variable_against_solution [%ty: string] \"y\"", "let y = \"solution\"",
     [("Looking for y in the reference solution.", "informative"),
      ("Cannot find a definition of y", "failure")]),
    ("test_variable_property [%ty: int list] \"x\" (fun x -> test_ref [%ty: int] (ref 2)"
     " (List.length x))", "let x = [1; 2]", [FOUND_X, ("Correct value 2", 1)]),
    ("test_ref [%ty: int] counter 1", "let () = incr counter", [("Correct value 1", 1)]),
    ("test_ref [%ty: int] counter 1", "", [("Wrong value 0 instead of 1", "failure")]),
    # Types of the prelude are the same in the student's code and in the grader.
    ("test_variable [%ty: color] \"x\" Red", "let x = Blue",
     [FOUND_X, ("Wrong value Blue instead of Red", "failure")]),
    (f"test_student_code [%ty: (module S)] ({SHOW_ZERO})",
     "type t = int let zero = 0 let show = string_of_int",
     [("Found your code with a compatible type.", "informative"), ('Correct value "0"', 1)]),
    (f"test_module_property [%ty: (module S)] \"M\" ({SHOW_ZERO})", f"module M = {INTEGERS}",
     [("Found M with a compatible type.", "informative"), ('Correct value "0"', 1)]),
    (f"test_variable_property [%ty: (module S)] \"M\" ({SHOW_ZERO})", f"module M = {INTEGERS}",
     [("Found M with a compatible type.", "informative"), ('Correct value "0"', 1)]),
    ("test_module_property [%ty: (module S with type t = int)] \"M\" (fun (module M) ->"
     " test [%ty: int] (Ok M.zero) (Ok 0))", f"module M = {INTEGERS}",
     [("Found M with a compatible type.", "informative"), ('Correct value 0', 1)]),
    (f"test_module_property [%ty: (module S)] \"M\" ({SHOW_ZERO})", "",
     [("Cannot find a definition of M", "failure")]),
    ("compatible_type ~expected:\"wanted\" \"t\"", "type t = int * bool",
     [("Type t is compatible.", 5)]),
    ("compatible_type ~expected:\"wanted\" \"t\"", "type t = int * int",
     [("Type t is wrong: it is not compatible with wanted", "failure")]),
    ("compatible_type ~expected:\"wanted\" \"t\"", "", [("Type t is not defined.", "failure")]),
    ("snd (existing_type \"t\")", "type t = A", [("Type t is defined.", 1)]),
    ("snd (existing_type ~score:3 \"M.t\")", "module M = struct type t end",
     [("Type M.t is defined.", 3)]),
    ("snd (existing_type \"t\")", "", [("Type t is not defined.", "failure")]),
    ("snd (abstract_type \"M.t\")", "module M : sig type t end = struct type t = int end",
     [("Type M.t is abstract, as it should be.", 5)]),
    ("snd (abstract_type ~score:2 \"M.t\")", "module M : sig type t = private int end ="
     " struct type t = int end", [("Type M.t is private: that is enough.", 2)]),
    ("snd (abstract_type ~allow_private:false \"M.t\")", "module M : sig type t = private int end ="
     " struct type t = int end",
     [("Type M.t should be abstract: hide its definition in the signature.", "failure")]),
    ("snd (abstract_type \"t\")", "type t = A",
     [("Type t should be abstract: hide its definition in the signature.", "failure")]),
    ("snd (abstract_type \"t\")", "", [("Type t is not defined.", "failure")]),
    ("[ info ~message:(string_of_bool (fst (abstract_type \"t\"))) ]", "type t = A",
     [("false", "informative")]),
]  # fmt: skip


@pytest.mark.parametrize(("report", "submission", "expected"), DEFINITIONS)
def test_definitions_are_found_by_name_and_tested(
    grade: Grade, report: str, submission: str, expected: list[tuple[str, object]]
) -> None:
    loaded = make_exercise(
        report,
        before=f"{SIGNATURE}\ntype wanted = int * bool",
        solution='let x = "solution"',
        prelude="type color = Red | Blue\nlet counter = ref 0",
    )
    # learn-ocaml runs the solution before the student's code, so the solution must not change the
    # counter.
    assert grade(submission, loaded).results == expected


def test_a_module_of_another_signature_is_reported_with_the_missing_item(grade: Grade) -> None:
    report = f'test_module_property [%ty: (module S)] "M" ({SHOW_ZERO})'
    graded = grade("module M = struct type t = int end", make_exercise(report, before=SIGNATURE))

    [(text, result)] = graded.results
    assert result == "failure"
    assert "Found M with an unexpected type" in text
    assert "`zero' is required" in text
