"""What comes of a submission, good or bad: the rows that real graders were seen to meet."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.sample import (
    DOUBLE,
    GREETING,
    PRICE,
    RIGHT,
    make_unit_test_exercise,
)

pytestmark = [pytest.mark.machine, pytest.mark.each_compiler]

# Of the exercise DOUBLE: double has three cases, price two.
MAXIMUM = 5
OF_PRICE = 2
# How each compiler begins to say it.
NO_CHARACTER = ("Illegal character", "Invalid character")
NOT_INT = ("This expression has type int", "The constant 1 has type int")


@pytest.mark.parametrize(
    ("source", "messages", "place"),
    [
        ('let double x = x ^ "1"\nlet price n = n + true', ("was expected of",), (2, 18, 2, 22)),
        ("let double x = x +. 1", NOT_INT, (1, 20, 1, 21)),
        ("let double x =\n  twice x", ("Unbound value twice",), (2, 2, 2, 7)),
        ("let double x = (2 * x\nlet price", ("Syntax error",), (2, 0, 2, 3)),
        ('#use "other.ml";;', ("Syntax error",), (1, 0, 1, 1)),
        ('let double = "abc', ("String literal not terminated",), (1, 13, 1, 14)),
        ("let double x = 2 $ x\x01", ("Illegal character",), (1, 20, 1, 21)),
        ("let double = \N{BLACK HEART SUIT}", NO_CHARACTER, (1, 13, 1, 14)),
        ("\ufefflet double x = x ^ 1", NOT_INT, (1, 19, 1, 20)),
        ("let one = 1\r\nlet double x = x ^ 1\r\n", NOT_INT, (2, 19, 2, 20)),
        ('# 90 "other.ml"\nlet double x = x ^ 1', NOT_INT, (2, 19, 2, 20)),
        ('# 90 "other.ml"\nlet double x = (', ("Syntax error",), (2, 16, 2, 16)),
        ("let double x =\n  if x then 1\n  else 2\nlet a = double 1", NOT_INT, (4, 15, 4, 16)),
    ],
)  # fmt: skip
def test_a_compile_error_is_shown_at_its_place(
    grade: Grade, source: str, messages: tuple[str, ...], place: tuple[int, int, int, int]
) -> None:
    """`messages` are what the compilers say, of which each has its own words."""
    graded = grade(source, DOUBLE, name="my double.ml")
    failure = graded.failure
    assert any(message in failure["message"] for message in messages)
    keys = ("line", "column", "end_line", "end_column")
    assert tuple(failure[key] for key in keys) == place
    assert (failure["whose"], failure["kind"]) == ("student", "refused")
    assert (failure["stage"], failure["file"]) == ("student", "my double.ml")


@pytest.mark.parametrize(
    "source",
    [
        RIGHT,
        f"\ufeff{RIGHT}",
        RIGHT.replace("\n", "\r\n"),
        f"let compare _ _ = 0 let ( = ) _ _ = true type int_ = int\n{RIGHT}",
        f"let ( * ) a b = a * b\n{RIGHT}",
        f"Format.set_margin 10;; let () = Random.init 3\n{RIGHT}",
        f'let () = print_string "loading"\n{RIGHT}',
        f"let secret = try read_line () with End_of_file -> \"\"\n{RIGHT}",
        f"class counter = object val mutable n = 0 method next = n <- n + 1; n end\n{RIGHT}",
        f"let later = lazy (print_string \"x\")  let now = Lazy.force later\n{RIGHT}",
        f'let text = Printf.sprintf "%s %-5d %.2f" "a" 1 2.\n{RIGHT}',
        f"module M = Map.Make (String)  module S = Set.Make (Int)\n{RIGHT}",
        f"module List = struct include List let length = List.length end\n{RIGHT}",
        f"[@@@ocaml.warning \"+a\"]  let unused x = match 1 with 1 -> 2\n{RIGHT}",
    ],
)  # fmt: skip
def test_a_right_submission_earns_all_points_whatever_else_it_does(
    grade: Grade, source: str
) -> None:
    graded = grade(source, DOUBLE)
    assert (graded.points, graded.failed) == (MAXIMUM, False)


@pytest.mark.parametrize("redefinition", ["type int = string", "let ( = ) _ _ = true"])
def test_a_submissions_own_names_do_not_make_wrong_answers_right(
    grade: Grade, redefinition: str
) -> None:
    graded = grade(f"{redefinition}\nlet double x = x\n{PRICE}", DOUBLE)
    assert (graded.points, graded.failed) == (OF_PRICE, True)


def test_a_wrong_answer_is_shown_with_the_call_and_both_values(grade: Grade) -> None:
    graded = grade(f"let double x = x + 5\n{PRICE}", DOUBLE)
    assert (graded.points, graded.failed) == (1 + OF_PRICE, True)  # 5 + 5 = 2 * 5
    assert "double (-3)" in graded.text
    [wrong, _] = [text for text, result in graded.results if result == "failure"]
    assert "6" in wrong and "2" in wrong


def test_a_missing_function_fails_alone(grade: Grade) -> None:
    graded = grade(PRICE, DOUBLE)
    assert (graded.points, graded.failed) == (OF_PRICE, True)
    [missing] = [text for text, result in graded.results if result == "failure"]
    assert "double" in missing


def test_a_function_of_another_type_is_shown_with_its_type(grade: Grade) -> None:
    graded = grade(f"let double x y = [x; y]\n{PRICE}", DOUBLE)
    assert (graded.points, graded.failed) == (OF_PRICE, True)
    assert "'a -> 'a -> 'a list" in graded.text


@pytest.mark.long(reason="grades each case")
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise Not_found", "Not_found"),
        ('failwith "later"', "later"),
        ("assert false", "Assert"),
        ("let rec deep n = 1 + deep n in deep x", "stack overflow"),
        ("while true do () done; 2 * x", "second"),
        ("try while true do () done; x with _ -> 2 * x", "second"),
        ("exit 0", "exit"),
        ("exit 3", "exit"),
        ("try exit 0 with _ -> 2 * x", "exit"),
        ("try exit 0 with _ -> exit 0", "exit"),
        ("print_string (String.make 40_000 'x'); 2 * x", "32"),
        ("print_string (String.make 70_000 'x'); 2 * x", "32"),
        ("prerr_string (String.make 70_000 'x'); 2 * x", "32"),
        ("while true do print_string (String.make 1000 'x') done; 2 * x", "32"),
        ("String.length (String.concat \"\" (List.init 5_000_000 (fun _ -> String.make 99 ' ')))",
         "memory"),
        ("let rec grow l = grow (x :: l) in grow []", "memory"),
    ],
)  # fmt: skip
def test_a_call_that_goes_wrong_is_a_failure_and_the_rest_is_graded(
    grade: Grade, body: str, reason: str
) -> None:
    limit = 1 if reason == "second" else 5
    graded = grade(f"let double x = {body}\n{PRICE}", DOUBLE, call_seconds=limit)
    assert (graded.points, graded.failed) == (OF_PRICE, True), graded.answers
    failures = [text for text, result in graded.results if result == "failure"]
    assert len(failures) == 3
    assert all(reason.lower() in text.lower() for text in failures)


@pytest.mark.long(reason="grades each case")
@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        ("let () = raise Not_found", "exception", "Not_found"),
        ("exception Mine of int let () = raise (Mine 3)", "exception", "Mine(3)"),
        ('let () = failwith "at once"', "exception", "at once"),
        ("let () = assert (1 > 2)", "exception", "Assertion failed"),
        ("let rec deep n = 1 + deep n let () = print_int (deep 1)", "exception", "stack overflow"),
        ("let () = ignore (read_line ())", "exception", "End_of_file"),
        ("let () = while true do () done", "timeout", "second"),
        ("let () = try while true do () done with _ -> ()", "timeout", "second"),
        ("let rec a () = try a () with Exit -> a () let () = a ()", "exception", "stack overflow"),
        ("let () = exit 0", "exit", "exit"),
        ("let () = try exit 0 with _ -> ()", "exit", "exit"),
        ("let () = print_string (String.make 70_000 'x')", "output", "32759"),
        ("let () = while true do print_endline \"more\" done", "output", "32759"),
        ("let all = ref [] let () = while true do all := Bytes.create 9999 :: !all done", "memory",
         "memory"),
        ("let rec grow l = grow (1 :: l) let () = grow []", "memory", "memory"),
    ],
)  # fmt: skip
def test_an_error_while_loading_is_the_students_failure(
    grade: Grade, source: str, kind: str, message: str
) -> None:
    limit = 1 if kind == "timeout" else 5
    graded = grade(f"{source}\n{RIGHT}", DOUBLE, call_seconds=limit)
    failure = graded.failure
    assert (failure["whose"], failure["stage"], failure["kind"]) == ("student", "student", kind)
    assert message in failure["message"]


def test_output_before_an_exception_is_shown(grade: Grade) -> None:
    graded = grade('let () = print_string "so far"; prerr_string "!"; raise Exit', DOUBLE)
    assert graded.failure["output"] == "!so far"


@pytest.mark.long(reason="computes until it is killed, twice")
def test_code_that_ignores_interruptions_is_stopped(grade: Grade) -> None:
    endless = "let rec again () = (try while true do () done with _ -> ()); again ()"
    loading = grade(f"{endless} let () = again ()\n{RIGHT}", DOUBLE, call_seconds=1)
    assert (loading.points, loading.failure["kind"]) == (0, "timeout")
    called = grade(f"{endless} let double x = again (); x\n{PRICE}", DOUBLE, call_seconds=1)
    assert (called.points, called.failure["kind"]) == (0, "timeout")
    assert called.failure["whose"] == "student"


def test_inference_that_takes_years_is_stopped(grade: Grade) -> None:
    steps = " ".join(f"let f{n} x = f{n - 1} (f{n - 1} x)" for n in range(1, 8))
    graded = grade(f"let f0 x = (x, x) {steps}", DOUBLE, call_seconds=1)
    assert graded.failure["kind"] == "timeout"


@pytest.mark.long(reason="compiles very deep code")
@pytest.mark.parametrize(
    "source",
    [
        "let x = " + "(" * 300_000 + "1" + ")" * 300_000,
        "let x = " + "[" * 100_000,
        "let x = " + "1 :: " * 300_000 + "[]",
        "let x = " + "fun x -> " * 100_000 + "1",
        "module M = struct " * 30_000 + "end " * 30_000,
        "let f = function " + "|" * 100_000,
    ],
    ids=lambda source: source[:20],
)
def test_very_deep_code_is_graded_or_refused(grade: Grade, source: str) -> None:
    graded = grade(source, DOUBLE, call_seconds=10)
    assert graded.points == 0
    assert graded.answers


def test_output_of_calls_is_compared_and_belongs_to_its_call(grade: Grade) -> None:
    right = grade(GREETING["solution.ml"], GREETING)
    assert not right.failed
    buffered = grade('let greet name = Format.printf "Hello %s\n" name', GREETING)
    assert (buffered.points, buffered.failed) == (right.points, False)
    silent = grade("let greet _ = ()", GREETING)
    assert silent.failed
    ahead = grade(
        'let () = print_string "Hello Ada\n" let greet name = prerr_endline ("Hello " ^ name)',
        GREETING,
    )
    assert ahead.points == silent.points


@pytest.mark.parametrize("source", ["", ";;", "(* nothing *)", "\n\n"])
def test_an_empty_submission_is_graded(grade: Grade, source: str) -> None:
    assert grade(source, make_unit_test_exercise()).points == 1
    assert grade(source, DOUBLE).points == 0


def test_a_run_is_repeated_by_its_seed(grade: Grade) -> None:
    exercise = {**DOUBLE, "test.ml": DOUBLE["test.ml"].replace("~gen:0", "~gen:20")}
    first = grade(RIGHT, exercise, seed=3)
    assert grade(RIGHT, exercise, seed=3).report == first.report
    assert grade(RIGHT, exercise, seed=4).report != first.report


def test_no_submission_chooses_its_samples(grade: Grade) -> None:
    test = """
open Test_lib
let one_sample _ =
  test_function_1_against_solution [%ty: int -> int] "double" ~gen:1
    ~sampler:(fun () -> Random.int 1_000_000) []
let () = set_result (List.concat (List.init 20 one_sample))
"""
    exercise = {**DOUBLE, "test.ml": test}
    for body in ("2 * x", "Random.init 0; 2 * x", "Random.set_state Random.(State.make [|1|]); x"):
        graded = grade(f"let double x = {body}", exercise)
        calls = {text for text, _ in graded.results if text.startswith("Computing")}
        assert len(calls) == 20
