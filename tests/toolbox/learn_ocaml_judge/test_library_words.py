"""Students read the words of the library for tests in their language."""

import io
import json

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    ReportMessage,
    Result,
    Section,
)
from kriterion_tools.learn_ocaml_judge.feedback_commands import Commands
from kriterion_tools.learn_ocaml_judge.report_feedback import write_report
from kriterion_tools.translation.catalogs import load_translator

REPORT = (
    Section(
        (Inline("Function"), Inline("double", Display.CODE)),
        (
            ReportMessage(
                (Inline("Computing"), Inline("double 2", Display.CODE)), Result.INFORMATIVE
            ),
            ReportMessage(
                (
                    Inline("Wrong value"),
                    Inline("5", Display.CODE),
                    Inline("instead of"),
                    Inline("4", Display.CODE),
                ),
                Result.FAILURE,
            ),
            ReportMessage((Inline("An author's own words"),), Result.FAILURE),
        ),
    ),
)


def write(language: str) -> list[dict[str, object]]:
    stream = io.BytesIO()
    write_report(REPORT, Commands(stream), load_translator(language))
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_the_words_of_the_library_are_translated_and_those_of_authors_are_not() -> None:
    commands = write("nl")
    text = json.dumps(commands, ensure_ascii=False)
    assert commands[0]["title"] == "Functie double"
    assert "Berekening van <code>double 2</code>" in text
    assert "An author's own words" in text
    for word in ("Function", "Computing"):
        assert word not in text


def test_values_are_compared_without_calling_them_wrong_once_more() -> None:
    for language in ("en", "nl"):
        commands = write(language)
        [closed] = [each for each in commands if each["command"] == "close-test"]
        assert closed["generated"] == "5"
        assert "Wrong value" not in json.dumps(commands)
