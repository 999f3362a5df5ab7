"""A report keeps its points, whatever its texts and its size."""

import random
from typing import Any

import pytest

from tests.toolbox.learn_ocaml_judge.answers import EMPTY, grade_expressions, quote_literal
from tests.toolbox.learn_ocaml_judge.conftest import Grade, Graded, Item

pytestmark = pytest.mark.machine


def report_feedback(grade: Grade, report: str) -> Graded:
    """Grade with a grader that sets this report for any submission."""
    test = f"open Report\nlet () = Test_lib.set_result ({report})"
    return grade("", {**EMPTY, "test.ml": test})


JSON: list[tuple[str, Item]] = [
    ("Message ([], Failure)", {"message": [], "result": "failure"}),
    ("Message ([], Warning)", {"message": [], "result": "warning"}),
    ("Message ([], Informative)", {"message": [], "result": "informative"}),
    ("Message ([], Important)", {"message": [], "result": "important"}),
    ("Message ([], Success 3)", {"message": [], "result": 3}),
    ("Message ([], Penalty 3)", {"message": [], "result": -3}),
    # Readers take 0 for a failure.
    ("Message ([], Success 0)", {"message": [], "result": "informative"}),
    ("Message ([], Penalty 0)", {"message": [], "result": "failure"}),
    (
        'Message ([ Text "a"; Code "b"; Output "c"; Break ], Warning)',
        {
            "message": [
                {"text": "a"},
                {"text": "b", "display": "code"},
                {"text": "c", "display": "output"},
                {},
            ],
            "result": "warning",
        },
    ),
    ('Section ([ Text "a" ], [])', {"section": [{"text": "a"}], "contents": []}),
    (
        'SectionMin ([ Text "a" ], [ Message ([], Penalty 9) ], -5)',
        {
            "section": [{"text": "a"}],
            "contents": [{"message": [], "result": -9}],
            "minscore": -5,
        },
    ),
    (
        'section ~title:"a" [ info ~message:"b" ]',
        {
            "section": [{"text": "a"}],
            "contents": [{"message": [{"text": "b"}], "result": "informative"}],
        },
    ),
    ('success ~points:2 ~message:"a"', {"message": [{"text": "a"}], "result": 2}),
    ('failure ~message:"a"', {"message": [{"text": "a"}], "result": "failure"}),
    ('warning ~message:"a"', {"message": [{"text": "a"}], "result": "warning"}),
    ('message ~message:"a"', {"message": [{"text": "a"}], "result": "important"}),
]


def test_items_are_written_as_learn_ocaml_reads_them(grade: Grade) -> None:
    report = report_feedback(grade, f"[ {'; '.join(item for item, _ in JSON)} ]").report

    assert report == [written for _, written in JSON]


# A report, its points, and whether it failed.
POINTS: list[tuple[str, str]] = [
    ("[]", "0 false"),
    ("[ Message ([], Success 2); Message ([], Success 3) ]", "5 false"),
    ("[ Message ([], Success 2); Message ([], Failure) ]", "2 true"),
    ("[ Message ([], Success 2); Message ([], Penalty 1) ]", "1 true"),
    ("[ Message ([], Success 2); Message ([], Penalty 5) ]", "0 true"),
    ("[ Message ([], Warning); Message ([], Important); Message ([], Informative) ]", "0 false"),
    ("[ Section ([], [ Message ([], Success 2) ]); Message ([], Success 1) ]", "3 false"),
    ("[ Section ([], [ Message ([], Penalty 4) ]); Message ([], Success 6) ]", "2 true"),
    ("[ SectionMin ([], [ Message ([], Penalty 4) ], -1); Message ([], Success 6) ]", "5 true"),
    ("[ SectionMin ([], [ Message ([], Success 4) ], 1) ]", "4 false"),
    ("[ SectionMin ([], [], 2) ]", "2 false"),
    ("scale 3 [ Message ([], Success 2); Message ([], Penalty 1) ]", "3 true"),
    ("scale ~penalties:false 3 [ Message ([], Success 2); Message ([], Penalty 1) ]", "5 true"),
    ("scale 3 [ SectionMin ([], [ Message ([], Penalty 9) ], -1); Message ([], Success 9) ]",
     "24 true"),
    ("scale 3 [ Section ([], [ Message ([], Success 2); Message ([], Failure) ]) ]", "6 true"),
]  # fmt: skip


def test_points_are_added_as_the_contract_says(grade: Grade) -> None:
    summary = (
        'let summary_of report = let p, f = Report.result report in Printf.sprintf "%d %b" p f'
    )
    messages = grade_expressions(
        grade, [f"summary_of Report.({report})" for report, _ in POINTS], before=summary
    )

    assert messages == [expected for _, expected in POINTS]


def list_any_bytes() -> list[bytes]:
    """Return all single bytes, and a thousand short mixtures of valid and invalid UTF-8."""
    random_bytes = random.Random(1)
    singles = [bytes((byte,)) for byte in range(256)]
    borders = b'\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xed\xef\xf0\xf4\xf5\xff\n"\\'
    pieces = [
        *(singles[byte] for byte in borders),
        *(character.encode() for character in ("a", "é", "€", "😀", "\u2028", "\ufeff")),
    ]
    mixed = (random_bytes.choices(pieces, k=random_bytes.randint(2, 6)) for _ in range(1000))
    return singles + [b"".join(chosen) for chosen in mixed]


def test_any_bytes_are_valid_json_with_the_broken_parts_replaced(grade: Grade) -> None:
    contents = list_any_bytes()
    # One list of literals, because the compiler would take longer for separate expressions.
    items = "; ".join(quote_literal(content) for content in contents)
    report = report_feedback(
        grade, f"List.map (fun s -> Message ([ Text s ], Success 1)) [ {items} ]"
    )

    assert [text for text, _ in report.results] == [
        content.decode("utf-8", errors="replace") for content in contents
    ]


def test_a_long_text_is_cut_between_characters_and_says_by_how_much(grade: Grade) -> None:
    euros = 'String.concat "" (List.init 100_000 (fun _ -> "€"))'
    graded = report_feedback(grade, f"[ Message ([ Output ({euros}) ], Success 7) ]")

    [(text, points)] = graded.results
    assert points == 7
    assert text.startswith("€" * 20_000)
    assert "�" not in text
    assert text.endswith(f"… ({300_000 - len(text.split('…')[0].encode())} more bytes)")


# A report that is too large, and its points.
TOO_MUCH: list[tuple[str, int, bool]] = [
    ("many 300_000 (Message ([ Text \"right\" ], Success 1))", 300_000, False),
    ("many 300_000 (Message ([], Success 1))", 300_000, False),
    ("many 300_000 (Section ([], []))", 0, False),
    ("many 300_000 (Message ([], Failure))", 0, True),
    ("List.rev_append (many 200_000 (Message ([], Success 1))) [ Message ([], Failure) ]",
     200_000, True),
    ("List.rev_append (many 200_000 (Message ([], Informative)))"
     " [ Message ([], Penalty 3); Message ([], Success 9) ]", 6, True),
    ("many 1_000 (Message ([ Output (String.make 60_000 'x') ], Success 1))", 1_000, False),
    ("[ Message (List.init 1_000_000 (fun _ -> Text \"\"), Success 3) ]", 3, False),
    ("deep 1_000_000 [ Message ([], Success 4); Message ([], Failure) ]", 4, True),
    ("deep 100 [ SectionMin ([], many 200_000 (Message ([], Penalty 1)), -10) ]"
     " @ [ Message ([], Success 11) ]", 1, True),
]  # fmt: skip


@pytest.mark.long(reason="grades huge reports")
@pytest.mark.parametrize(("report", "points", "failed"), TOO_MUCH)
def test_a_huge_report_is_cut_and_keeps_its_points(
    grade: Grade, report: str, points: int, failed: bool
) -> None:
    graded = report_feedback(
        grade,
        "let many n item = List.rev_map (fun _ -> item) (List.init n Fun.id) in\n"
        "let rec deep n items = if n = 0 then items else deep (n - 1) [ Section ([], items) ] in\n"
        f"({report})",
    )

    assert graded.points == points
    assert graded.failed == failed
    assert len(graded.outcome.stdout) < 20_000_000
    assert measure_depth(graded.report) < 100


def measure_depth(items: list[Any]) -> int:
    return 1 + max(
        (measure_depth(item["contents"]) for item in items if "section" in item), default=0
    )


def test_a_message_says_what_is_left_out(grade: Grade) -> None:
    graded = report_feedback(grade, "List.init 300_000 (fun _ -> Message ([], Warning))")

    listed = sum(result == "warning" for _, result in graded.results)
    assert 0 < listed < 300_000
    assert f"{300_000 - listed} items" in graded.text
