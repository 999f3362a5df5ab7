"""What was printed is compared as the grader's options say, for 5 points."""

import pytest

from tests.toolbox.learn_ocaml_judge.answers import grade_expressions, quote_literal
from tests.toolbox.learn_ocaml_judge.conftest import Grade

pytestmark = pytest.mark.machine

RIGHT, WRONG, SILENT = "5 false", "0 true", "none"

# The tester, what was printed, what is expected, what we say.
TABLE: list[tuple[str, str, str, str]] = [
    ("io_test_ignore", "a", "b", SILENT),
    ("io_test_equals", "a b\n", "a b\n", RIGHT),
    ("io_test_equals", "", "", RIGHT),
    ("io_test_equals", "a b\n", "a b", WRONG),
    ("io_test_equals", "a", "A", WRONG),
    ("io_test_equals ~trim:[ '\\n' ]", "\n\na b\n", "a b", RIGHT),
    ("io_test_equals ~trim:[ '\\n' ]", "a\nb\n", "ab", WRONG),
    ("io_test_equals ~trim:[ ' '; '\\n' ]", " \n ", "", RIGHT),
    ("io_test_equals ~drop:[ ' ' ]", " a  b", "ab ", RIGHT),
    ("io_test_equals ~drop:[ ' ' ] ~trim:[ '.' ]", ". a. b .", "a.b", RIGHT),
    ("io_test_equals ~drop:[ ' ' ]", "a\tb", "ab", WRONG),
    ("io_test_lines", "a\nb\n", "a\nb\n", RIGHT),
    ("io_test_lines", "a\nb", "a\nb\n", WRONG),
    ("io_test_lines ~skip_empty:true", "a\n\nb", "\na\nb\n", RIGHT),
    ("io_test_lines ~skip_empty:true", "a\n b", "a\nb\n", WRONG),
    ("io_test_lines ~trim:[ ' ' ]", " a \nb", "a\nb  ", RIGHT),
    ("io_test_lines ~trim:[ ' ' ] ~skip_empty:true", "a\n   \nb", "a\nb", RIGHT),
    ("io_test_lines ~skip_empty:true", "a\n   \nb", "a\nb", WRONG),
    ("io_test_lines ~drop:[ ' ' ]", "a a\nb", "aa\nb", RIGHT),
    ("io_test_lines", "a\nb", "b\na", WRONG),
    ("io_test_lines ~test_line:(io_test_equals ~drop:[ '-' ])", "-a\nb-", "a\nb", RIGHT),
    ("io_test_lines ~test_line:(io_test_equals ~drop:[ '-' ])", "-a\nc-", "a\nb", WRONG),
    ("io_test_lines ~test_line:io_test_ignore", "a\nb", "c\nd", RIGHT),
    ("io_test_lines ~test_line:io_test_ignore", "a\nb\n", "c\nd", WRONG),
    ("io_test_items", "a b", "a b", RIGHT),
    ("io_test_items", "a b", "a  b", WRONG),
    ("io_test_items ~split:[ ','; ';' ]", "1,2;3", "1;2,3", RIGHT),
    ("io_test_items ~split:[ ',' ]", "1,2,", "1,2", WRONG),
    ("io_test_items ~split:[ ',' ] ~skip_empty:true", ",1,,2,", "1,2", RIGHT),
    ("io_test_items ~split:[ ','; '\\n' ] ~drop:[ ' ' ] ~skip_empty:true", "1, 2\n 3,\n", "1,2,3",
     RIGHT),
    ("io_test_items ~split:[ ' ' ] ~skip_empty:true", "1 2 4", "1 2 3", WRONG),
    ("io_test_items ~split:[ ' ' ] ~skip_empty:true", "1 2", "1 2 3", WRONG),
    ("io_test_items ~split:[ ' ' ] ~skip_empty:true", "", "", RIGHT),
    ("io_test_items ~split:[ ' ' ]"
     " ~test_item:(fun g e -> if int_of_string g = int_of_string e then [] else [ bad ])",
     "0x10 2", "16 0b10", RIGHT),
]  # fmt: skip

BEFORE = """
open Test_lib
let bad = Report.(Message ([], Failure))
let summary_of report =
  let points, failed = Report.result report in
  if report = [] then "none" else Printf.sprintf "%d %b" points failed
let report_text report =
  let inline = function Report.Text s | Code s | Output s -> s | Break -> "\\n" in
  let item = function Report.Message (text, _) -> List.map inline text | _ -> [] in
  String.concat "|" (List.concat_map item report)
"""


def test_output_is_compared_by_the_options(grade: Grade) -> None:
    requests = [
        f"summary_of ({tester} {quote_literal(got)} {quote_literal(expected)})"
        for tester, got, expected, _ in TABLE
    ]
    messages = grade_expressions(grade, requests, before=BEFORE)

    assert [
        (tester, got, expected, one)
        for one, (tester, got, expected, _) in zip(messages, TABLE, strict=True)
    ] == TABLE


def test_wrong_output_is_shown_beside_the_expected_output_with_its_place(grade: Grade) -> None:
    messages = grade_expressions(
        grade,
        [
            'report_text (io_test_equals "a" "b")',
            'report_text (io_test_lines "1\\n2\\n3" "1\\n5\\n6")',
            'report_text (io_test_items ~split:[ \',\' ] "1,2,3" "1,2")',
        ],
        before=BEFORE,
    )

    assert messages == [
        "Wrong output|a|instead of|b",
        "Wrong output in line 2|1\n2\n3|instead of|1\n5\n6",
        "Wrong output: the number of items is 3, not 2|1,2,3|instead of|1,2",
    ]


def test_output_of_student_code_earns_its_points(grade: Grade) -> None:
    test = """
    open Test_lib
    let () =
      set_result
        (test_function_1_against_solution ~gen:0 ~test:test_ignore
           ~test_stdout:(io_test_lines ~skip_empty:true) ~test_stderr:io_test_equals
           [%ty: int -> unit] "f" [ 1; 2 ])
    """
    exercise = {
        "prelude.ml": "",
        "prepare.ml": "",
        "solution.ml": 'let f n = Printf.printf "%d\\n" n; prerr_string "!"',
        "test.ml": test,
    }
    right = 'let f n = print_int n; print_newline (); print_newline (); prerr_string "!"'
    wrong = 'let f n = print_int 1; prerr_string "!"'

    assert (grade(right, exercise).points, grade(right, exercise).failed) == (20, False)
    assert (grade(wrong, exercise).points, grade(wrong, exercise).failed) == (15, True)
