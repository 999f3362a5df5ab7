"""Public graders that check how a program is written detect what they are meant to detect."""

import os
from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade

pytestmark = [pytest.mark.machine, pytest.mark.reference]

CORPUS = "ocaml-sf+learn-ocaml-corpus/exercises"
UPSTREAM = "ocaml-sf+learn-ocaml/tests"


FOLDED = """
let list_min l = fold_right min l max_int
let list_max l = fold_right max l min_int
let count_if p l = fold_right (fun x n -> if p x then n + 1 else n) l 0
let forall p l = fold_right (fun x all -> p x && all) l true
let exists p l = fold_right (fun x some -> p x || some) l false
let mem x l = exists (fun y -> x = y) l
"""

COMPUTED = """
let rec lookup_function n = function
  | [] -> invalid_arg "lookup_function"
  | (name, f) :: rest -> if name = n then f else lookup_function n rest
let add_function name f env = (name, f) :: env
let my_env = add_function "min" (fun x y -> if x < y then x else y) initial_env
let rec compute env = function
  | Value n -> n
  | Op (n, a, b) -> (lookup_function n env) (compute env a) (compute env b)
let rec compute_eff env = function
  | Value n -> n
  | Op (n, a, b) -> (lookup_function n env) (compute_eff env a) (compute_eff env b)
"""

OTHERWISE = 'with Not_found -> invalid_arg "lookup_function"'

SUMS = """
let rec pow3 n = if n = 0 then 1 else 3 * pow3 (n - 1)
let rec sum3 n = if n = 0 then 1 else pow3 n + sum3 (n - 1)
let rec sum3_tr n sum = if n < 0 then sum else sum3_tr (n - 1) (sum + pow3 n)
"""

LOOP = """let sum3_tr n sum =
  let sum = ref sum in
  for i = 0 to n do sum := !sum + pow3 i done;
  !sum
"""


def find_exercise(place: str) -> Path:
    """Return an exercise of the public repositories."""
    if "KRITERION_REFERENCES" not in os.environ:
        pytest.skip("KRITERION_REFERENCES names no directory with the public repositories")
    return Path(os.environ["KRITERION_REFERENCES"]) / place


# An exercise, and the points that its own solution earns.
SOLVED = [
    (f"{CORPUS}/mooc/week1/seq3/ex1", 2),
    (f"{CORPUS}/mooc/week1/seq3/ex2", 2),
    (f"{CORPUS}/mooc/week4/seq2/ex1", 25),
    (f"{CORPUS}/mooc/week4/seq3/ex2", 45),
    (f"{CORPUS}/hferee/1.2_declarations", 10),
    (f"{CORPUS}/hferee/1.3_bool", 19),
    (f"{CORPUS}/hferee/1.4_conditionals", 66),
    (f"{CORPUS}/hferee/8_fold", 15),
    (f"{CORPUS}/hferee/8_sort", 4),
    (f"{CORPUS}/smelodesousa/F3/3-sums", 20),
    (f"{CORPUS}/smelodesousa/F3/3-catalan", 11),
    (f"{CORPUS}/smelodesousa/F3/3-tribonacci", 125),
]


@pytest.mark.parametrize(("place", "points"), SOLVED)
def test_the_solution_passes_the_checks(grade: Grade, place: str, points: int) -> None:
    exercise = find_exercise(place)
    graded = grade((exercise / "solution.ml").read_text(encoding="utf-8"), exercise, call_seconds=5)

    assert (graded.points, graded.failed) == (points, False)


# An exercise, a submission that computes the right values, and the points that remain because of
# how it is written.
CAUGHT = {
    "it opens a module": (f"{CORPUS}/mooc/week1/seq3/ex1", "open List let x_power_8 = x", 0),
    "it includes a module": (
        f"{CORPUS}/mooc/week1/seq3/ex1",
        "include List let x_power_8 = let a = x * x in let b = a * a in b * b",
        0,
    ),
    "it has its own *": (
        f"{CORPUS}/mooc/week1/seq3/ex1",
        "let ( * ) a b = if b = 0 then a else a let x_power_8 = x * x * x * x * x * x * x * x",
        0,
    ),
    "it calls another function": (
        f"{CORPUS}/mooc/week1/seq3/ex1",
        "let x_power_8 = truncate (float x ** 8.)",
        0,
    ),
    "it calls by another name": (
        f"{CORPUS}/mooc/week1/seq3/ex2",
        'let f = ( ^ ) let sentence = f word ","',
        0,
    ),
    "it goes through a list with the library": (
        f"{CORPUS}/mooc/week4/seq3/ex2",
        COMPUTED + f"let lookup_function n env = try List.assoc n env {OTHERWISE}",
        45,
    ),
    "it opens the library to do so": (
        f"{CORPUS}/mooc/week4/seq3/ex2",
        COMPUTED + f"let lookup_function n env = let open List in try assoc n env {OTHERWISE}",
        45,
    ),
    "it takes min of the library": (
        f"{CORPUS}/mooc/week4/seq3/ex2",
        COMPUTED + 'let my_env = add_function "min" min initial_env',
        45,
    ),
    "it calls what it should replace": (
        f"{CORPUS}/mooc/week4/seq3/ex2",
        COMPUTED + "let compute_eff env operation = compute env operation",
        45,
    ),
    "it matches a pair": (
        f"{CORPUS}/mooc/week4/seq2/ex1",
        "let rec equal_on_common a b = match (a, b) with"
        " | x :: a, y :: b -> x = y && equal_on_common a b | _ -> true",
        20,
    ),
    "it calls a function of its own": (
        f"{CORPUS}/mooc/week4/seq2/ex1",
        "let same x y = x = y let rec equal_on_common = function [] -> (function _ -> true)"
        " | x :: a -> (function [] -> true | y :: b -> same x y && equal_on_common a b)",
        20,
    ),
    "it does not fold": (
        f"{CORPUS}/hferee/8_fold",
        FOLDED + "let rec mem x = function Nothing -> false | OneMore (y, l) -> x = y || mem x l",
        15,
    ),
    "it multiplies too often": (
        f"{CORPUS}/hferee/1.2_declarations",
        "let phrase0 = 4 let phrase1 = 7 let phrase2 = 8 let phrase3 = 6"
        " let phrase4 = 7 * 7 * 7 * 7 * 7 * 7 * 7 * 7",
        9,
    ),
    "it loops": (f"{CORPUS}/smelodesousa/F3/3-sums", SUMS + LOOP, 10),
    "it does not call itself": (
        f"{CORPUS}/smelodesousa/F3/3-catalan",
        "let rec go n = if n <= 1 then 1 else 2 * (2 * n - 1) * go (n - 1) / (n + 1)"
        ' let catalan n = if n < 0 then invalid_arg "catalan" else go n',
        0,
    ),
    "it leaves the program": (f"{CORPUS}/smelodesousa/F3/3-catalan", "let catalan = Sys.argv", 0),
}


@pytest.mark.parametrize("why", CAUGHT)
def test_a_right_value_computed_in_a_forbidden_way_is_detected(grade: Grade, why: str) -> None:
    place, submission, points = CAUGHT[why]
    graded = grade(submission, find_exercise(place), call_seconds=5)

    assert graded.points == points, graded.text
    assert "report" not in graded.answers[-1] or graded.failed


# These submissions compute the right values in a permitted way, and earn everything.
PERMITTED = [
    (f"{CORPUS}/mooc/week4/seq3/ex2", COMPUTED, 45),
    (f"{CORPUS}/smelodesousa/F3/3-sums", SUMS, 20),
    (f"{CORPUS}/hferee/8_fold", FOLDED, 15),
]


@pytest.mark.parametrize(("place", "submission", "points"), PERMITTED)
def test_a_right_value_computed_in_a_permitted_way_is_right(
    grade: Grade, place: str, submission: str, points: int
) -> None:
    graded = grade(submission, find_exercise(place), call_seconds=5)

    assert (graded.points, graded.failed) == (points, False), graded.text


@pytest.mark.parametrize(
    "code",
    [
        "let foo x = x",
        "let foo = fun x -> x",
        "let foo (x : int) : int = x",
        "let foo = function x -> x",
    ],
)
def test_upstreams_grader_finds_a_binding_however_it_is_annotated(grade: Grade, code: str) -> None:
    exercise = find_exercise(f"{UPSTREAM}/test_find_binding/repo/exercises/find_binding")

    assert grade(code, exercise).points == 1
