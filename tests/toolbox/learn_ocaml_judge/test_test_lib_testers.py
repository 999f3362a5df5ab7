"""What every tester considers right, wrong or not comparable (learn-ocaml §5.2)."""

from typing import Any

import pytest

from tests.toolbox.learn_ocaml_judge.conftest import Grade
from tests.toolbox.learn_ocaml_judge.made_exercises import make_exercise

pytestmark = pytest.mark.machine

# The tester applied to the actual and the expected result, and its messages.
TESTERS: list[tuple[str, list[Any]]] = [
    ("test [%ty: int] (Ok 1) (Ok 1)", [("Correct value 1", 1)]),
    ("test [%ty: int] (Ok 1) (Ok (-2))", [("Wrong value 1 instead of -2", "failure")]),
    ("test [%ty: int] (Error Exit) (Error Exit)", [("Correct exception Stdlib.Exit", 1)]),
    ("test [%ty: int] (Error (Failure \"a\")) (Error (Failure \"b\"))",
     [('Wrong exception Failure("a") instead of the exception Failure("b")', "failure")]),
    ("test_ignore [%ty: int] (Ok 1) (Ok 2)", []),
    ("test_ignore [%ty: int] (Error Exit) (Error Not_found)", []),
    ("test_ignore [%ty: int] (Ok 1) (Error Exit)",
     [("Wrong value 1 instead of the exception Stdlib.Exit", "failure")]),
    ("test_eq (fun _ _ -> true) [%ty: int] (Ok 1) (Error Exit)", [("Correct value 1", 1)]),
    ("test_eq (fun _ _ -> false) [%ty: int] (Ok 1) (Ok 1)",
     [("Wrong value 1 instead of 1", "failure")]),
    ("test_eq_ok (fun a b -> abs a = abs b) [%ty: int] (Ok 1) (Ok (-1))", [("Correct value 1", 1)]),
    ("test_eq_ok (fun _ _ -> true) [%ty: int] (Error Exit) (Error Not_found)",
     [("Wrong exception Stdlib.Exit instead of the exception Not_found", "failure")]),
    ("test_eq_ok (fun _ _ -> true) [%ty: int] (Ok 1) (Error Not_found)",
     [("Wrong value 1 instead of the exception Not_found", "failure")]),
    ("test_eq_exn (fun _ _ -> true) [%ty: int] (Error Exit) (Error Not_found)",
     [("Correct exception Stdlib.Exit", 1)]),
    ("test_eq_exn (fun _ _ -> true) [%ty: int] (Ok 1) (Ok 2)",
     [("Wrong value 1 instead of 2", "failure")]),
    ("test_canon (Result.map abs) [%ty: int] (Ok 1) (Ok (-1))", [("Correct value 1", 1)]),
    ("test_canon_ok abs [%ty: int] (Ok 1) (Ok (-2))", [("Wrong value 1 instead of -2", "failure")]),
    ("test_canon_error (fun _ -> Exit) [%ty: int] (Error Not_found) (Error Exit)",
     [("Correct exception Not_found", 1)]),
    ("test_translate String.length test [%ty: int] [%ty: string] (Ok \"ab\") (Ok \"cd\")",
     [("Correct value 2", 1)]),
    # Values that OCaml cannot compare do not crash the grader.
    ("test [%ty: int -> int] (Ok succ) (Ok succ)",
     [("This cannot be compared with the expected value: <fun> (compare: functional value).",
       "failure")]),
    ("test_eq_ok (=) [%ty: (int -> int) list] (Ok [succ]) (Ok [pred])",
     [("This cannot be compared with the expected value: [<fun>] (compare: functional value).",
       "failure")]),
    ("test_canon_ok Fun.id [%ty: unit -> int] (Ok (fun () -> 1)) (Ok (fun () -> 1))",
     [("This cannot be compared with the expected value: <fun> (compare: functional value).",
       "failure")]),
    ("let f x = x + 1 in test_eq_ok (==) [%ty: int -> int] (Ok f) (Ok f)",
     [("Correct value <fun>", 1)]),
    # A stack overflow equals itself.
    ("test [%ty: int] (Error Stack_overflow) (Error Stack_overflow)",
     [("Correct exception (stack overflow: it calls itself too deeply, maybe endlessly)", 1)]),
    # Joining.
    ("((fun x -> [success ~points:x ~message:\"a\"]) @@@ (fun x ->"
     " [success ~points:(x + 1) ~message:\"b\"])) 3", [("a", 3), ("b", 4)]),
    ("[info ~message:\"a\"] @@> fun () -> [info ~message:\"b\"]", [("b", "informative")]),
    ("[info ~message:\"a\"] @@= fun () -> [info ~message:\"b\"]",
     [("a", "informative"), ("b", "informative")]),
    ("[failure ~message:\"a\"] @@> fun () -> [info ~message:\"b\"]", [("a", "failure")]),
    ("[failure ~message:\"a\"] @@= fun () -> [info ~message:\"b\"]", [("a", "failure")]),
]  # fmt: skip


def test_every_tester_reports_what_is_right_and_wrong(grade: Grade) -> None:
    titled = "; ".join(f'Section ([Text "{number}"], {tested})'
                       for number, (tested, _) in enumerate(TESTERS))  # fmt: skip
    graded = grade("", make_exercise(f"[ {titled} ]"))

    messages = [
        [(" ".join(inline["text"] for inline in item["message"]), item["result"])
         for item in section["contents"]]
        for section in graded.report
    ]  # fmt: skip
    assert messages == [expected for _, expected in TESTERS]


def test_an_endless_call_never_equals_another_one(grade: Grade) -> None:
    report = (
        "let endless () = result (fun () -> while true do () done) in"
        " let one = endless () in test [%ty: unit] one one @ test_eq (fun _ _ -> true) [%ty: unit]"
        " (Ok ()) one @ test_ignore [%ty: unit] one one"
    )
    graded = grade("", make_exercise(report), call_seconds=0.1)

    assert [result for _, result in graded.results] == ["failure"] * 3
