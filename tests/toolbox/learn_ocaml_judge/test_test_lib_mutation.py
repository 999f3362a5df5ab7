"""Functions that change their argument, and tests that students write (learn-ocaml §5.2)."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

CALLBACKS = """
let { before_reference; before_user; test } = array_arg_mutation_test_callbacks [%ty: int array]
let compared = test_function_1_against_solution ~gen:0 ~before_reference ~before_user
"""
ZERO = "let f a = Array.fill a 0 (Array.length a) 0; Array.length a"
LENGTH = '~test:(test ~test_result:Test_lib.test) [%ty: int array -> int] "f" [[|1; 2|]; [|3|]]'
STATE = '~test [%ty: int array -> int] "f" [[|1; 2|]; [|3|]]'

# The report, the submission, the points, and whether it failed.
ARRAYS = [
    (f"compared {STATE}", ZERO, 2, False),
    (f"compared {LENGTH}", ZERO, 4, False),
    (f"compared {STATE}", "let f a = Array.length a", 0, True),
    (f"compared {LENGTH}", "let f a = Array.length a", 2, True),
    (f"compared {STATE}", "let f a = Array.fill a 0 (Array.length a) 0; 7", 2, False),
    (f"compared {LENGTH}", "let f a = Array.fill a 0 (Array.length a) 0; 7", 2, True),
    (f"compared {STATE}", "let f a = Array.fill a 0 (Array.length a) 0; failwith \"\"", 0, True),
    # Leaves only the first element of the first array unchanged.
    (f"compared {STATE}", "let f a = a.(Array.length a - 1) <- 0; 1", 1, True),
]  # fmt: skip


@pytest.mark.parametrize(("report", "submission", "points", "failed"), ARRAYS)
def test_the_final_state_of_an_argument_is_compared(
    grade: Grade, report: str, submission: str, points: int, failed: bool
) -> None:
    graded = grade(submission, make_exercise(report, before=CALLBACKS, solution=ZERO))

    assert (graded.points, graded.failed) == (points, failed)


# A reference that raises on some arguments after changing them: it counts the elements that fit.
FILLING = """
let f a = Array.iteri (fun i x -> if x < 0 then failwith "full" else a.(i) <- 0) a; Array.length a
"""
RAISING_STATE = '~test [%ty: int array -> int] "f" [[|1; 2|]; [|3; -1; 4|]; [|-1|]]'
RAISING_RESULT = RAISING_STATE.replace("~test", "~test:(test ~test_result:Test_lib.test)")

# The report, the student's function after `failwith`'s argument and the state, the points, and
# whether it failed.
RAISING = [
    (RAISING_STATE, FILLING, 3, False),
    (RAISING_RESULT, FILLING, 6, False),
    # Another exception, with the right state.
    (RAISING_STATE, FILLING.replace('"full"', '"fool"'), 1, True),
    (RAISING_RESULT, FILLING.replace('"full"', '"fool"'), 2, True),
    # The right exception, before anything is changed.
    (RAISING_STATE, "let f a = Array.iter (fun x -> if x < 0 then failwith \"full\") a;"
     " Array.fill a 0 (Array.length a) 0; Array.length a", 2, True),
    # No exception.
    (RAISING_STATE, "let f a = Array.fill a 0 (Array.length a) 0; Array.length a", 1, True),
    # An exception where there is none, with the right state.
    (RAISING_STATE, "let f a = Array.iteri (fun i x -> if x >= 0 then a.(i) <- 0) a;"
     " failwith \"full\"", 1, True),
]  # fmt: skip


@pytest.mark.parametrize(("report", "submission", "points", "failed"), RAISING)
def test_an_exception_with_its_state_earns_as_much_as_a_value(
    grade: Grade, report: str, submission: str, points: int, failed: bool
) -> None:
    loaded = make_exercise(f"compared {report}", before=CALLBACKS, solution=FILLING)
    graded = grade(submission, loaded)

    assert (graded.points, graded.failed) == (points, failed), graded.text


def test_ignoring_results_does_not_make_an_exception_right(grade: Grade) -> None:
    anything = "~test:(test ~test_result:(fun _ _ _ -> []))"
    loaded = make_exercise(
        f"compared {RAISING_STATE.replace('~test', anything)}", before=CALLBACKS, solution=FILLING
    )

    assert grade(FILLING, loaded).points == 3
    assert grade("let f _ = raise Exit", loaded).points == 0
    zeros = grade("let f a = Array.fill a 0 (Array.length a) 0; 0", loaded)
    assert (zeros.points, zeros.failed) == (1, True)


def test_an_argument_can_be_required_to_stay_as_it_was(grade: Grade) -> None:
    """Without a reference, before_user alone keeps the original argument."""
    report = (
        "test_function_1 ~before:before_user ~test:(test ~test_result:Test_lib.test)"
        ' [%ty: int array -> int] "f" [([|1; 2|], 2, "", "")]'
    )
    loaded = make_exercise(report, before=CALLBACKS)

    assert (grade("let f = Array.length", loaded).points) == 2
    assert grade(ZERO, loaded).failed


def test_a_test_without_its_callbacks_is_the_authors_mistake(grade: Grade) -> None:
    report = 'test_function_1_against_solution ~gen:0 ~test [%ty: int array -> int] "f" [[|1; 2|]]'
    graded = grade(ZERO, make_exercise(report, before=CALLBACKS, solution=ZERO))

    assert "before_user" in graded.failure["message"]
    assert graded.failure["whose"] == "exercise"


def test_references_are_compared_and_shown_by_their_final_state(grade: Grade) -> None:
    before = (
        "let { before_reference; before_user; test } ="
        " ref_arg_mutation_test_callbacks ~test:(test_eq_ok (fun a b -> !a = !b)) [%ty: int ref]"
    )
    report = (
        "test_function_1_against_solution ~gen:0 ~before_reference ~before_user ~test"
        ' [%ty: int ref -> unit] "f" [ref 1]'
    )
    loaded = make_exercise(report, before=before, solution="let f r = r := !r + 1")

    assert grade("let f = incr", loaded).points == 1
    assert (
        "Wrong value {contents = 3} instead of {contents = 2}"
        in grade("let f r = r := !r + 2", loaded).text
    )


def test_any_mutable_type_is_compared_once_it_can_be_copied(grade: Grade) -> None:
    before = (
        "let { before_reference; before_user; test } = arg_mutation_test_callbacks"
        " ~dup:Bytes.copy ~blit:(fun a b -> Bytes.blit a 0 b 0 (Bytes.length a)) [%ty: bytes]"
    )
    report = (
        "test_function_1_against_solution ~gen:0 ~before_reference ~before_user ~test"
        ' [%ty: bytes -> unit] "f" [Bytes.of_string "abc"]'
    )
    solution = "let f b = Bytes.set b 0 'z'"
    loaded = make_exercise(report, before=before, solution=solution)

    assert grade(solution, loaded).points == 1
    assert grade("let f b = Bytes.set b 1 'z'", loaded).failed


UNIT_TESTS = """
module Unit_tests = Mutation_test.Make (Test_lib)
open Unit_tests
let mutants = [("forgets the second", 2, fun a _ -> a); ("adds one", 3, fun a b -> a + b + 1)]
let report = test_unit_tests_2 [%ty: int -> int -> int] "add" mutants
let verdict = [ info ~message:(string_of_bool (passed_mutation_testing report)) ]
"""

# The student's tests and function, the points, whether it failed, and whether the tests are good.
SUITES = [
    ("[((1, 2), 3)]", "a + b", 5, False, True),
    ("[((0, 0), 0)]", "a + b", 3, True, False),
    ("[((1, 2), 3); ((1, 1), 3)]", "a + b", 0, True, False),
    ("[]", "a + b", 0, True, False),
    ("[((1, 2), 3)]", "a * b", 5, True, True),
    ("[((1, 2), 3); ((1, 1), failwith \"\")]", "a + b", 0, True, False),
]  # fmt: skip


@pytest.mark.parametrize(("suite", "body", "points", "failed", "good"), SUITES)
def test_students_tests_run_on_right_and_wrong_functions(
    grade: Grade, suite: str, body: str, points: int, failed: bool, good: bool
) -> None:
    submission = f"let add a b = {body}\nlet add_tests = try {suite} with _ -> [((0, 0), 9)]"
    loaded = make_exercise("report @ verdict", before=UNIT_TESTS, solution="let add a b = a + b")
    graded = grade(submission, loaded)

    assert (graded.points, graded.failed) == (points, failed)
    assert graded.results[-1] == (str(good).lower(), "informative")


def test_a_failing_test_is_shown_as_written(grade: Grade) -> None:
    loaded = make_exercise("report", before=UNIT_TESTS, solution="let add a b = a + b")
    graded = grade("let add = (+) let add_tests = [((1, -1), 5)]", loaded)

    assert ("This test does not hold: add 1 (-1) = 5", "failure") in graded.results


def test_a_submission_without_tests_is_told_their_name(grade: Grade) -> None:
    loaded = make_exercise("report", before=UNIT_TESTS, solution="let add a b = a + b")

    assert grade("let add = (+)", loaded).results == [
        ("Cannot find a definition of add_tests", "failure")
    ]


def test_mutants_that_raise_or_never_end_are_exposed(grade: Grade) -> None:
    before = (
        "open Mutation_test.Make (Test_lib)\n"
        'let mutants = [("raises", 1, fun _ -> raise Exit);'
        ' ("loops", 1, fun _ -> while true do () done; 0)]'
    )
    report = 'test_unit_tests_1 ~test_student_soln:false [%ty: int -> int] "f" mutants'
    loaded = make_exercise(report, before=before, solution="let f x = x")

    assert grade("let f_tests = [(1, 1)]", loaded, call_seconds=0.2).points == 2


OTHER_ARITIES = [
    ("1", "int -> int", "fun _ -> 0", "let f a = a", "[(3, 3)]"),
    ("3", "int -> int -> int -> int", "fun _ _ _ -> 0", "let f a b c = a + b + c",
     "[((1, 1, 1), 3)]"),
    ("4", "int -> int -> int -> int -> int", "fun _ _ _ _ -> 0", "let f a b c d = a + b + c + d",
     "[((1, 1, 1, 1), 4)]"),
]  # fmt: skip


@pytest.mark.parametrize(("arity", "ty", "mutant", "function", "suite"), OTHER_ARITIES)
def test_functions_of_one_to_four_arguments_have_mutants(
    grade: Grade, arity: str, ty: str, mutant: str, function: str, suite: str
) -> None:
    report = f'test_unit_tests_{arity} ~test:(=) [%ty: {ty}] "f" [("is 0", 4, {mutant})]'
    before = "open Mutation_test.Make (Test_lib)"
    graded = grade(
        f"{function} let f_tests = {suite}", make_exercise(report, before=before, solution=function)
    )

    assert (graded.points, graded.failed) == (4, False)
