# ruff: noqa: E501 -- programs of a line
"""State of the prelude: a submission's changes never reach what the solution computes."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded

pytestmark = pytest.mark.machine

# Makes the tests and the submission share one process.
HIDES_STATE = "let fresh = let last = ref 0 in fun () -> incr last; !last\n"

TEST = """
open Test_lib
open Report
let () = set_result (test_function_1_against_solution [%ty: string -> int] "find" ~gen:0 ["a"; "b"; "c"; "a"])
"""


def _make_exercise(prelude: str, solution: str, test: str = TEST) -> dict[str, str]:
    return {"prelude.ml": prelude, "solution.ml": solution, "test.ml": test}


LIST = 'let table = ref [ ("a", 1); ("b", 2); ("c", 3) ]'
LIST_SOLUTION = "let find key = List.assoc key !table"
ARRAY = "let table = [| 1; 2; 3 |]"
ARRAY_SOLUTION = "let find key = table.(Char.code key.[0] - 97)"

# The prelude, the solution, and a submission that makes wrong answers look right.
ATTACKS = {
    "a reference at load time": (
        LIST,
        LIST_SOLUTION,
        'let () = table := ["a", 0; "b", 0; "c", 0]\nlet find _ = 0',
    ),
    "a reference in a call": (
        LIST,
        LIST_SOLUTION,
        'let find _ = table := ["a", 0; "b", 0; "c", 0]; 0',
    ),
    "an empty table": (LIST, LIST_SOLUTION, "let find _ = table := []; raise Not_found"),
    "an alias": (
        "let cells = ref [ ref 1 ]",
        "let find _ = !(List.hd !cells)",
        "let mine = List.hd !cells\nlet find _ = mine := 0; 0",
    ),
    "an alias in an own table": (
        "type cell = { mutable value : int }\nlet table = [ { value = 1 }; { value = 2 } ]",
        "let find _ = (List.hd table).value",
        "let mine = ref table\nlet () = List.iter (fun c -> c.value <- 0) !mine\nlet find _ = List.iter (fun c -> c.value <- 0) !mine; 0",
    ),
    "an array": (
        ARRAY,
        ARRAY_SOLUTION,
        "let find _ = Array.fill table 0 3 0; 0",
    ),
    "an array of arrays": (
        "let table = [| [| 1 |]; [| 2 |]; [| 3 |] |]",
        "let find key = table.(Char.code key.[0] - 97).(0)",
        "let zero = [| 0 |]\nlet () = table.(0) <- zero; table.(1) <- zero\nlet find _ = table.(2) <- zero; 0",
    ),
    "an array of floats": (
        "let table = [| 1.; 2.; 3. |]",
        "let find key = int_of_float table.(Char.code key.[0] - 97)",
        "let find _ = Array.fill table 0 3 0.; 0",
    ),
    "bytes": (
        'let table = Bytes.of_string "abc"',
        "let find key = Char.code (Bytes.get table (Char.code key.[0] - 97))",
        "let () = Bytes.fill table 0 3 '0'\nlet find _ = Bytes.fill table 0 3 '0'; 48",
    ),
    "a hash table": (
        "let table = Hashtbl.create 3\nlet () = List.iter (fun (k, v) -> Hashtbl.add table k v) [\"a\", 1; \"b\", 2; \"c\", 3]",
        "let find key = Hashtbl.find table key",
        "let find _ = Hashtbl.reset table; raise Not_found",
    ),
    "entries of a hash table": (
        "let table = Hashtbl.create 1\nlet () = List.iter (fun (k, v) -> Hashtbl.add table k v) [\"a\", 1; \"b\", 2; \"c\", 3]",
        "let find key = Hashtbl.find table key",
        "let () = Hashtbl.filter_map_inplace (fun _ _ -> Some 0) table; for i = 1 to 999 do Hashtbl.add table (string_of_int i) i done\nlet find _ = 0",
    ),
    "a queue": (
        "let queue = Queue.create ()\nlet () = List.iter (fun x -> Queue.add x queue) [1; 2; 3]",
        "let find key = Queue.fold (+) (Char.code key.[0]) queue",
        "let find key = Queue.clear queue; Char.code key.[0]",
    ),
    "a stack": (
        "let stack = Stack.create ()\nlet () = List.iter (fun x -> Stack.push x stack) [1; 2; 3]",
        "let find key = Stack.fold (+) (Char.code key.[0]) stack",
        "let () = Stack.clear stack\nlet find key = Char.code key.[0]",
    ),
    "a buffer": (
        'let buffer = Buffer.create 10\nlet () = Buffer.add_string buffer "text"',
        "let find key = Buffer.length buffer + String.length key",
        "let find key = Buffer.reset buffer; String.length key",
    ),
    "a function that hides a table": (
        "let get, put = let table = ref [\"a\", 1; \"b\", 2; \"c\", 3] in (fun key -> List.assoc key !table), (fun key value -> table := (key, value) :: !table)",
        "let find key = get key",
        "let find key = List.iter (fun key -> put key 0) [\"a\"; \"b\"; \"c\"]; get key",
    ),
    "a recursive function that hides a table": (
        "let rec get = let n = ref 1 in fun () -> !n and set = fun () -> ignore get\nlet cell = let n = ref 5 in let rec read () = !n and write v = n := v; read () in (read, write)",
        "let find _ = fst cell ()",
        "let find _ = snd cell 0",
    ),
    "a module that hides a table": (
        "module Table : sig val get : string -> int val clear : unit -> unit end = struct\n  let table = Hashtbl.create 5\n  let () = Hashtbl.add table \"a\" 1\n  let get key = try Hashtbl.find table key with Not_found -> Hashtbl.length table\n  let clear () = Hashtbl.reset table\nend",
        "let find key = Table.get key",
        "let find _ = Table.clear (); 0",
    ),
    "a functor's result": (
        "module Make (X : sig val start : int end) = struct let cell = ref X.start end\nmodule Cell = Make (struct let start = 5 end)",
        "let find _ = !Cell.cell",
        "let () = Cell.cell := 0\nlet find _ = Cell.cell := 0; 0",
    ),
    "an object": (
        "let counter = object val mutable n = 5 method get = n method set v = n <- v end",
        "let find _ = counter#get",
        "let find _ = counter#set 0; 0",
    ),
    "a class that counts": (
        "class counter = let made = ref 5 in object method made = !made method set v = made := v end",
        "let find _ = (new counter)#made",
        "let find _ = (new counter)#set 0; 0",
    ),
    "a lazy value that reads a table": (
        "let size = ref 3\nlet total = lazy (10 * !size)",
        "let find _ = Lazy.force total",
        "let () = size := 0; ignore (Lazy.force total)\nlet find _ = 0",
    ),
    "a lazy table": (
        "let table = lazy [| 5 |]",
        "let find _ = (Lazy.force table).(0)",
        "let find _ = (Lazy.force table).(0) <- 0; 0",
    ),
    "a memory of results": (
        "let memory : (string * int) list ref = ref []\nlet remember key value = memory := (key, value) :: !memory; value",
        "let find key = match List.assoc_opt key !memory with Some n -> n | None -> remember key (String.length key + 6)",
        "let find key = List.iter (fun key -> ignore (remember key 0)) [\"a\"; \"b\"; \"c\"]; 0",
    ),
    "results that the solution has remembered": (
        "let memory : (string * int) list ref = ref []\nlet remember key value = memory := (key, value) :: !memory; value",
        "let find key = match List.assoc_opt key !memory with Some n -> n | None -> remember key (String.length key + 6)",
        "let find key = try List.assoc key !memory with Not_found -> 0",
    ),
    "one call for the next": (
        LIST,
        LIST_SOLUTION,
        'let calls = ref 0\nlet find _ = incr calls; if !calls > 1 then table := ["a", 0; "b", 0; "c", 0]; 0',
    ),
    "while an exception leaves": (
        LIST,
        LIST_SOLUTION,
        "let find _ = Fun.protect ~finally:(fun () -> table := []) (fun () -> raise Not_found)",
    ),
    "what a state of millions hides": (
        LIST,
        LIST_SOLUTION,
        'let find _ = table := ["a", 0; "b", 0; "c", 0] @ List.init 400_000 (fun i -> ("", i)); 0',
    ),
    "a cyclic state": (
        LIST,
        LIST_SOLUTION,
        'let rec loop = ("a", 0) :: ("b", 0) :: ("c", 0) :: loop\nlet find _ = table := loop; 0',
    ),
    "an extensible constructor's table": (
        "exception Kept of int ref\nlet kept = Kept (ref 5)",
        "let find _ = match kept with Kept r -> !r | _ -> 1",
        "let find _ = match kept with Kept r -> r := 0; 0 | _ -> 0",
    ),
}  # fmt: skip


def _is_fair(graded: Graded) -> bool:
    return graded.points > 0 and not graded.failed


@pytest.mark.long(reason="every way to change a value of the prelude")
@pytest.mark.parametrize("together", [False, True], ids=["by types", "one process"])
@pytest.mark.parametrize(("prelude", "solution", "attack"), ATTACKS.values(), ids=ATTACKS)
def test_a_submission_does_not_change_what_the_solution_computes_with(
    grade: Grade, prelude: str, solution: str, attack: str, together: bool
) -> None:
    if together:
        prelude = HIDES_STATE + prelude
    exercise = _make_exercise(prelude, solution)
    right = grade(solution, exercise)
    assert _is_fair(right), (right.answers, right.outcome.stderr)
    assert "shared_state" not in right.mode
    hostile = grade(attack, exercise)
    assert hostile.points == 0, (hostile.mode, hostile.text)
    if together:
        assert hostile.mode["name"] == "together"


def _report(body: str) -> str:
    return f"open Test_lib\nopen Report\nlet () = set_result ({body})"


COUNTER = "let used = ref 0\nlet count x = incr used; x"
COUNTED = """
test_function_1_against_solution [%ty: int -> int] "f" ~gen:0 [1; 2; 3]
  ~before_reference:(fun _ -> used := 10)
  ~before_user:(fun _ -> used := 10)
  ~after:(fun _ _ _ -> [Message ([], if !used = 11 then Success 5 else Failure)])
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_tests_see_what_the_submission_has_changed(grade: Grade, hidden: str) -> None:
    exercise = _make_exercise(hidden + COUNTER, "let f x = count x", _report(COUNTED))
    right = grade("let f x = count x", exercise)
    assert (right.points, right.failed) == (18, False)
    assert grade("let f x = x", exercise).points == 3
    assert grade("let f x = count (count x)", exercise).points == 3


# The tests prepare the state once for both sides, and compare the results of both.
LEFT = """
test_variable_property [%ty: int -> unit] "push" @@ fun push ->
  stack := [7];
  Solution.push 1; Solution.push 2;
  let expected = !stack in
  stack := [7];
  push 1; push 2;
  [Message ([], if !stack = expected then Success 3 else Failure)]
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_tests_prepare_the_state_for_both_sides(grade: Grade, hidden: str) -> None:
    push = "let push x = stack := x :: !stack"
    exercise = _make_exercise(hidden + "let stack : int list ref = ref []", push, _report(LEFT))
    right = grade(push, exercise)
    assert (right.points, right.failed) == (3, False)
    assert "shared_state" not in right.mode
    assert grade("let push _ = ()", exercise).points == 0
    assert grade("let () = stack := [1]\nlet push x = stack := [x]", exercise).points == 0


# The solution looks at what the submission has done.
LOOKED_AT = """
test_variable_property [%ty: int -> unit] "push" @@ fun push ->
  push 3;
  [Message ([], if Solution.top () = 3 then Success 3 else Failure)]
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_an_exercise_whose_solution_fails_with_its_own_state_shares_it(
    grade: Grade, hidden: str
) -> None:
    solution = "let push x = stack := x :: !stack\nlet top () = List.hd !stack"
    prelude = hidden + "let stack : int list ref = ref []"
    exercise = _make_exercise(prelude, solution, _report(LOOKED_AT))
    right = grade(solution, exercise)
    assert (right.points, right.failed) == (3, False)
    reason = right.mode["shared_state"]
    other = "let push x = stack := [x]"
    assert grade(other, exercise).points == 0
    known = ("--together", "so") if hidden else ("--separate",)
    assert grade(other, exercise, options=(*known, "--shared-state", reason)).points == 3


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_a_solution_that_times_out_does_not_share_its_state(grade: Grade, hidden: str) -> None:
    """The solution is slow or the machine is busy: neither says anything about the state."""
    solution = "let f x = count (if x = 2 then while true do () done; x)"
    report = _report('test_function_1_against [%ty: int -> int] "f" succ ~gen:0 [1; 2]')
    report = report.replace("succ", "(fun x -> x)")
    graded = grade(solution, _make_exercise(hidden + COUNTER, solution, report), call_seconds=0.2)
    assert graded.failed
    assert "takes more than 0.2 seconds" in graded.text
    assert "shared_state" not in graded.mode


# The tests put a block of their own into the state while they look at the submission's version.
REPLACED = """
test_variable_property [%ty: int -> int] "f" @@ fun f ->
  ignore (Solution.f 0);
  ignore (f 0);
  state := ref 5;
  ignore (f 1);
  [Message ([], Success (Solution.f 1))]
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_a_submission_does_not_change_values_that_tests_put_into_the_state(
    grade: Grade, hidden: str
) -> None:
    solution = "let f x = !(!state) + x"
    prelude = hidden + "let state = ref (ref 0)"
    exercise = _make_exercise(prelude, solution, _report(REPLACED))
    assert grade(solution, exercise).points == 6
    assert grade("let f x = !state := 7 + x; x", exercise).points == 6


CALLED = """
let calls = ref [] in
test_variable_property [%ty: (int -> unit) -> unit] "each" @@ fun each ->
  let logged f = calls := []; f (fun x -> calls := x :: !calls); !calls in
  let expected = logged Solution.each in
  let first = logged each in
  let again = logged Solution.each in
  [Message ([], if expected = first && first = again then Success 3 else Failure)]
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_a_submission_that_keeps_a_function_of_the_tests_does_not_undo_their_changes(
    grade: Grade, hidden: str
) -> None:
    prelude = hidden + "let seen = ref 0\nlet kept : (int -> unit) list ref = ref []"
    exercise = _make_exercise(prelude, "let each f = incr seen; f 1; f 2", _report(CALLED))
    assert grade("let each f = incr seen; f 1; f 2", exercise).points == 3
    assert grade("let each f = kept := f :: !kept; incr seen; f 1; f 2", exercise).points == 3
    assert grade("let each f = kept := f :: !kept; decr seen; f 1", exercise).points == 0


def test_a_callback_of_the_tests_cannot_change_the_solutions_state(
    grade: Grade,
) -> None:
    test = """
test_function_1_against_solution [%ty: (int -> int) -> int] "apply" ~gen:0
  [(fun x -> noted := x :: !noted; x); (fun x -> incr seen; x)]
"""
    prelude = "let table = ref [5]\nlet noted : int list ref = ref []\nlet seen = ref 0"
    exercise = _make_exercise(prelude, "let apply f = f (List.hd !table)", _report(test))
    assert grade("let apply f = f (List.hd !table)", exercise).points == 2
    assert grade("let apply f = table := [0]; ignore (f 1); 0", exercise).points == 0


@pytest.mark.long(reason="fills the stack")
@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
def test_a_full_stack_does_not_confuse_whose_code_runs(grade: Grade, hidden: str) -> None:
    """At any point between the submission and the tests where the stack is full."""
    test = """
test_function_1_against_solution [%ty: (int -> int) -> int] "apply" ~gen:0 [(fun x -> x); (fun x -> x)]
"""
    attack = """
let rec deep f = (try ignore (f 1) with Stack_overflow -> table := [0]); table := [0]; 1 + deep f
let apply f = (try ignore (deep f) with _ -> ()); table := [0]; 0
"""
    prelude = hidden + "let table = ref [5]"
    exercise = _make_exercise(prelude, "let apply f = f (List.hd !table)", _report(test))
    assert grade("let apply f = f (List.hd !table)", exercise).points == 2
    assert grade(attack, exercise).points == 0


def test_a_failing_submission_does_not_share_its_state(grade: Grade) -> None:
    exercise = _make_exercise(LIST, LIST_SOLUTION)
    graded = grade("let find _ = 0", exercise)
    assert "shared_state" not in graded.mode
    assert graded.points == 0


# A function of the prelude counts the cost of a call. For the solution, the counter is already zero
# when the tests reset it.
COST = """
test_variable_property [%ty: int -> int] "f" @@ fun f ->
  let cost n = let expected = Solution.zero n in used := 0; let got = f n in (got = expected + 1, !used) in
  [Message ([], if List.map cost [1; 2; 3] = [true, 1; true, 1; true, 1] then Success 3 else Failure)]
"""


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
@pytest.mark.parametrize("reset", ["used := 0;", "reset ();", "used := 5; used := 0;"])
def test_a_write_of_the_tests_applies_to_both_sides_even_if_one_has_the_value(
    grade: Grade, hidden: str, reset: str
) -> None:
    prelude = hidden + COUNTER + "\nlet reset () = used := 0"
    solution = "let zero _ = 0\nlet f x = count 1"
    exercise = _make_exercise(prelude, solution, _report(COST.replace("used := 0;", reset)))
    right = grade(solution, exercise)
    assert (right.points, right.failed) == (3, False)
    assert "shared_state" not in right.mode
    assert grade("let f x = count 1", exercise).points == 3
    assert grade("let f x = count (count 1)", exercise).points == 0


CLOSE = """
let close one other = abs_float (one -. other) < !limit in
test_function_1_against_solution [%ty: float -> float] "f" ~test:(test_eq_ok close) ~gen:0 [1.; 2.]
"""
DRAWN = """
let sample () = words.(Random.int 3) in
test_function_1_against_solution [%ty: string -> int] "f" ~gen:5 ~sampler:sample []
@ test_function_1_against_solution [%ty: string -> int] "f" ~gen:5 ~sampler:sample []
"""
NOT_LOOKED_AT = {
    "how close results have to be": (
        "let limit = ref 0.1",
        "let f x = 10. *. x",
        "let () = limit := 1e9\nlet f _ = limit := infinity; 0.",
        CLOSE,
    ),
    "what samples are drawn from": (
        'let words = [| "one"; "three"; "nine" |]',
        "let f = String.length",
        'let clear () = Array.fill words 0 3 ""\nlet () = clear ()\nlet f _ = clear (); 0',
        DRAWN,
    ),
}


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
@pytest.mark.parametrize(
    ("prelude", "solution", "attack", "test"), NOT_LOOKED_AT.values(), ids=NOT_LOOKED_AT
)
def test_tests_are_created_with_state_that_the_submission_cannot_change(
    grade: Grade, prelude: str, solution: str, attack: str, test: str, hidden: str
) -> None:
    exercise = _make_exercise(hidden + prelude, solution, _report(test))
    right = grade(solution, exercise)
    assert _is_fair(right), right.answers
    assert "shared_state" not in right.mode
    assert grade(attack, exercise).points == 0


SAME = {
    "a function's result": (
        "let f x = table.(0) <- x; table",
        "let f _ = table",
        'test_function_1_against_solution [%ty: int -> int array] "f" ~gen:0 [5; 6]',
    ),
    "a value": (
        "let x = Array.sort compare table; table",
        "let x = table",
        'test_variable_against_solution [%ty: int array] "x"',
    ),
    "a part of a result": (
        "let f x = table.(0) <- x; Some [table]",
        "let f _ = Some [table]",
        'test_function_1_against_solution [%ty: int -> int array list option] "f" ~gen:0 [5; 6]',
    ),
}


@pytest.mark.parametrize("hidden", ["", HIDES_STATE], ids=["two processes", "one process"])
@pytest.mark.parametrize(("solution", "attack", "test"), SAME.values(), ids=SAME)
def test_state_in_a_result_is_compared_as_each_side_left_it(
    grade: Grade, solution: str, attack: str, test: str, hidden: str
) -> None:
    exercise = _make_exercise(hidden + "let table = [| 3; 1; 2 |]", solution, _report(test))
    right = grade(solution, exercise)
    assert _is_fair(right), right.answers
    assert "shared_state" not in right.mode
    assert grade(attack, exercise).points == 0
