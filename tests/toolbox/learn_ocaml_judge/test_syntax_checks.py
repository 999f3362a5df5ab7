"""Checks of the text of programs: which outside names they use, and how they are written."""

import pytest

from tests.toolbox.learn_ocaml_judge.answers import EMPTY, grade_expressions
from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded

pytestmark = pytest.mark.machine

BEFORE = """
open Test_lib
let report_text report =
  let inline = function Report.Text s | Code s | Output s -> s | Break -> "" in
  let item = function
    | Report.Message (text, _) -> String.concat " " (List.map inline text)
    | Section _ | SectionMin _ -> "" in
  String.concat "; " (List.map item report)
let summary_of report =
  let points, failed = Report.result report in
  Printf.sprintf "%d %b: %s" points failed (report_text report)
let say text = [ Report.info ~message:text ]
let names code =
  ast_check_structure code
    ~on_variable_occurence:say ~on_module_occurence:(fun name -> say ("module " ^ name))
let text = Pprintast.string_of_expression
"""

# A program, and the variables and modules that it uses and does not define.
NAMES: list[tuple[str, str]] = [
    ("let x = y", "y"),
    ("let x = x", "x"),
    ("let rec f x = f x", ""),
    ("let f x = f x", "f"),
    ("let x = 1 let y = x", ""),
    ("let x = 1 and y = x", "x"),
    ("let rec x = y and y = z", "z"),
    ("let f = fun a ~b ?(c = d) (e, g) -> a b c e g h", "d; h"),
    ("let f ?(c = c) () = c", "c"),
    ("let f = function a :: b when c a -> b | _ -> a", "c; a"),
    ("let f = match x with (a, (b as c)) | (b, (a as c)) -> a b c x", "x; x"),
    ("let f = try a with E b -> b c", "a; c"),
    ("let f = let (a, b) = c in let d = a in d b e", "c; e"),
    ("let f = let a = a in let a = b a in a", "a; b"),
    ("let f = for i = i to n do g i done", "i; n; g"),
    ("let f = while a do b done", "a; b"),
    ("let f = let* x = a and* y = x in x y z", "let*; and*; a; x; z"),
    ("let ( let* ) x f = f x let f = let* x = a in x", "a"),
    ("let f = a + b", "+; a; b"),
    ("let ( + ) a b = a - b let c = d + e", "-; d; e"),
    ("let f { a; M.b; c = d } = a b d c", "module M; c"),
    ("let f = { a; b = c }", "a; c"),
    ("let f = a.M.b + a.c", "+; module M; a; a"),
    ("let f = a.M.b <- M.N.C c", "module M; a; module M; module M.N; c"),
    ("let f = List.map Stdlib.List.rev", "module List; List.map; module Stdlib; module Stdlib.List;"
     " Stdlib.List.rev"),
    ("module List = struct let map = rev end let f = List.map", "rev"),
    ("module M = Obj let f = M.magic", "module Obj"),
    ("module M = struct let x = 1 end let y = x", "x"),
    ("module rec A : S = B and B : T = A", ""),
    ("module F (X : S) = struct let y = X.x G.x end module A = F (B)", "module G; G.x; module B"),
    ("let f = let module M = N in M.x O.x", "module N; module O; O.x"),
    ("let f (module M : S) = M.x", ""),
    ("let f = function (module M : S) -> M.x", ""),
    ("let f x = (module M : S.T)", "module M; module S"),
    ("let f x = let module M = (val x : S.T) in M.x", "module S"),
    # What is opened or included may provide any name.
    ("let x = 1 open M let y = x", "module M; x"),
    ("let x = 1 include M let y = x", "module M; x"),
    ("let x = 1 let y = M.(x)", "module M; x"),
    ("let x = 1 let y = let open M in x", "module M; x"),
    ("let x = 1 let y = let open struct end in x", "x"),
    ("open M let x = 1 let y = x", "module M"),
    ("module N = struct end open M let x = N.x", "module M; module N; N.x"),
    # Types, classes, signatures.
    ("type t = M.t list", "module M"),
    ("type t = { a : M.t; b : int }", "module M"),
    ("let f (x : M(N).t) = (x : _ -> O.t)", "module M; module N; module O"),
    ("type t = M.t = A of N.t | B", "module N; module M"),
    ("type t += C of M.t", "module M"),
    ("type M.t += C = N.D", "module M; module N"),
    ("exception E = M.E", "module M"),
    ("exception E of M.t", "module M"),
    ("module type S = sig val x : M.t module N : T val y : N.t end", "module M"),
    ("module type S = sig include M.S open N module A := O.P end",
     "module M; module N; module O; module O.P"),
    ("module type S = T.U with module A = B.C and type t = D.t",
     "module T; module B; module B.C; module D"),
    ("module type S = module type of M.N", "module M; module M.N"),
    ("module M : N.S = (O : P.S)", "module O; module P; module N"),
    ("class c = object inherit M.d val x = y method m = x z end", "module M; y; z"),
    ("class c = object (self) val x = x method m = self#n x end", "x"),
    ("class c a ?(b = d) = let e = a in object method m = e b f end", "d; f"),
    ("class c = let open M in object end", "module M"),
    ("class c = object inherit d as super method m = super#m end", ""),
    ("class type c = object method m : M.t inherit N.c end", "module M; module N"),
    ("let f = new M.c", "module M"),
    ("let f = object (self) method m = self#m g end", "g"),
    ("let f = {< x = y >}", "y"),
    ("let f = function M.C x -> x | #N.t -> y | O.(D) -> z | { P.a } -> a",
     "module M; module N; y; module O; z; module P"),
    ("let f = function exception (M.E x) -> x | y -> y", "module M"),
    ("let f = (x [@a y]) z [@@b w]", "x; z"),
    ("external f : M.t -> int = \"f\" let x = f y", "module M; y"),
    ("let x = assert (lazy y = z)", "=; y; z"),
    ("y z", "y; z"),
]  # fmt: skip


def test_names_that_are_not_local_are_visited(grade: Grade) -> None:
    messages = grade_expressions(
        grade, [f"report_text (names [%str {code}])" for code, _ in NAMES], before=BEFORE
    )

    assert [(code, one) for one, (code, _) in zip(messages, NAMES, strict=True)] == NAMES


# A call of a checker, and its report.
CALLS: list[tuple[str, str]] = [
    ("report_text (ast_check_expr [%expr a (b 1) + 2] ~on_expression:(fun e -> say (text e)))",
     "(a (b 1)) + 2; (+); a (b 1); a; b 1; b; 1; 2"),
    ("report_text (ast_check_expr [%expr f ~a ?b:c ~d:1 2] ~on_function_call:(fun (f, arguments) ->"
     " say (String.concat \" \" (text f :: List.map (fun (l, e) -> l ^ \"=\" ^ text e)"
     " arguments))))",
     "f a=a ?b=c d=1 =2"),
    ("report_text (ast_check_expr [%expr f 1 (g 2)] ~on_function_call:(fun (f, _) -> say (text f))"
     " ~on_expression:(fun e -> say (\"e \" ^ text e)))",
     "e f 1 (g 2); f; e f; e 1; e g 2; g; e g; e 2"),
    ("report_text (ast_check_structure [%str let (a, Some b) = c let f = fun d -> d]"
     " ~on_pattern:(function { ppat_desc = Ppat_var { txt; _ }; _ } -> say txt | _ -> say \"_\"))",
     "_; a; _; b; f; d"),
    ("report_text (ast_check_structure [%str module M = struct let x = 1 end type t]"
     " ~on_structure_item:(function { pstr_desc = Pstr_type _; _ } -> say \"type\""
     " | _ -> say \"?\"))",
     "?; ?; type"),
    ("report_text (ast_check_structure [%str external a : int = \"a\""
     " module type S = sig val b : int external c : int = \"c\" end]"
     " ~on_external:(fun d -> say d.pval_name.txt))", "a; c"),
    ("report_text (ast_check_structure [%str include M module N = struct include struct end end]"
     " ~on_include:(fun _ -> say \"include\"))", "include; include"),
    ("report_text (ast_check_structure [%str open A let x = B.(y) let z = let open! C in z"
     " module type S = sig open D end class c = let open E in object end open struct end]"
     " ~on_open:(function"
     " { popen_expr = { pmod_desc = Pmod_ident { txt = Lident name; _ }; _ }; _ } -> say name"
     " | _ -> say \"struct\"))", "A; B; C; D; E; struct"),
    ("string_of_bool ([] = ast_check_structure [%str let x = open_in y])", "true"),
]  # fmt: skip


def test_each_callback_is_called_for_its_kind_in_the_order_of_the_text(grade: Grade) -> None:
    before = f"{BEFORE}\nopen Parsetree\nopen Longident"
    messages = grade_expressions(grade, [call for call, _ in CALLS], before=before)

    assert [(call, one) for one, (call, _) in zip(messages, CALLS, strict=True)] == CALLS


FORBIDDEN = "You may not use this"

# A check that remembers what it has seen, its arguments, and its reports in the end.
REMEMBERED: list[tuple[str, str, str]] = [
    ("forbid \"word\" Fun.id [ \"a\"; \"b\" ]", "[ \"c\"; \"a\"; \"a\"; \"b\"; \"a\" ]",
     f"0 true: {FORBIDDEN} word here: a; {FORBIDDEN} word here: b"),
    ("forbid \"word\" Fun.id []", "[ \"a\" ]", "0 false: "),
    ("restrict \"word\" Fun.id [ \"a\" ]", "[ \"c\"; \"a\"; \"c\"; \"b\" ]",
     f"0 true: {FORBIDDEN} word here: c; {FORBIDDEN} word here: b"),
    ("require \"number\" string_of_int 2", "[ 1; 2; 2 ]",
     "5 false: You use the required number: 2"),
    ("require \"number\" string_of_int 2", "[ 1 ]", "0 false: "),
    ("forbid_expr \"call\" [ [%expr f 1]; [%expr g] ]",
     "[ [%expr f 2]; [%expr f 1]; [%expr (f) 1] ]",
     f"0 true: {FORBIDDEN} call here: f 1"),
    ("forbid_expr \"value\" [ [%expr f {|1|}] ]", "[ located \"f\\n (\\\"1\\\" [@a])\" ]",
     f"0 true: {FORBIDDEN} value here: f \"1\""),
    ("restrict_expr \"operator\" [ [%expr ( * )] ]",
     "[ [%expr ( * )]; located \"(+)\"; [%expr (+)] ]",
     f"0 true: {FORBIDDEN} operator here: (+)"),
    ("require_expr \"function\" [%expr List.map]", "[ [%expr x]; located \"List.map [@a]\" ]",
     "5 false: You use the required function: List.map"),
    ("forbid_syntax \"open\"", "[ 1; 2 ]", f"0 true: {FORBIDDEN} syntax here: open"),
    ("forbid_syntax \"open\"", "[]", "0 false: "),
    ("require_syntax \"open\"", "[ 1; 2 ]", "5 false: You use the required syntax: open"),
]  # fmt: skip


def test_a_check_reports_each_thing_once(grade: Grade) -> None:
    before = f"{BEFORE}\nlet located text = Parse.expression (Lexing.from_string text)"
    messages = grade_expressions(
        grade,
        [f"summary_of (List.concat_map ({check}) {met})" for check, met, _ in REMEMBERED],
        before=before,
    )

    assert [(*row[:2], one) for row, one in zip(REMEMBERED, messages, strict=True)] == REMEMBERED


# Further modules to refuse, a program, and the refused modules or syntax.
REFUSED: list[tuple[str, str, list[str]]] = [
    ("", "let x = List.map", []),
    ("", "let x = Obj.magic 1", ["Obj"]),
    ("", "let x = Stdlib.(+) 1 2", ["Stdlib"]),
    ("", "let x = Stdlib.Obj.magic 1", ["Stdlib"]),
    ("", "let x = Stdlib__Obj.magic 1 let y = Stdlib__Obj.repr", ["Stdlib__Obj"]),
    ("", "module O = Obj", ["Obj"]),
    ("", "open Sys open Unix", ["Sys", "Unix"]),
    ("", "include Marshal", ["Marshal"]),
    ("", "type t = Obj.t", ["Obj"]),
    ("", "module F = Map.Make (Toploop)", ["Toploop"]),
    ("", "let f x = (x : (module Compiler.S))", ["Compiler"]),
    ("", "let f (x : Test_lib.t) = Report.x Introspection.y",
     ["Report", "Introspection", "Test_lib"]),
    ("", "external f : int -> int = \"%identity\"", ["external"]),
    ("", "module type S = sig external f : int -> int = \"f\" end", ["external"]),
    ("", "module Obj = struct let magic x = x end let x = Obj.magic 1", []),
    ("~modules:[ \"List\" ]", "let x = List.map let y = Array.map List.rev", ["List"]),
    ("~modules:[ \"List\" ]", "let x = Js.x", ["Js"]),
    ("~modules:[]", "let x = List.map", []),
]  # fmt: skip


def test_modules_that_lead_out_of_the_program_are_refused(grade: Grade) -> None:
    before = f'{BEFORE}\nlet all = say "continued"'
    requests = [
        f"report_text (ast_sanity_check {modules} [%str {code}] (fun () -> all))"
        for modules, code, _ in REFUSED
    ]
    messages = grade_expressions(grade, requests, before=before)

    assert [text.count(FORBIDDEN) for text in messages] == [len(names) for *_, names in REFUSED]
    for one, (*_, names) in zip(messages, REFUSED, strict=True):
        assert ("continued" in one) == (names == [])
        assert all(f"here: {name}" in one for name in names)


# A program, and what it finally binds to the name f, or None.
BINDINGS: list[tuple[str, str | None]] = [
    ("let f = 1", "1"),
    ("let f x = x", "fun x -> x"),
    ("let f (x : int) : int = x", "fun (x : int) -> (x : int)"),
    ("let (f : int -> int) = g", "g"),
    ("let ((f : int -> int) : _) = g", "g"),
    ("let rec f = 1 and g = 2", "1"),
    ("let g = 2 and f = 1", "1"),
    ("let f = 1 let f = 2 let g = 3", "2"),
    ("let f = 1 let (f, _) = g", "1"),
    ("let f : type a. a -> a = fun x -> x", "fun (type a) -> (fun x -> x : a -> a)"),
    ("let ( + ) = 1", None),
    ("let (f, g) = 1", None),
    ("let _ as f = 1", None),
    ("let g = let f = 1 in f", None),
    ("module M = struct let f = 1 end", None),
    ("", None),
]


def test_the_last_simple_binding_of_a_name_is_found(grade: Grade) -> None:
    requests = [
        f'summary_of (find_binding [%str {code}] "f" (fun e -> Report.[ success ~points:3'
        " ~message:(text e) ]))"
        for code, _ in BINDINGS
    ]
    messages = grade_expressions(grade, requests, before=BEFORE)

    found, missing = "3 false: Your program defines f", "0 true: Your program does not define f"
    assert messages == [missing if bound is None else f"{found}; {bound}" for _, bound in BINDINGS]


def run_check(grade: Grade, submission: str, check: str) -> Graded:
    """Grade a submission with a check of a grader that gives one point for passing it."""
    test = (
        'open Test_lib\nlet passed = Report.[ success ~points:1 ~message:"passed" ]\n'
        f"let () = set_result ({check})"
    )
    return grade(submission, {**EMPTY, "test.ml": test})


# Large submissions, and whether the compiler's own stack is large enough for them.
DEEP: dict[str, tuple[str, bool]] = {
    "parentheses": (f"let x = {'(' * 100_000}1{')' * 100_000}", True),
    "calls": (f"let x = {'not (' * 5_000}true{')' * 5_000}", True),
    "functions": (f"let x = {'fun a -> ' * 300}1", True),
    "let after let": (f"let x = {'let a = 1 in ' * 5_000}1", True),
    "modules": (f"{'module M = struct ' * 1_000}{' end' * 1_000}", True),
    "many items": ("let x = 1\n" * 5_000, True),
    "a long sum": (f"let x = {'1 + ' * 20_000}1", False),
    "a long list": (f"let x = [ {'1; ' * 20_000}1 ]", False),
}


@pytest.mark.long(reason="compiles very deep code")
@pytest.mark.parametrize("name", DEEP)
def test_a_deep_program_is_checked_or_is_the_students_failure(grade: Grade, name: str) -> None:
    code, is_checked = DEEP[name]
    graded = run_check(
        grade,
        code,
        "ast_sanity_check code_ast (fun () ->"
        " ast_check_structure ~on_expression:(fun _ -> []) code_ast @ passed)",
    )

    if is_checked:
        assert (graded.points, graded.failed) == (1, False), graded.text
    else:
        assert graded.failure["whose"] == "student"


def test_code_too_deep_for_the_walk_is_a_failure_after_the_visited_part(grade: Grade) -> None:
    """Only a grader can make such a tree: the type checker refuses a student's."""
    before = f"""{BEFORE}
    let rec deep n e = if n = 0 then e else deep (n - 1) (Ast_helper.Exp.assert_ e)
    let deep = Ast_helper.Exp.tuple [ [%expr x]; deep 3_000_000 [%expr y] ]
    """
    check = "summary_of (ast_check_expr ~on_variable_occurence:say deep)"

    [messages] = grade_expressions(grade, [check], before=before)
    assert messages.endswith("Your program is nested too deeply to be checked.")
