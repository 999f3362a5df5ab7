"""Calls that were stopped are explained in words, in the reader's language."""

import pytest

from kriterion.translators import load_translator
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    ReportMessage,
    Result,
    Section,
)
from kriterion_tools.learn_ocaml_judge.stopped_calls import translate_limits
from kriterion_tools.translation.translator import ENGLISH
from tests.toolbox.learn_ocaml_judge.answers import EMPTY
from tests.toolbox.learn_ocaml_judge.conftest import Grade

DUTCH = load_translator("nl")


def make_report(*texts: str) -> tuple[Section]:
    words = [Inline(text) for text in texts]
    pieces: list[Inline | LineBreak] = [*words, LineBreak(), Inline("f 1", Display.CODE)]
    return (Section((Inline("f"),), (ReportMessage(tuple(pieces), Result.FAILURE),)),)


@pytest.mark.parametrize(
    ("written", "translated"),
    [
        (
            "This call did not finish: it takes more than 2.5 seconds.",
            "Deze oproep eindigde niet: ze duurt langer dan 2.5 seconden.",
        ),
        ("(it takes more than a second)", "(ze duurt langer dan een seconde)"),
        ("[it prints more than 32759 bytes]", "[ze schrijft meer dan 32759 bytes]"),
        ("it takes more than you think", "it takes more than you think"),
        ("Wrong value {seconds}", "Wrong value {seconds}"),
    ],
)
def test_what_stopped_a_call_is_translated(written: str, translated: str) -> None:
    assert translate_limits(make_report(written), DUTCH) == make_report(translated)
    assert translate_limits(make_report(written), ENGLISH) == make_report(written)


PRINTS = """
open Test_lib
open Report
let show call =
  match Test_lib.result call with
  | Ok _ -> Message ([ Text "finished" ], Success 1)
  | Error exn -> Message ([ Code ("[" ^ Printexc.to_string exn ^ "]") ], Failure)
let report () =
  match lookup_student [%ty: int -> int] "f" () with
  | `Unbound (_, report) -> report
  | `Found (_, _, f) -> [ show (fun () -> f 1) ]
let () = set_result (report ())
"""


@pytest.mark.machine
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("let rec f x = f x", "[it takes more than 0.2 seconds]"),
        ("let f x = exit x", "[it calls exit]"),
        ('let f x = failwith "no"', '[Failure("no")]'),
    ],
)
def test_a_grader_that_prints_exceptions_prints_words(grade: Grade, code: str, words: str) -> None:
    exercise = {**EMPTY, "solution.ml": "let f x = x", "test.ml": PRINTS}
    assert words in grade(code, exercise, call_seconds=0.2).text
