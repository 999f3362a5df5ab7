"""Attacks on the grader by code that it types and runs. None earns a point or changes anything."""

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import NONCE, Grade
from tests.toolbox.learn_ocaml_judge.sample import DOUBLE, PRICE, make_unit_test_exercise

pytestmark = [pytest.mark.machine, pytest.mark.each_compiler]

# Each of these tries to use a name that is not offered. `double` would be right otherwise.
SPELLINGS = {
    "plain": "open_in",
    "qualified": "Stdlib.open_in",
    "its unit": "Stdlib__Obj.magic",
    "old name": "Stdlib.Pervasives.open_in",
    "operator": "Array.(unsafe_get)",
    "local open": "let open Bytes in unsafe_to_string",
    "open bang": "let open! String in unsafe_get",
    "indexing unchecked": "Array.unsafe_get [|x|]",
    "labels": "ArrayLabels.unsafe_get",
    "labels of all": "StdLabels.Bytes.unsafe_to_string",
    "nested": "Float.Array.unsafe_get",
    "character": "Char.unsafe_chr",
    "unicode": "Uchar.unsafe_of_int",
    "big": "Bigarray.Array1.unsafe_get",
    "cast": "Obj.magic",
    "representation": "Obj.repr",
    "packed": "Obj.Extension_constructor.of_val",
    "marshalled": "Marshal.from_string",
    "channel value": "input_value",
    "channel value out": "output_value",
    "command": "Sys.command",
    "remove": "Sys.remove",
    "environment": "Sys.getenv",
    "signal": "Sys.signal",
    "directory": "Sys.readdir",
    "arguments": "Sys.argv",
    "open out": "open_out",
    "open out general": "open_out_gen",
    "close": "close_out stdout",
    "large files": "LargeFile.seek_out",
    "close in": "close_in stdin",
    "seek": "seek_out",
    "scan a file": "Scanf.Scanning.from_file",
    "scan in": "Scanf.Scanning.open_in",
    "digest of a file": "Digest.file",
    "temporary": "Filename.open_temp_file",
    "arguments of a file": "Arg.read_arg",
    "lexer tables": "Lexing.engine",
    "parser tables": "Parsing.yyparse",
    "finaliser": "Gc.finalise",
    "alarm": "Gc.create_alarm",
    "memory profile": "Gc.Memprof.start",
    "collector": "Gc.set",
    "named value": "Callback.register",
    "printer of exceptions": "Printexc.register_printer",
    "last handler": "Printexc.set_uncaught_exception_handler",
    "formatter": "Format.set_formatter_out_functions",
    "formatter's channel": "Format.pp_set_formatter_out_channel",
    "formatter's limit": "Format.set_max_boxes",
    "format of C": 'Int64.format "%n"',
    "run exit functions": "do_at_exit",
    "tables in another order": "Hashtbl.randomize ()",
    "the same with labels": "MoreLabels.Hashtbl.randomize ()",
    "unix": "Unix.getpid",
    "toploop": "Toploop.getvalue",
    "compiler": "Compiler.find_value",
    "report": "Grading.results",
    "set": "Test_lib.set_result",
    "progress": "Grading.set_progress",
    "introspection": "Introspection.get_value",
    "call": "Call.start",
    "limit": "raise (Call.Timeout 1.)",
    "solution": "Solution.double",
    "formats": "CamlinternalFormat.make_printf",
    "objects": "CamlinternalOO.set_methods",
    "modules": "CamlinternalMod.init_mod",
    "laziness": "CamlinternalLazy.force",
}

# The same with modules instead of values.
MODULES = {
    "alias": "module M = Obj  let magic = M.magic",
    "include": "include Obj  let f = magic",
    "include all": "include Stdlib  let f = open_in",
    "open struct": "open struct include Bytes end  let f = unsafe_to_string",
    "first class": "module type O = module type of Obj  let o = (module Obj : O)\n"
    "let f x = let (module M) = o in M.magic x",
    "signature": "module A : sig val unsafe_get : 'a array -> int -> 'a end = Array",
    "functor": "module F (X : sig val magic : 'a -> 'b end) = X  module M = F (Obj)",
    "functor of the library": "module M = Ephemeron.K1.Make (Obj)  let f = M.magic",
    "shadowed": "module Array = struct include Array end  let f = Array.unsafe_get",
    "functor body": "module F () = struct include Array end  module M = F ()  let f = M.unsafe_get",
    "recursive": "module rec M : module type of Array = Array  let f = M.unsafe_get",
    "with": "module type S = module type of struct include Obj end  module M : S = Obj\n"
    "let f = M.magic",
    "external": "external magic : 'a -> 'b = \"%identity\"",
    "external with attributes": "external get : 'a array -> int -> 'a = \"%array_unsafe_get\"[@@a]",
    "external inside": "let f x =\n"
    "let module M = struct external m : 'a -> 'b = \"%identity\" end in M.m x",
    "external in a signature": "module rec M : sig external m : 'a -> 'b = \"%identity\" end = M\n"
    "let f x = M.m x",
    "external in a functor": "module F (X : sig external m : 'a -> 'b = \"%identity\" end) = X",
    "external in a type": "let f (m : (module sig external m : 'a -> 'b = \"%identity\" end)) = m",
    "external deep": "module type S = sig module M : sig external m : 'a -> 'b = \"%identity\" end "
    "end",
    "hidden name": "let f = Array.(hidden 0)",
    "hidden name written": "let f = Stdlib.(#hidden)",
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_no_spelling_reaches_a_hidden_name(grade: Grade, spelling: str) -> None:
    graded = grade(f"let double x = ignore ({spelling}); 2 * x\n{PRICE}", DOUBLE)
    assert (graded.points, graded.failure["kind"]) == (0, "refused"), graded.answers
    message = graded.failure["message"]
    assert message.startswith("Unbound") or "Syntax error" in message


@pytest.mark.parametrize("source", MODULES.values(), ids=MODULES)
def test_no_module_exposes_a_hidden_name(grade: Grade, source: str) -> None:
    graded = grade(f"{source}\n{DOUBLE['solution.ml']}", DOUBLE)
    assert (graded.points, graded.failure["kind"]) == (0, "refused"), graded.answers


@pytest.mark.parametrize(
    "spelling",
    [
        "Array.unsafe_get",
        "Array.Inner.unsafe_to_string",
        "let module M = Array.Make () in M.unsafe_get",
        "let open Array in unsafe_get",
        "(unsafe_of_int 3 : Uchar.t)",
        "Renamed.open_in",
    ],
)
def test_a_hidden_name_included_by_a_prelude_stays_hidden(grade: Grade, spelling: str) -> None:
    prelude = """
let unit_price = 3
module Renamed = Stdlib
module Array = struct
  include Array
  module Inner = struct include Bytes end
  module Make () = struct include Array end
end
include Uchar
"""
    exercise = {**DOUBLE, "prelude.ml": prelude}
    assert grade(f"let size = Array.length [||]\n{DOUBLE['solution.ml']}", exercise).points == 5
    graded = grade(f"let f = {spelling}\n{DOUBLE['solution.ml']}", exercise)
    assert (graded.points, graded.failure["kind"]) == (0, "refused"), graded.answers


def test_a_student_reads_whether_a_name_is_hidden_or_missing(grade: Grade) -> None:
    hidden = grade('let double x = ignore (open_in "a"); 2 * x', DOUBLE).failure
    assert hidden["message"].startswith("Unbound value open_in\n(It exists, but submissions")
    assert (hidden["line"], hidden["column"]) == (1, 23)
    absent = grade("let double x = open_inn x", DOUBLE).failure
    assert "may not use it" not in absent["message"]
    before = grade("let a = 1 + true  let b = open_in", DOUBLE).failure
    assert "may not use it" not in before["message"]


def test_types_of_hidden_modules_can_be_named(grade: Grade) -> None:
    source = (
        "let f (_ : Obj.t) (_ : Unix.file_descr) (_ : Lexing.lexbuf) (_ : Parsetree.pattern) = ()"
    )
    assert grade(source, make_unit_test_exercise()).points == 1


FORGED = f'{{"nonce": "{NONCE}", "report": [{{"message": [], "result": 100}}]}}'


@pytest.mark.parametrize(
    "source",
    [
        f"let () = print_endline {{|{FORGED}|}}; exit 0",
        f"let () = prerr_endline {{|{FORGED}|}}; exit 0",
        f"let double x = print_endline {{|{FORGED}|}}; flush stdout; exit 0",
        f"let double x = Format.printf {{|%s@.|}} {{|{FORGED}|}}; x",
    ],
)
def test_printed_text_is_never_a_report(grade: Grade, source: str) -> None:
    graded = grade(source, DOUBLE)
    assert graded.points == 0
    assert (
        len([answer for answer in graded.answers if "report" in answer or "failure" in answer]) == 1
    )


@pytest.mark.parametrize(
    "source",
    [
        "let double x = raise (Failure \"x\")",
        "exception Not_found let double x = raise Not_found",
        "let double x = raise Stack_overflow",
        "let double x = raise Out_of_memory",
        "let double x = raise (Sys_error \"Bad file descriptor\")",
        "let rec double x = double x + 1",
    ],
)  # fmt: skip
def test_an_exception_is_never_a_right_answer(grade: Grade, source: str) -> None:
    assert grade(source, DOUBLE).points == 0


def test_running_out_of_memory_is_wrong_even_if_the_solution_does_too(
    grade: Grade,
) -> None:
    source = f"let double x = raise Out_of_memory\n{PRICE}"
    graded = grade(source, {**DOUBLE, "solution.ml": source})
    assert (graded.points, graded.failed) == (2, True)


@pytest.mark.parametrize(
    "raised",
    [
        "Failure (String.make 50_000_000 '\\200')",
        "Long (1, String.make 50_000_000 '\\200')",
    ],
)
def test_an_exception_with_a_huge_text_is_an_ordinary_wrong_answer(
    grade: Grade, raised: str
) -> None:
    source = f"exception Long of int * string\nlet double x = raise ({raised})\n{PRICE}"
    graded = grade(source, DOUBLE)
    assert (graded.points, graded.failed) == (2, True)
    assert len(graded.text) < 200_000


def test_a_value_that_takes_years_to_print_is_an_ordinary_wrong_answer(grade: Grade) -> None:
    """A tree of 2^60 leaves, which takes 60 nodes of memory."""
    prelude = """
type tree = Leaf | Node of tree * tree
let rec print_tree ppf = function
  | Leaf -> Format.pp_print_string ppf "leaf"
  | Node (left, right) -> Format.fprintf ppf "@[(%a,@ %a)@]" print_tree left print_tree right
"""
    test = """
let () = Test_lib.(set_result (
  test_function_1_against_solution [%ty: int -> tree] "grow" ~gen:0 [ 0; 1 ]))
"""
    solution = "let rec grow n = if n = 0 then Leaf else let t = grow (n - 1) in Node (t, t)"
    exercise = {"prelude.ml": prelude, "solution.ml": solution, "test.ml": test}
    graded = grade(f"{solution}\nlet grow n = if n = 0 then Leaf else grow 60", exercise)
    assert (graded.points, graded.failed) == (1, True)
    assert len(graded.text) < 200_000


def test_a_submission_cannot_choose_its_samples_by_names_of_the_prelude(grade: Grade) -> None:
    test = """
open Test_lib
let test () = test_function_1_against_solution [%ty: int -> int] "f" ~gen:5 []
let () = set_result (test () @ test ())
"""
    exercise = {"prelude.ml": "include Random", "solution.ml": "let f x = x", "test.ml": test}
    texts = {grade(f"let f x = init {chosen}; x", exercise).text for chosen in (1, 2, 3)}
    assert len(texts) == 1


def test_a_weakly_polymorphic_value_gets_one_type(grade: Grade) -> None:
    test = """
open Test_lib
let at ty name = test_variable_property ty name (fun _ -> [Report.Message ([], Success 1)])
let () =
  set_result (at [%ty: int list ref] "store" @ at [%ty: string list ref] "store")
"""
    exercise = {"solution.ml": "let store = ref []", "test.ml": test}
    graded = grade("let store = ref []", exercise)
    assert (graded.points, graded.failed) == (1, True)


def test_memory_used_while_loading_makes_no_answer_right(grade: Grade) -> None:
    graded = grade(f"let hoard = Array.make 20_000_000 0\n{DOUBLE['solution.ml']}", DOUBLE)
    assert graded.points in (0, 5)
    hoard = "let hoard = ref []\nlet double x = hoard := Array.make 9_000_000 x :: !hoard; 2 * x"
    graded = grade(f"{hoard}\n{PRICE}", DOUBLE)
    assert graded.failed


def test_a_crash_ends_without_a_report(grade: Grade) -> None:
    exercise = {**DOUBLE, "allow.json": '{"allow": ["unsafe"]}'}
    graded = grade('let double x = String.length (Obj.magic x)\nlet () = print_int (double 3)',
                   exercise)  # fmt: skip
    assert graded.points == 0
    assert not graded.answers
    assert graded.outcome.exit_status not in (0, None)


def test_a_submission_leaves_no_files_behind(grade: Grade) -> None:
    exercise = {**DOUBLE, "allow.json": '{"allow": ["files"]}'}
    source = """
let () =
  List.iter
    (fun place -> match open_out place with
      | file -> output_string file "mine"; close_out file; failwith place
      | exception Sys_error _ -> ())
    [ "/etc/passwd"; "/usr/mine"; "/mine"; "/dev/fd/9" ]
"""
    graded = grade(f"{source}\n{DOUBLE['solution.ml']}", exercise)
    assert graded.points == 5
