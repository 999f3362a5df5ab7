"""The messages and points of a grader's tests of functions, case by case (learn-ocaml §5.3)."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

SUCC = 'test_function_1_against_solution ~gen:0 [%ty: int -> int] "f"'
FOUND = ("Found f with a compatible type.", "informative")


def make_computing_line(call: str) -> tuple[str, str]:
    return (f"Computing {call}", "informative")


# The report's expression, the solution, the submission, the messages.
AGAINST_SOLUTION = [
    (f"{SUCC} [1; -1]", "let f x = x + 1", "let f x = 1 + x",
     [FOUND, make_computing_line("f 1"), ("Correct value 2", 1),
      make_computing_line("f (-1)"), ("Correct value 0", 1)]),
    (f"{SUCC} [1; -1]", "let f x = x + 1", "let f = abs",
     [FOUND, make_computing_line("f 1"), ("Wrong value 1 instead of 2", "failure"),
      make_computing_line("f (-1)"), ("Wrong value 1 instead of 0", "failure")]),
    (f"{SUCC} [1]", "let f x = x + 1", "let g x = x",
     [("Cannot find a definition of f", "failure")]),
    (f"{SUCC} [1]", "let f x = x + 1", "let f x = x ^ x",
     [("Found f with an unexpected type. \n Its type is string -> string instead of int -> int",
       "failure")]),
    (f"{SUCC} [1]", "let g x = x", "let f x = x",
     [("Looking for f in the reference solution.", "informative"),
      ("Cannot find a definition of f", "failure")]),
    # A more general function is accepted, a less general one is not.
    (f"{SUCC} [1]", "let f x = x", "let f x = x",
     [FOUND, make_computing_line("f 1"), ("Correct value 1", 1)]),
    ("test_function_1_against_solution ~gen:0 [%ty: 'a list -> int] \"f\" [[]]",
     "let f = List.length", "let f l = List.fold_left (+) 0 l",
     [("Found f with an unexpected type. \n Its type is int list -> int instead of 'a list -> int",
       "failure")]),
    # Exceptions: the same one, another one, one instead of a value, a value instead of one.
    (f"{SUCC} [1]", "let f _ = raise Not_found", "let f _ = raise Not_found",
     [FOUND, make_computing_line("f 1"), ("Correct exception Not_found", 1)]),
    (f"{SUCC} [1]", "let f _ = raise Not_found", "let f _ = failwith \"x\"",
     [FOUND, make_computing_line("f 1"),
      ('Wrong exception Failure("x") instead of the exception Not_found', "failure")]),
    (f"{SUCC} [1]", "let f x = x", "let f _ = failwith \"x\"",
     [FOUND, make_computing_line("f 1"),
      ('Unexpected exception Failure("x") instead of 1', "failure")]),
    (f"{SUCC} [1]", "let f _ = raise Not_found", "let f x = x",
     [FOUND, make_computing_line("f 1"),
      ("Wrong value 1 instead of the exception Not_found", "failure")]),
    # Operators, and values and calls that need parentheses.
    ("test_function_2_against_solution ~gen:0 [%ty: int option -> float list -> bool] \"<+>\" "
     "[(Some (-1), [-1.; 2.]); (None, [])]",
     "let (<+>) _ _ = true", "let (<+>) _ l = l <> []",
     [("Found <+> with a compatible type.", "informative"),
      make_computing_line("<+> (Some (-1)) [-1.; 2.]"), ("Correct value true", 1),
      make_computing_line("<+> None []"), ("Wrong value false instead of true", "failure")]),
]  # fmt: skip


@pytest.mark.parametrize(("report", "solution", "submission", "expected"), AGAINST_SOLUTION)
def test_a_function_is_compared_with_the_solution(
    grade: Grade, report: str, solution: str, submission: str, expected: list[tuple[str, object]]
) -> None:
    assert grade(submission, make_exercise(report, solution=solution)).results == expected


# Functions of 1 to 4 arguments and of five, in all forms: the displayed call.
FORMS = [
    ("test_function_1 [%ty: int -> int] \"f\" [(2, 3, \"\", \"\")]", "let f a = a + 1", "f 2"),
    ("test_function_2 [%ty: int -> int -> int] \"f\" [(1, 2, 3, \"\", \"\")]", "let f = (+)",
     "f 1 2"),
    ("test_function_3 [%ty: int -> int -> int -> int] \"f\" [(1, 1, 1, 3, \"\", \"\")]",
     "let f a b c = a + b + c", "f 1 1 1"),
    ("test_function_4 [%ty: int -> int -> int -> int -> int] \"f\" [(1, 1, 1, 0, 3, \"\", \"\")]",
     "let f a b c d = a + b + c + d", "f 1 1 1 0"),
    ("test_function_1_against ~gen:0 [%ty: int -> int] \"f\" succ [2]", "let f a = a + 1", "f 2"),
    ("test_function_2_against ~gen:0 [%ty: int -> int -> int] \"f\" (+) [(1, 2)]", "let f = (+)",
     "f 1 2"),
    ("test_function_3_against ~gen:0 [%ty: int -> int -> int -> int] \"f\""
     " (fun a b c -> a * b * c) [(1, 3, 1)]", "let f a b c = a * b * c", "f 1 3 1"),
    ("test_function_4_against ~gen:0 [%ty: int -> int -> int -> int -> int] \"f\""
     " (fun a b c d -> a * b * c * d) [(1, 3, 1, 1)]", "let f a b c d = a * b * c * d",
     "f 1 3 1 1"),
    ("test_function_2_against_solution ~gen:0 [%ty: int -> int -> int] \"f\" [(1, 2)]",
     "let f = (+)", "f 1 2"),
    ("test_function_3_against_solution ~gen:0 [%ty: int -> int -> int -> int] \"f\" [(1, 1, 1)]",
     "let f a b c = a + b + c", "f 1 1 1"),
    ("test_function_4_against_solution ~gen:0 [%ty: int -> int -> int -> int -> int] \"f\""
     " [(1, 1, 1, 0)]", "let f a b c d = a + b + c + d", "f 1 1 1 0"),
    ("test_function [%funty: int -> int -> int -> int -> int -> int] \"f\""
     " [1 @: 1 @: 1 @: 0 @:!! 0 ==> 3]", "let f a b c d e = a + b + c + d + e", "f 1 1 1 0 0"),
    ("test_function [%funty: int -> int] \"f\" [last 2 ==> 3; !! 2 ==> 3] |> fun r ->"
     " List.filteri (fun i _ -> i < 3) r", "let f a = a + 1", "f 2"),
    ("test_function_against ~gen:0 [%funty: int -> int -> int] \"f\" (+) [arg 1 (last 2)]",
     "let f = (+)", "f 1 2"),
    ("test_function_against_solution ~gen:0 [%funty: int -> int -> int] \"f\" [1 @:!! 2]",
     "let f = (+)", "f 1 2"),
]  # fmt: skip


@pytest.mark.parametrize(("report", "function", "call"), FORMS)
def test_every_form_shows_the_call_and_earns_a_point(
    grade: Grade, report: str, function: str, call: str
) -> None:
    graded = grade(function, make_exercise(report, solution=function))

    assert graded.results == [FOUND, make_computing_line(call), ("Correct value 3", 1)]


POSTCONDITIONS = [
    ("1", "int -> int", "(fun a", "[2]", "let f a = a + 1"),
    ("2", "int -> int -> int", "(fun a _", "[(2, 0)]", "let f a _ = a + 1"),
    ("3", "int -> int -> int -> int", "(fun a _ _", "[(2, 0, 0)]", "let f a _ _ = a + 1"),
    ("4", "int -> int -> int -> int -> int", "(fun a _ _ _", "[(2, 0, 0, 0)]",
     "let f a _ _ _ = a + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("arity", "ty", "arguments", "cases", "function"), POSTCONDITIONS)
def test_a_postcondition_judges_arguments_type_and_result(
    grade: Grade, arity: str, ty: str, arguments: str, cases: str, function: str
) -> None:
    report = (
        f"test_function_{arity}_against_postcond ~gen:0 {arguments} ty got ->"
        f' test ty got (Ok (a + 1))) [%ty: {ty}] "f" {cases}'
    )
    graded = grade(function, make_exercise(report))

    assert graded.results[-1] == ("Correct value 3", 1)


def test_a_postcondition_is_not_called_after_an_endless_call(grade: Grade) -> None:
    report = (
        'test_function_1_against_postcond ~gen:0 (fun _ _ _ -> [success ~points:1 ~message:""])'
        ' [%ty: int -> int] "f" [1]'
    )
    graded = grade("let rec f x = f x", make_exercise(report), call_seconds=0.3)

    assert graded.points == 0
    assert graded.results[-1][1] == "failure"


@pytest.mark.parametrize(
    ("options", "explicit", "cases"),
    [("", 0, 10), ("", 3, 10), ("", 5, 10), ("", 7, 12), ("~gen:2", 3, 5), ("~gen:0", 3, 3)],
)
def test_random_cases_follow_the_given_ones(
    grade: Grade, options: str, explicit: int, cases: int
) -> None:
    output = "; ".join("100" for _ in range(explicit))
    report = f'test_function_1_against_solution {options} [%ty: int -> int] "f" [{output}]'
    graded = grade("let f x = x", make_exercise(report, solution="let f x = x"))

    calls = [text for text, _ in graded.results if text.startswith("Computing")]
    assert len(calls) == cases
    assert [call == "Computing f 100" for call in calls] == [
        number < explicit for number in range(cases)
    ]


ORDER = """
let said = Buffer.create 9
let say word = Buffer.add_string said (word ^ " ")
let say1 word _ = say word
let report = test_function_1_against ~gen:0 [%ty: int -> int] "f"
  ~before_reference:(say1 "before_reference") ~before_user:(say1 "before_user")
  ~test:(fun _ _ _ -> say "test"; [])
  ~test_stdout:(fun got expected -> say ("stdout:" ^ got ^ expected); [])
  ~test_stderr:(fun got expected -> say ("stderr:" ^ got ^ expected); [])
  ~after:(fun a (r, o, e) (r', o', e') ->
     say (Printf.sprintf "after:%d%d%s%s%d%s%s" a r o e r' o' e'); [])
  (fun x -> say "reference"; print_string "o"; prerr_string "e"; x) [7]
"""


def test_callbacks_run_in_the_order_of_the_contract(grade: Grade) -> None:
    report = "[info ~message:(Buffer.contents said)]"
    submission = 'let f x = print_string "O"; prerr_string "E"; x + 1'
    graded = grade(submission, make_exercise(report, before=ORDER))

    assert graded.results == [
        (
            "before_reference reference before_user test stdout:Oo stderr:Ee after:78OE7oe ",
            "informative",
        )
    ]


def test_after_an_exception_only_the_result_is_tested(grade: Grade) -> None:
    report = (
        'test_function_1_against_solution ~gen:0 [%ty: int -> int] "f" [1]'
        ' ~test_stdout:(fun _ _ -> [success ~points:9 ~message:""])'
        ' ~after:(fun _ _ _ -> [success ~points:9 ~message:""])'
    )
    graded = grade("let f _ = raise Exit", make_exercise(report, solution="let f _ = raise Exit"))

    assert graded.points == 1


def test_output_is_compared_if_the_grader_requests_it(grade: Grade) -> None:
    report = (
        "test_function_1_against_solution ~gen:0 ~test:test_ignore ~test_stdout:io_test_equals"
        ' [%ty: int -> unit] "f" [3]'
    )
    solution = "let f n = for i = 1 to n do print_int i done"
    test = make_exercise(report, solution=solution)

    assert grade(solution, test).points == 5
    assert grade("let f _ = ()", test).points == 0
    assert grade("let f _ = ()", test).failed


def test_after_an_endless_call_the_others_are_graded(grade: Grade) -> None:
    submission = "let f x = if x = 2 then while true do () done; x"
    graded = grade(
        submission, make_exercise(f"{SUCC} [1; 2; 3]", solution="let f x = x"), call_seconds=0.3
    )

    assert [result for _, result in graded.results if result != "informative"] == [1, "failure", 1]
    assert "0.3 seconds" in graded.text


def test_a_stack_overflow_is_explained_and_equals_that_of_the_reference(grade: Grade) -> None:
    endless = "let rec f x = 1 + f x"
    right = grade(endless, make_exercise(f"{SUCC} [1]", solution=endless), call_seconds=5)
    wrong = grade(endless, make_exercise(f"{SUCC} [1]", solution="let f x = x"), call_seconds=5)

    assert right.points == 1
    assert wrong.points == 0
    assert "calls itself too deeply" in wrong.text


def test_arguments_are_shown_as_they_were_before_the_call(grade: Grade) -> None:
    report = 'test_function_1_against_solution ~gen:0 [%ty: int array -> unit] "f" [[|1; 2|]]'
    clear = "let f a = Array.fill a 0 (Array.length a) 0"
    graded = grade(clear, make_exercise(report, solution=clear))

    assert make_computing_line("f [|1; 2|]") in graded.results


def test_the_same_seed_gives_the_same_report(grade: Grade) -> None:
    report = 'test_function_1_against_solution [%ty: string -> int] "f" []'
    test = make_exercise(report, solution="let f = String.length")
    one, same, other = (grade("let f _ = 3", test, seed=seed) for seed in (1, 1, 2))

    assert one.report == same.report
    assert one.report != other.report


def test_a_grader_may_choose_its_own_seed(grade: Grade) -> None:
    report = 'test_function_1_against_solution [%ty: string -> int] "f" []'
    test = make_exercise(report, before="let () = Random.init 3", solution="let f = String.length")

    assert grade("let f _ = 3", test, seed=1).report == grade("let f _ = 3", test, seed=2).report


SYSTEMS_CHANCE = [
    "Random.self_init ()",
    "Stdlib.Random.self_init ()",
    "Random.(set_state (State.make_self_init ()))",
]


@pytest.mark.parametrize("asks", SYSTEMS_CHANCE)
def test_self_init_in_a_grader_uses_the_seed(grade: Grade, asks: str) -> None:
    report = '(test_function_1_against_solution [%ty: int -> int] "f" [])'
    test = make_exercise(report, before=f"let () = {asks}", solution="let f x = x")

    one, same, other = (grade("let f _ = 3", test, seed=seed) for seed in (1, 1, 2))

    assert one.report == same.report
    assert one.report != other.report
