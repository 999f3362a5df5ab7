"""No attack earns a point or reads a line of hidden files."""

import json
from pathlib import Path

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded
from tests.toolbox.learn_ocaml_judge.hostile import HARMLESS, REFUSED, UNSOUND
from tests.toolbox.learn_ocaml_judge.sample import DOUBLE, make_unit_test_exercise

pytestmark = pytest.mark.machine

COURSE = Path("examples/ocaml-course/exercises")

# How a submission returns what it has found. The second exercise tests a whole module.
SEARCH_TREE = """
let () = print_string (loot ()); prerr_string (loot ())
let height _ = failwith (loot ())
let mem _ _ = failwith (loot ())
let insert _ _ = failwith (loot ())
let of_list _ = failwith (loot ())
let elements _ = failwith (loot ())
"""
PRIORITY_QUEUE = """
let () = prerr_string (loot ())
module Ticket = struct
  type t = int
  let first = 7
  let next _ = failwith (loot ())
  let number _ = failwith (loot ())
end
module Make (Order : ORDERED) = struct
  type element = Order.t
  type t = element list
  let empty : t = []
  let add (_ : element) (_ : t) : t = failwith (loot ())
  let size (_ : t) : int = failwith (loot ())
  let first (_ : t) : element option = failwith (loot ())
  let rest (_ : t) : t = failwith (loot ())
end
module Smallest = Make (Int)
module Largest = Make (Int)
let drain (_ : Smallest.t) : int list = failwith (loot ())
"""
EXERCISES = {
    "types/search-tree": SEARCH_TREE,
    "modules/priority-queue": PRIORITY_QUEUE,
}


def list_hidden_lines(exercise: Path, submission: str) -> list[str]:
    """Return the lines of solution.ml and test.ml that carry information and are not in the
    submission.
    """
    text = (exercise / "solution.ml").read_text() + (exercise / "test.ml").read_text()
    lines = {line.strip() for line in text.splitlines()}
    return [line for line in lines if len(line) > 14 and line not in submission]


def join_messages(graded: Graded) -> str:
    """Return everything that leaves the grader, unescaped as a student would read it."""
    text = json.dumps(graded.answers, ensure_ascii=False)
    return text.replace("\\n", "\n").replace('\\"', '"') + graded.outcome.stderr.decode(
        errors="replace"
    )


def attack_grader(grade: Grade, exercise: str, attack: str) -> Graded:
    submission = f"{attack}\n{EXERCISES[exercise]}"
    graded = grade(submission, COURSE / exercise)
    text = join_messages(graded)
    assert [line for line in list_hidden_lines(COURSE / exercise, submission) if line in text] == []
    return graded


each_compiler_and_exercise = pytest.mark.parametrize(
    ("compiler", "exercise"),
    [
        ("here", "types/search-tree"),
        *(
            pytest.param(*case, marks=pytest.mark.long(reason="every attack once more"))
            for case in (("here", "modules/priority-queue"), ("root", "types/search-tree"))
        ),
    ],
    indirect=["compiler"],
)


@each_compiler_and_exercise
@pytest.mark.parametrize("attack", REFUSED.values(), ids=REFUSED)
def test_an_attack_is_refused_before_it_runs(grade: Grade, attack: str, exercise: str) -> None:
    graded = attack_grader(grade, exercise, attack)
    assert (graded.points, graded.failure["kind"]) == (0, "refused"), graded.answers


@pytest.mark.long(reason="runs each attack")
@each_compiler_and_exercise
@pytest.mark.parametrize("attack", HARMLESS.values(), ids=HARMLESS)
def test_an_attack_that_runs_finds_nothing(grade: Grade, attack: str, exercise: str) -> None:
    graded = attack_grader(grade, exercise, attack)
    assert graded.points == 0
    assert graded.answers, graded.outcome.stderr
    assert "DIRTY" not in join_messages(graded)


@pytest.mark.each_compiler
@pytest.mark.parametrize("source", UNSOUND.values(), ids=UNSOUND)
def test_a_student_reads_which_construct_is_refused_and_where(grade: Grade, source: str) -> None:
    failure = grade(source, DOUBLE).failure
    assert failure["line"] > 1
    message = failure["message"]
    reasons = (
        *("ocaml/ocaml#", "have known bugs", "is not available here", "may not use it"),
        "not allowed as right-hand side of",  # OCaml's own check
    )
    assert any(reason in message for reason in reasons), message


@pytest.mark.each_compiler
def test_memory_of_submissions_is_zero(grade: Grade) -> None:
    """Also through names of the prelude, which the student's code does not name itself."""
    prelude = """
let fresh = Bytes.create
module Maker = struct include Bytes let floats = Array.create_float end
module Labels = StdLabels.Bytes
external raw : int -> bytes = "caml_create_bytes"
external once : int -> bytes = "caml_create_string"
external raw_floats : int -> float array = "caml_make_float_vect"
"""
    source = """
let () = ignore (List.init 2000 (fun n -> String.make (n mod 500) 'x' ^ string_of_float 1.5))
let is_zero so_far c = so_far && c = '\\000'
let is_clean bytes = Seq.fold_left is_zero true (Bytes.to_seq bytes)
let has_zeros floats = Array.for_all (fun x -> Int64.bits_of_float x = 0L) floats
let () =
  for n = 0 to 2000 do
    let theirs = [ fresh n; Maker.create n; Labels.create n; raw n; once n ] in
    assert (List.for_all is_clean (Bytes.create n :: theirs));
    assert (List.for_all has_zeros [ Maker.floats n; Array.create_float n; raw_floats n ])
  done
"""
    assert grade(source, {**make_unit_test_exercise(), "prelude.ml": prelude}).points == 1


@pytest.mark.each_compiler
@pytest.mark.parametrize(
    ("prelude", "source", "message"),
    [
        ("external dup : 'a -> 'a = \"caml_obj_dup\"", "let f = dup 1", "primitive caml_obj_dup"),
        ("external dup : 'a -> 'a = \"caml_obj_dup\"", "let f = dup", "primitive caml_obj_dup"),
        (
            'module P = struct external collect : unit -> unit = "caml_gc_compaction" end',
            "module F (X : sig val collect : unit -> unit end) = X  module M = F (P)",
            "primitive caml_gc_compaction",
        ),
        (
            'external put : bytes -> int -> char -> unit = "%bytes_unsafe_set"',
            "let () = put (Bytes.create 1) 9 'a'",
            "memory without checks",
        ),
    ],
)
def test_compiled_code_uses_only_listed_operations(
    grade: Grade, prelude: str, source: str, message: str
) -> None:
    """Even where types would allow it, because an author's prelude has declared it."""
    graded = grade(source, {**make_unit_test_exercise(), "prelude.ml": prelude})
    assert (graded.points, graded.failure["kind"]) == (0, "refused"), graded.answers
    assert message in graded.failure["message"]
    assert graded.failure["line"] == 1
    assert grade("", {**make_unit_test_exercise(), "prelude.ml": prelude}).points == 1


# Ordinary code of students that is close to what the rules refuse.
ORDINARY = {
    "guards on mutable records": """
type queue = { mutable head : int list; mutable size : int }
let f q = match q with
  | { head = x :: _; size } when x > size && List.mem x [ 1; 2 ] -> x
  | { head = []; _ } -> 0
  | { size; _ } when String.length (string_of_int size) > 3 -> 1
  | _ -> 2
""",
    "guards that call, on what is fixed": """
let rec f = function
  | x :: rest when f rest > 3 -> x
  | [] -> 0
  | _ -> 1
let cell = ref 3
let g () = match !cell with n when (incr cell; n > 3) -> n | n -> n + 1
""",
    "guards that call, where only variables are taken": """
type node = { value : int; mutable next : node option }
let f p node = match node with { value; next } when p value next -> 1 | _ -> 2
""",
    "recursive values": """
let rec ones = 1 :: ones
let rec even n = n = 0 || odd (n - 1) and odd n = n > 0 && even (n - 1)
type stream = Cons of int * stream Lazy.t
let rec from n = Cons (n, lazy (from (n + 1)))
let rec same = Cons (1, lazy same)
let rec memo = let table = Hashtbl.create 7 in fun n ->
  try Hashtbl.find table n with Not_found ->
    let found = if n < 2 then n else memo (n - 1) + memo (n - 2) in
    Hashtbl.add table n found; found
let rec plain = List.map succ [ 1; 2 ]
type tree = { mutable left : tree option; parent : tree }
let rec root = { left = None; parent = root }
""",
    "functors and first-class modules": """
module type ORDER = sig type t val compare : t -> t -> int end
module Make (Order : ORDER) = struct include Set.Make (Order) let two a b = add a (singleton b) end
module Ints = Make (Int)
let pick (module O : ORDER with type t = int) = O.compare 1 2
let x = pick (module Int)
""",
    "polymorphic records and variants": """
type poly = { apply : 'a. 'a list -> int }
let p = { apply = List.length }
let colour = function `Red -> 1 | `Blue n -> n | _ -> 0
type shade = [ `Red | `Blue of int ]
let rec depth : 'a. 'a list list -> int = function [] -> 0 | _ :: rest -> 1 + depth rest
""",
    "formats": """
let f () = Printf.sprintf "%d %s %5.2f%%" 1 "a" 2.
let f' () = Format.asprintf "@[<v>%a@]" Format.pp_print_int 3
let g fmt = Printf.sprintf (fmt ^^ "!") 3
let x = g "%d" ^ Printf.sprintf {|%s|} "a"
""",
    "exceptions and attributes": """
exception Stop of int
let[@inline] f x = try raise (Stop x) with Stop n when n > 3 -> n | Stop _ -> 0
let rec g n = if n = 0 then 0 else (g [@tailcall]) (n - 1)
(** documented *)
let h = Fun.protect ~finally:ignore (fun () -> Sys.opaque_identity 3)
""",
    "buffers and bytes": """
let f words =
  let b = Buffer.create 16 in
  List.iter (Buffer.add_string b) words;
  Buffer.add_substitute b (fun x -> x ^ x) "$a-${bc}";
  Buffer.contents b
let g = f [ "one"; String.make 100 'x' ]
let () = assert (String.length g = 110)
let h = Bytes.create 3
let () = Bytes.fill h 0 3 'a'; Bytes.set h 1 'b'; assert (Bytes.to_string h = "aba")
let () =
  let b = Buffer.create 0 in
  for i = 0 to 9999 do Buffer.add_char b (Char.chr (i mod 256)) done;
  assert (Buffer.length b = 10000 && Buffer.nth b 300 = ',')
""",
    "locals, arrays, loops": """
let f a = match a with [| x; y |] when x > y -> x | [||] -> 0 | _ -> Array.length a
let g () = let total = ref 0 in Array.iteri (fun i x -> total := !total + i * x) [| 1; 2 |]; !total
let ( let* ) = Option.bind
let h x = let* y = x in if y > 0 then Some y else None
""",
    "classes": """
class virtual shape (name : string) = object (self)
  val mutable bumps = 0
  method name = name
  method virtual area : float
  method bump = bumps <- bumps + 1; self#twice; bumps
  method twice = bumps <- bumps * 2
  initializer bumps <- 1
end
class square side = object
  inherit shape "square" as super
  method area = side *. side
  method twice = super#twice
end
class ['a] stack = object
  val mutable all : 'a list = []
  method push x = all <- x :: all
  method pop = List.hd all
  method holding x = {< all = [x] >}
end
class type named = object method name : string end
let all = [ (new square 2. :> named); object method name = "x" end ]
let name (o : < name : string; .. >) = o#name
let () = assert ((new square 3.)#bump = 4 && List.map name all = [ "square"; "x" ])
let () = let s = new stack in s#push 3; assert ((Oo.copy s)#pop + ((s#holding 4)#pop) = 7)
""",
}


@pytest.mark.each_compiler
@pytest.mark.parametrize("source", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_code_is_not_refused(grade: Grade, source: str) -> None:
    graded = grade(source, make_unit_test_exercise())
    assert graded.points == 1, graded.answers
