"""Random values are in the contract's ranges, and samplers are found by type names (§5.2, §5.3)."""

import pytest

from tests.toolbox.learn_ocaml_judge.answers import grade_expressions
from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

DRAW = """
open Test_lib
let draws sample = List.init 2000 (fun _ -> sample ())
let all holds sample = string_of_bool (List.for_all holds (draws sample))
let values show sample = String.concat " " (List.map show (List.sort_uniq compare (draws sample)))
let sizes sample = values string_of_int (fun () -> List.length (sample ()))
let rec distinct = function [] -> true | x :: rest -> not (List.mem x rest) && distinct rest
let rec sorted = function a :: (b :: _ as rest) -> a <= b && sorted rest | _ -> true
let firsts n sample = List.init n (fun _ -> sample ())
"""

SAMPLES = [
    ("values string_of_int sample_int", "-5 -4 -3 -2 -1 0 1 2 3 4"),
    ("all (fun x -> -5. <= x && x < 5.) sample_float", "true"),
    ("values string_of_bool sample_bool", "false true"),
    ('values (String.make 1) sample_char', " ".join("abcdefghijklmnopqrstuvwxyz")),
    ('all (fun s -> String.length s < 60) sample_string', "true"),
    ("values string_of_bool (fun () -> sample_string () = \"\")", "false true"),
    ("sizes (sample_list sample_int)", "0 1 2 3 4 5 6 7 8 9 10"),
    ("sizes (sample_list ~min_size:2 ~max_size:4 sample_int)", "2 3 4"),
    ("sizes (sample_list ~min_size:3 ~max_size:3 sample_int)", "3"),
    ("all distinct (sample_list ~dups:false sample_int)", "true"),
    ("all sorted (sample_list ~sorted:true sample_int)", "true"),
    ("sizes (sample_list ~min_size:5 ~max_size:5 ~dups:false (fun () -> 1))", "5"),
    ("all (fun a -> sorted (Array.to_list a) && Array.length a = 6)"
     " (sample_array ~min_size:6 ~max_size:6 ~sorted:true sample_int)", "true"),
    ("let some = List.length (List.filter ((<>) None) (draws (sample_option sample_int))) in"
     " string_of_bool (1350 < some && some < 1650)", "true"),
    ("values (fun (a, b) -> Printf.sprintf \"%b%b\" a b) (sample_pair sample_bool sample_bool)",
     "falsefalse falsetrue truefalse truetrue"),
    # Each occurs once before any occurs again.
    ("let sample = sample_cases [1; 2; 3; 4] in String.concat \" \" (List.map string_of_int"
     " (List.sort compare (firsts 4 sample) @ List.sort compare (firsts 4 sample)))",
     "1 2 3 4 1 2 3 4"),
    ("let sample = sample_alternatively [(fun () -> 1); (fun () -> 2)] in"
     " string_of_int (List.fold_left (+) 0 (firsts 10 sample))", "15"),
    ("values string_of_int (Sampler.sample_int)", "-5 -4 -3 -2 -1 0 1 2 3 4"),
]  # fmt: skip


def test_samples_are_in_the_ranges_of_the_contract(grade: Grade) -> None:
    messages = grade_expressions(grade, [expression for expression, _ in SAMPLES], before=DRAW)

    assert messages == [expected for _, expected in SAMPLES]


TYPED = (
    DRAW
    + """
type color = Red | Blue
let sample_color () = Red
type 'a tree = Leaf of 'a
let sample_tree sample () = Leaf (sample ())
module M = struct type t = One end
let sample_t () = M.One
type pair_of_ints = int * int
let sample_pair_of_ints () = (7, 7)
type f = int -> int
let sample_f () = succ
let sampled show ty = show (Introspection.get_sampler ty ())
"""
)

# By the name of the type (the last component of a qualified name), with samplers for parameters.
BY_TYPE = [
    ("string_of_bool (sampled (fun c -> c = Red) [%ty: color])", "true"),
    ("string_of_bool (sampled (fun (Leaf c) -> c = Red) [%ty: color tree])", "true"),
    ("string_of_bool (sampled (fun one -> one = M.One) [%ty: M.t])", "true"),
    ("sampled (fun (a, b) -> string_of_int (a + b)) [%ty: pair_of_ints]", "14"),
    ("sampled (fun f -> string_of_int (f 1)) [%ty: f]", "2"),
    ("string_of_bool (sampled (List.for_all ((=) Red)) [%ty: color list])", "true"),
    ("string_of_bool (sampled (fun (a, b) -> a = Red && b = M.One) [%ty: color * M.t])", "true"),
    ("string_of_bool (sampled (fun (a, (b, c), d) -> (a, b, c, d) = (Red, M.One, Red, Red))"
     " [%ty: color * (M.t * color) * color])", "true"),
    ("string_of_bool (sampled (fun a -> Array.length a <= 10) [%ty: int array])", "true"),
    ("sampled (fun () -> \"unit\") [%ty: unit]", "unit"),
]  # fmt: skip


def test_samplers_are_composed_by_type_names(grade: Grade) -> None:
    messages = grade_expressions(grade, [expression for expression, _ in BY_TYPE], before=TYPED)

    assert messages == [expected for _, expected in BY_TYPE]


def test_samplers_are_found_by_a_grader_that_opens_nothing(grade: Grade) -> None:
    messages = grade_expressions(
        grade, ["string_of_int (List.length (Introspection.get_sampler [%ty: int list] ()))"]
    )

    assert 0 <= int(messages[0]) <= 10


# A mistake of the author's, and the message.
MISTAKES = [
    ("type c = C", "c", "no sampler for the type c: define sample_c in test.ml"),
    ("type c = C let sample_c = 3", "c list", "the sampler for the type c list has the wrong type"),
    ("type c = C let sample_c () = 3", "c", "the sampler for the type c has the wrong type"),
    ("", "int -> int", "values of the type int -> int cannot be sampled"),
    ("", "'a list", "values of the type 'a cannot be sampled"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "ty", "message"), MISTAKES)
def test_a_missing_or_wrong_sampler_is_the_authors_mistake(
    grade: Grade, before: str, ty: str, message: str
) -> None:
    report = f'test_function_1_against_solution [%ty: ({ty}) -> int] "f" []'
    graded = grade("let f _ = 1", make_exercise(report, before=before, solution="let f _ = 1"))

    assert graded.failure["whose"] == "exercise"
    assert graded.failure["stage"] == "test"
    assert message in graded.failure["message"]


def test_no_sampler_is_needed_without_random_cases(grade: Grade) -> None:
    report = 'test_function_1_against_solution ~gen:0 [%ty: (int -> int) -> int] "f" [succ]'
    graded = grade("let f g = g 1", make_exercise(report, solution="let f g = g 1"))

    assert graded.points == 1


def test_a_given_sampler_is_used_for_all_arguments(grade: Grade) -> None:
    report = (
        "test_function_2_against_solution ~gen:3 ~sampler:(fun () -> (8, succ))"
        ' [%ty: int -> (int -> int) -> int] "f" []'
    )
    graded = grade("let f x g = g x", make_exercise(report, solution="let f x g = g x"))

    assert graded.points == 3
    assert graded.text.count("Computing f 8 <fun>") == 3
