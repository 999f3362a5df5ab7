# ruff: noqa: E501 -- programs of a line
"""Tests and student code in separate processes: what crosses, what cannot, and what hostile code
gains.
"""

import json
import random
import struct

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import NONCE, Grade

pytestmark = [pytest.mark.machine, pytest.mark.each_compiler]

SECRET = "the answer is kept here 4711"


def _make_exercise(test: str, *, solution: str = "", **files: str) -> dict[str, str]:
    return {
        "solution.ml": solution,
        "test.ml": f"open Test_lib\nopen Report\nlet () = set_result ({test})",
        **{name.replace("_", "."): text for name, text in files.items()},
    }


def _make_calls(ty: str, name: str, cases: str) -> str:
    return f'test_function_1_against_solution [%ty: {ty}] "{name}" ~gen:0 {cases}'


# The prelude, the type of a function, cases, and the function itself.
CROSSING = [
    ("", "int -> int", "[0; -1; max_int; min_int]", "let f x = x"),
    ("", "float -> float", "[0.; -0.; 1e300; infinity]", "let f x = x *. 2."),
    ("", "string -> bytes", '[""; "\\000\\255"]', "let f = Bytes.of_string"),
    ("", "int -> char * bool * unit", "[65]", "let f x = (Char.chr x, x > 3, ())"),
    ("", "int -> int32 * int64 * nativeint", "[-7]", "let f x = Int32.(of_int x, Int64.of_int x, Nativeint.of_int x)"),
    ("", "int list -> int list", "[[]; [1; 2; 3]]", "let f = List.rev"),
    ("", "int -> int list", "[100_000]", "let f n = List.init n Fun.id"),
    ("", "float array -> float array", "[[||]; [|1.; 2.|]]", "let f = Array.map succ_float"),
    ("", "int option -> (int, string) Stdlib.result", "[None; Some 3]", 'let f = function None -> Error "none" | Some x -> Ok x'),
    ("", "[ `A | `B of int ] -> [ `A | `B of int ]", "[`A; `B 3]", "let f = function `A -> `B 1 | `B _ -> `A"),
    ("", "exn -> exn", '[Not_found; Failure "x"]', "let f = function Not_found -> Failure \"was not found\" | exn -> exn"),
    ("type thing = Leaf | Node of thing * int * thing", "thing -> thing", "[Leaf; Node (Leaf, 1, Leaf)]", "let f t = Node (t, 2, t)"),
    ("type 'a thing = { mutable x : 'a; y : float }", "int thing -> int thing", "[{ x = 1; y = 2. }]", "let f t = { t with x = 3 }"),
    ("type thing = { a : float; b : float }", "thing -> thing", "[{ a = 1.; b = 2. }]", "let f { a; b } = { a = b; b = a }"),
    ("type thing = T of { mutable n : int } | U", "thing -> thing", "[U; T { n = 1 }]", "let f = function T t -> t.n <- 2; T t | U -> T { n = 5 }"),
    ("type thing = Boxed of int [@@unboxed]", "thing -> thing", "[Boxed 3]", "let f (Boxed x) = Boxed (x + 1)"),
    ("exception Mine of int * string", "int -> int", "[3]", 'let f x = raise (Mine (x, "so"))'),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "ty", "cases", "function"), CROSSING)
def test_values_cross_and_compare_as_in_one_process(
    grade: Grade, prelude: str, ty: str, cases: str, function: str
) -> None:
    function = function.replace("succ_float", "(fun x -> x +. 1.)")
    exercise = _make_exercise(_make_calls(ty, "f", cases), solution=function, prelude_ml=prelude)
    graded = grade(function, exercise)
    assert graded.mode == {"name": "separate"}
    assert not graded.failed
    assert graded.points > 0


HIGHER_ORDER = """
let sum iterate = let total = ref 0 in iterate (fun x -> total := !total + x); !total
"""


def test_functions_cross_in_both_directions(grade: Grade) -> None:
    ty = "((int -> unit) -> unit) -> int"
    test = f'test_function_1_against_solution [%ty: {ty}] "sum" ~gen:0 [(fun f -> List.iter f [1; 2; 3])]'
    graded = grade(HIGHER_ORDER, _make_exercise(test, solution=HIGHER_ORDER))
    assert (graded.mode["name"], graded.points, graded.failed) == ("separate", 1, False)


def test_an_exception_of_the_tests_comes_back_through_student_code(grade: Grade) -> None:
    test = """
let exception Stop of int in
let stopped = test_variable_property [%ty: (int -> unit) -> unit] "each" @@ fun each ->
  match each (fun n -> if n = 3 then raise (Stop n)) with
  | () -> [Message ([], Failure)]
  | exception Stop 3 -> [Message ([], Success 7)] in stopped
"""
    graded = grade("let each f = List.iter f [1; 2; 3]", _make_exercise(test))
    assert (graded.mode["name"], graded.points) == ("separate", 7)


def test_student_code_sees_only_the_name_of_an_exception_of_the_tests(grade: Grade) -> None:
    """Week 5 of the official corpus: a function that returns the text of an exception."""
    code = 'let name f = try f 1; "" with exn -> Printexc.to_string exn'
    test = """
let exception Fail in
let exception Secret of string in
let exp name f =
  test_variable_property [%ty: (int -> unit) -> string] "name" @@ fun text ->
  [Message ([Text (text f)], if text f = name then Success 1 else Failure)] in
exp "Fail" (fun _ -> raise Fail) @ exp "Secret" (fun _ -> raise (Secret "4711"))
"""
    graded = grade(code, _make_exercise(test))
    assert (graded.mode["name"], graded.points, graded.failed) == ("separate", 2, False)


def test_arguments_are_changed_for_the_tests_too(grade: Grade) -> None:
    test = """
test_variable_property [%ty: int array -> int ref -> int array] "change" @@ fun change ->
  let array = [| 1; 2 |] and cell = ref 0 in
  let result = change array cell in
  [Message ([], if array = [| 9; 2 |] && !cell = 4 && result == array then Success 3 else Failure)]
"""
    graded = grade("let change a r = a.(0) <- 9; r := 4; a", _make_exercise(test))
    assert (graded.mode["name"], graded.points) == ("separate", 3)


def test_output_comes_in_the_order_in_which_it_is_printed(grade: Grade) -> None:
    test = """
test_variable_property [%ty: (int -> unit) -> unit] "each" @@ fun each ->
  match exec (fun () -> each (fun n -> Printf.printf "tests %d;" n)) with
  | Ok ((), out, _) -> [Message ([Output out], Success 1)]
  | Error _ -> [Message ([], Failure)]
"""
    submission = (
        'let each f = print_string "one;"; f 1; print_string "two;"; f 2; print_string "end"'
    )
    graded = grade(submission, _make_exercise(test))
    assert graded.text.endswith("one;tests 1;two;tests 2;end")


def test_a_counter_of_the_prelude_is_shared_by_both_processes(grade: Grade) -> None:
    prelude = "let used = ref 0\nlet double x = incr used; 2 * x"
    test = """
test_variable_property [%ty: int -> int] "four" @@ fun four ->
  used := 10;
  let value = four 3 in
  [Message ([], if value = 12 && !used = 12 then Success 2 else Failure)]
"""
    graded = grade("let four x = double (double x)", _make_exercise(test, prelude_ml=prelude))
    assert (graded.mode["name"], graded.points) == ("separate", 2)


def test_state_that_only_a_function_knows_needs_one_process(grade: Grade) -> None:
    prelude = "let next = let last = ref 0 in fun () -> incr last; !last"
    test = 'test_variable_property [%ty: unit -> int] "f" @@ fun f -> [Message ([], Success (f () + next ()))]'
    graded = grade("let f = next", _make_exercise(test, prelude_ml=prelude))
    assert graded.mode["name"] == "together"
    assert graded.points == 3


def test_a_submission_does_not_choose_one_process(grade: Grade) -> None:
    test = 'test_variable_property [%ty: Code.t] "x" @@ fun _ -> [Message ([], Success 1)]'
    exercise = _make_exercise(test, solution="type t = int\nlet x = 1")
    assert grade("type t = int\nlet x = 1", exercise).points == 1
    graded = grade("module M : sig type t val x : t end = struct type t = int let x = 1 end\ninclude M", exercise)  # fmt: skip
    assert graded.mode == {"name": "separate"}
    assert (graded.points, graded.failed) == (0, True)


# The solution, test.ml, and a submission that has abstract or extensible types instead.
CHOOSING = {
    "an abstract type behind a name of the tests": (
        "type t = int\nlet x = 1",
        """
type thing = Code.t
let () = set_result (test_variable_property [%ty: thing] "x" @@ fun _ -> [Message ([], Success 1)])
""",
        "include (struct type t = int let x = 1 end : sig type t val x : t end)",
    ),
    "an abstract type within a type of the tests": (
        "type t = int\nlet f _ = true",
        """
type thing = Thing of Code.t option
let () = set_result (test_variable_property [%ty: thing -> bool] "f" @@ fun f ->
  [Message ([], if f (Thing None) then Success 1 else Failure)])
""",
        "include (struct type t = int end : sig type t end)\nlet f _ = true",
    ),
    "constructors that extend a type": (
        "type t = A | B\nlet x = A",
        """
let () = set_result (test_variable_property [%ty: Code.t] "x" @@ fun x ->
  [Message ([], if x = Code.A then Success 1 else Failure)])
""",
        "type t = ..\ntype t += A | B\nlet x = A",
    ),
}


@pytest.mark.parametrize(("solution", "test", "hostile"), CHOOSING.values(), ids=CHOOSING)
def test_no_types_of_a_submission_choose_one_process(
    grade: Grade, solution: str, test: str, hostile: str
) -> None:
    exercise = {"solution.ml": solution, "test.ml": f"open Test_lib\nopen Report\n{test}"}
    right = grade(solution, exercise)
    assert (right.mode, right.points) == ({"name": "separate"}, 1)
    graded = grade(hostile, exercise)
    assert graded.mode == {"name": "separate"}
    assert graded.points == 0


def test_many_calls_share_one_process_only_if_the_solution_makes_as_many(grade: Grade) -> None:
    test = """
test_variable_property [%ty: int -> int] "f" @@ fun f ->
  for _ = 1 to f 0 do ignore (f 1) done; [Message ([], Success 1)]
"""
    many, few = "let f _ = 5_000", "let f _ = 3"
    assert grade(many, _make_exercise(test, solution=many)).mode["name"] == "together"
    assert grade(many, _make_exercise(test, solution=few)).mode["name"] == "separate"


def test_many_calls_of_the_solution_itself_are_not_counted_again(grade: Grade) -> None:
    """A second count could end early on a busy machine, and find few calls."""
    test = """
let mark = "/tmp/counted before" in
let calls = if Sys.file_exists mark then 3 else 5_000 in
close_out (open_out mark);
test_variable_property [%ty: int -> int] "f" @@ fun f ->
  for _ = 1 to calls do ignore (f 1) done; [Message ([], Success 1)]
"""
    mode = grade("let f x = x", _make_exercise(test, solution="let f x = x")).mode
    assert mode == {"name": "together", "reason": "the tests make more than 3000 calls"}


def test_known_facts_of_the_solution_are_not_tried_again(grade: Grade) -> None:
    test = """
test_variable_property [%ty: int -> int] "f" @@ fun f ->
  for _ = 1 to f 0 do ignore (f 1) done; [Message ([], Success 1)]
"""
    exercise = _make_exercise(test, solution="let f _ = 5_000")
    few = grade("let f _ = 3", exercise, options=("--together", "many calls"))
    assert few.mode == {"name": "together", "reason": "many calls"}
    many = grade("let f _ = 5_000", exercise, options=("--separate",))
    assert (many.mode, many.points) == ({"name": "separate"}, 1)


# With the Unix library, whatever a process can do: nothing earns points.
UNIX = """
let descriptors : Unix.file_descr list = List.init 40 Obj.magic
let each f = List.iter (fun one -> try f one with _ -> ()) descriptors
"""
HOSTILE = {
    "reads every descriptor": """
let found = Buffer.create 10
let () = each (fun one ->
  let bytes = Bytes.make 9999 ' ' in
  ignore (Unix.lseek one 0 Unix.SEEK_SET);
  Unix.set_nonblock one;
  let got = Unix.read one bytes 0 9999 in
  Buffer.add_subbytes found bytes 0 got)
let () = failwith (Buffer.contents found)
""",
    "writes noise": 'let () = each (fun one -> ignore (Unix.write_substring one "noise" 0 5))',
    "writes endlessly": """
let text = String.make 60000 'x'
let () = each (fun one -> while true do ignore (Unix.write_substring one text 0 60000) done)
""",
    "announces gigabytes": r"""
let () = each (fun one -> ignore (Unix.write_substring one "\255\255\255\001" 0 4)); Unix.sleep 100
""",
    "closes everything": "let () = each Unix.close",
    "forks": "let () = if Unix.fork () = 0 then (each Unix.close; Unix._exit 0)",
    "kills its parent": "let () = Unix.kill (Unix.getppid ()) Sys.sigkill",
    "kills all": "let () = try Unix.kill (-1) Sys.sigkill with _ -> ()",
    "becomes another program": 'let () = Unix.execv "/bin/true" [| "true" |]',
    "stops": "let () = Unix.kill (Unix.getpid ()) Sys.sigstop",
    "sleeps": "let () = Unix.sleep 1000",
    "ends": "let () = Unix._exit 0",
}


@pytest.mark.long(reason="each row waits for limits")
@pytest.mark.parametrize("attack", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_process_earns_nothing_and_reads_nothing(grade: Grade, attack: str) -> None:
    test = _make_calls("int -> int", "double", "[1; 2]") + f" (* {SECRET} *)"
    solution = f'let double x = 2 * x\nlet secret = "{SECRET}"'
    allow = json.dumps({"allow": ["unix", "sys", "unsafe"]}).replace(": ", ": ")
    exercise = _make_exercise(test, solution=solution) | {"allow.json": allow}
    graded = grade(f"{UNIX}\nlet double x = 0\n{attack}", exercise, cpu_seconds=2)
    assert graded.points == 0
    assert SECRET not in str(graded.answers)
    assert NONCE not in str(graded.answers)


@pytest.mark.parametrize("seed", range(8))
def test_any_bytes_of_the_student_process_are_an_error_or_a_value(grade: Grade, seed: int) -> None:
    """Framed like messages, some with the beginning of a right reply."""
    chance = random.Random(seed)
    body = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 60)))
    if seed % 2:
        body = b"\x08" + struct.pack("<d", 0.0) + b"\x00\x00\x00" + body
    message = "".join(f"\\{byte:03d}" for byte in struct.pack("<I", len(body)) + body)
    attack = f'let f _ = each (fun one -> ignore (Unix.write_substring one "{message}" 0 {len(body) + 4})); []'  # fmt: skip
    solution = "type t = A of int list | B of (string * float array)\nlet f x = [A [x]]"
    test = _make_calls("int -> t list", "f", "[1; 2; 3]")
    exercise = {
        **_make_exercise(test, solution=solution.splitlines()[1]),
        "prelude.ml": solution.splitlines()[0],
        "allow.json": '{"allow": ["unix", "unsafe"]}',
    }
    graded = grade(UNIX + attack, exercise, cpu_seconds=5)
    assert graded.points == 0


def _reply(value: bytes) -> str:
    """Return a reply of the student process with that value, as an OCaml string."""
    body = b"\x08" + struct.pack("<d", 0.0) + bytes(4) + value
    return "".join(f"\\{byte:03d}" for byte in struct.pack("<I", len(body)) + body)


# Returns the first function or lazy value that the tests sent, as the other of the two kinds.
CONFUSED = {
    "a function for a lazy value": (
        "(unit -> int) -> int Lazy.t",
        "Lazy.force (f (fun () -> 3))",
    ),
    "a lazy value for a function": ("int Lazy.t -> (unit -> int)", "f (lazy (Random.bits ())) ()"),
}


@pytest.mark.parametrize(("ty", "use"), CONFUSED.values(), ids=CONFUSED)
def test_a_lazy_value_is_not_mistaken_for_a_function(grade: Grade, ty: str, use: str) -> None:
    """The other process calls both in the same way, so the process that has them must know the
    kind.
    """
    test = f'test_variable_property [%ty: {ty}] "f" @@ fun f -> [Message ([], Success (1 + 0 * ({use})))]'
    message = _reply(b"\x00\x00")
    length = len(message) // 4
    attack = f'let f _ = each (fun one -> ignore (Unix.write_substring one "{message}" 0 {length})); Unix.sleep 9; assert false'
    exercise = _make_exercise(test) | {"allow.json": '{"allow": ["unix", "unsafe"]}'}
    graded = grade(UNIX + attack, exercise, cpu_seconds=5)
    assert graded.points == 0
    assert graded.lost == "a function of another type"


def test_a_failure_has_a_possible_place(grade: Grade) -> None:
    """Whatever numbers the student process sends."""

    def number(value: int) -> bytes:
        value = (value << 1) ^ (value >> 62)
        content = b""
        while value >> 7:
            content, value = content + bytes([value & 127 | 128]), value >> 7
        return content + bytes([value])

    places = [1, -(2**60), -5, 2**60, -1]
    head = [number(5), b"\x00", number(1), number(1), number(0), number(0)]
    body = b"".join([*head, *map(number, places)])
    message = "".join(f"\\{byte:03d}" for byte in struct.pack("<I", len(body)) + body)
    attack = f'let () = each (fun one -> ignore (Unix.write_substring one "{message}" 0 {len(body) + 4})); Unix.sleep 9'
    exercise = _make_exercise("[]") | {"allow.json": '{"allow": ["unix", "unsafe"]}'}
    failure = grade(UNIX + attack, exercise, cpu_seconds=5).failure
    assert (failure["line"], failure["column"]) == (1, 0)
    assert (failure["end_line"], failure["end_column"]) == (2**30, 0)


@pytest.mark.long(reason="computes until the limit")
@pytest.mark.parametrize(
    "submission",
    ["let f x = stubborn (); x", "let () = stubborn ()\nlet f x = x"],
    ids=["in a call", "while it is loaded"],
)
def test_code_that_catches_interruptions_reads_its_limit(grade: Grade, submission: str) -> None:
    stubborn = "let rec stubborn () = (try while true do () done with _ -> ()); stubborn ()\n"
    exercise = _make_exercise(_make_calls("int -> int", "f", "[1]"), solution="let f x = x")
    graded = grade(stubborn + submission, exercise, call_seconds=1)
    assert graded.mode == {"name": "separate"}
    assert graded.failure["kind"] == "timeout"
    assert graded.failure["message"] == "it takes more than a second, and cannot be interrupted"
