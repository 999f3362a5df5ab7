import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.assessment.assessment_record import Points
from kriterion.feedback.html.report_page import render_report
from kriterion.feedback.report_text import render_report_text
from kriterion.translators import load_translator
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    LineBreak,
    Report,
    ReportMessage,
    Result,
    Section,
)
from tests.feedback.rendered import render_report_page

POINTS = Points(earned=5, possible=20)
NO_POINTS = Points(earned=0, possible=None)
_REPORT: Report = (
    Section(
        (Inline("Function "), Inline("twice", Display.CODE)),
        (
            ReportMessage((Inline("Found "), Inline("twice", Display.CODE)), Result.INFORMATIVE),
            ReportMessage(
                (Inline("Computing "), Inline("twice 2", Display.CODE)), Result.INFORMATIVE
            ),
            ReportMessage((Inline("Correct value "), Inline("4", Display.CODE)), 1),
            ReportMessage(
                (
                    Inline("Wrong output"),
                    LineBreak(),
                    Inline("one\ntwo\n", Display.OUTPUT),
                    Inline("was printed"),
                ),
                Result.FAILURE,
            ),
            Section((Inline("Style"),), (ReportMessage((Inline("A loop"),), -2),), minimum=-1),
        ),
    ),
    Section((Inline("All right"),), (ReportMessage((Inline("<b>fine</b>"),), 5),)),
    ReportMessage((Inline("Mind the types"),), Result.WARNING),
    ReportMessage((Inline("Read this"),), Result.IMPORTANT),
)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_report_is_rendered_as_text(golden: Callable[[Path, str], None], language: str) -> None:
    text = render_report_text(_REPORT, points=POINTS, seed=7, translator=load_translator(language))
    golden(Path(__file__).parent / "golden" / f"report.{language}.txt", text)


def test_words_after_output_start_on_a_new_line() -> None:
    text = (
        Inline("Wrong output"),
        Inline("a\n", Display.OUTPUT),
        Inline("instead of"),
        Inline("b\nc\n", Display.OUTPUT),
        Inline("at last"),
    )
    report = (ReportMessage(text, Result.FAILURE),)
    output = render_report_text(report, points=NO_POINTS, seed=1, translator=load_translator("en"))
    assert output.startswith("Failure: Wrong output [a] instead of\n  | b\n  | c\n  at last\n"), (
        output
    )


def test_the_last_line_shows_the_points() -> None:
    report = (ReportMessage((Inline("Right"),), 21),)
    capped = Points(earned=11, possible=11)
    text = render_report_text(report, points=capped, seed=1, translator=load_translator("en"))
    assert "Complete: 11 of 11 points" in text, text


def test_an_empty_report_says_so() -> None:
    assert "empty" in render_report_text(
        (), points=NO_POINTS, seed=0, translator=load_translator("en")
    )


def test_sections_with_failures_are_open_and_others_folded() -> None:
    sections = re.findall(r"<details[^>]*>", render_report(_REPORT, load_translator("en")))
    assert [" open" in section for section in sections] == [True, True, False]


def test_a_report_is_escaped() -> None:
    page = render_report(_REPORT, load_translator("en"))
    assert "<b>" not in page
    assert "&lt;b&gt;fine&lt;/b&gt;" in page


def test_the_page_of_a_report_shows_result_and_seed() -> None:
    page = render_report_page(_REPORT, title="Twice", points=POINTS, seed=7, language="nl")
    assert "Er is iets mislukt: 5 van de 20 punten" in page
    assert "Startwaarde voor het toeval: 7" in page


_TEXTS = st.lists(
    st.builds(LineBreak) | st.builds(Inline, st.text(), st.sampled_from(Display)), max_size=3
).map(tuple)
_MESSAGES = st.builds(ReportMessage, _TEXTS, st.sampled_from(Result) | st.integers().filter(bool))
_REPORTS = st.lists(
    _MESSAGES | st.builds(Section, _TEXTS, st.lists(_MESSAGES).map(tuple), st.none()), max_size=4
).map(tuple)


@given(_REPORTS)
def test_any_report_can_be_shown(report: Report) -> None:
    text = render_report_text(report, points=NO_POINTS, seed=0, translator=load_translator("en"))
    assert "\x1b" not in text
    assert render_report(report, load_translator("nl")).count("<details") == sum(
        isinstance(item, Section) for item in report
    )
