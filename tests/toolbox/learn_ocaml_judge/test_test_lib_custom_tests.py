"""What graders use to write their own comparisons: lookups and limited calls (§5.2)."""

from typing import Any

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

SHOW = "fun n -> [ info ~message:(string_of_int n) ]"

LOOKUPS: list[tuple[str, list[Any]]] = [
    (f"test_value (lookup_student [%ty: int] \"x\") ({SHOW})",
     [("Found x with a compatible type.", "informative"), ("1", "informative")]),
    (f"test_value (lookup_student [%ty: int] \"y\") ({SHOW})",
     [("Cannot find a definition of y", "failure")]),
    ("test_value (lookup_student [%ty: bool] \"x\") (fun _ -> [])",
     [("Found x with an unexpected type. \n Its type is int instead of bool", "failure")]),
    (f"test_value (lookup_solution [%ty: int] \"x\") ({SHOW})", [("2", "informative")]),
    (f"test_value (lookup [%ty: int] ~display_name:\"your x\" \"Code.x\") ({SHOW})",
     [("Found your x with a compatible type.", "informative"), ("1", "informative")]),
    (f"test_value (lookup [%ty: int] \"here\") ({SHOW})",
     [("Found here with a compatible type.", "informative"), ("4", "informative")]),
    (f"test_value (found \"three\" 3) ({SHOW})", [("3", "informative")]),
    ("[ info ~message:(name (found \"three\" 3)); info ~message:(name (lookup_student [%ty: int]"
     " \"y\")) ]", [("three", "informative"), ("y", "informative")]),
]  # fmt: skip


@pytest.mark.parametrize(("report", "expected"), LOOKUPS)
def test_names_are_looked_up_when_they_are_needed(
    grade: Grade, report: str, expected: list[tuple[str, object]]
) -> None:
    loaded = make_exercise(report, before="let here = 4", solution="let x = 2")

    assert grade("let x = 1", loaded).results == expected


SAY = """
let say text = [ info ~message:text ]
let describe show = function Ok value -> show value | Error exn -> Printexc.to_string exn
let both (value, out, err) = Printf.sprintf "%d|%s|%s" value out err
let noisy () = print_string "out"; prerr_string "err"; 1
"""

CALLS = [
    ("say (describe both (exec noisy))", "1|out|err"),
    ("say (describe both (exec (fun () -> raise Exit)))", "Stdlib.Exit"),
    ("say (describe string_of_int (result noisy))", "1"),
    ("say (string_of_int (run_timeout ~time:5 noisy))", "1"),
    ("say (describe both (exec (fun () -> run_timeout ~time:5 noisy)))", "1|out|err"),
    ("say (try run_timeout (fun () -> raise Exit) with Exit -> \"Exit\")", "Exit"),
    ("say (try run_timeout ~time:1 (fun () -> while true do () done; \"\") with _ -> \"late\")",
     "late"),
    ("say (describe Fun.id (result (fun () -> while true do () done; \"\")) |> fun s ->"
     " string_of_bool (s <> \"\"))", "true"),
    # The output of a call is separate from what the grader prints around it.
    ("Introspection.grab_stdout (); print_string \"a\"; ignore (exec noisy); print_string \"b\";"
     " say (Introspection.release_stdout ())", "ab"),
    ("Introspection.grab_stderr (); prerr_string \"a\"; say (Introspection.release_stderr ())",
     "a"),
]  # fmt: skip


@pytest.mark.parametrize(("report", "expected"), CALLS)
def test_calls_are_limited_and_their_output_is_captured(
    grade: Grade, report: str, expected: str
) -> None:
    graded = grade("", make_exercise(report, before=SAY), call_seconds=0.5)

    assert graded.results == [(expected, "informative")]


def test_progress_and_the_limit_for_a_call_are_known_to_a_grader(grade: Grade) -> None:
    before = 'let () = set_progress "half way"'
    limit = 'match timeout with None -> "none" | Some n -> string_of_int n'
    graded = grade("", make_exercise(f"[ info ~message:({limit}) ]", before=before), call_seconds=1)

    assert graded.progress == ["half way"]
    assert graded.results == [("1", "informative")]


def test_the_last_report_counts(grade: Grade) -> None:
    before = 'let () = set_result [ info ~message:"first" ]'
    graded = grade("", make_exercise('[ info ~message:"last" ]', before=before))

    assert graded.results == [("last", "informative")]


def test_random_numbers_continue_where_a_limited_call_left_them(grade: Grade) -> None:
    before = """
let three draw = Random.init 1; let a = draw () in let b = draw () in [a; b; draw ()]
let bits () = Random.bits ()
let same = three bits = three (fun () -> run_timeout ~time:5 bits)
"""
    graded = grade("", make_exercise("[ info ~message:(string_of_bool same) ]", before=before))

    assert graded.results == [("true", "informative")]
