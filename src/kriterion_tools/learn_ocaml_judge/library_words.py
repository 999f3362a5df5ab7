"""The words of the library for tests that we ship, in the reader's language.

The grader writes English, which is part of a report. Feedback shows these words translated; what
an author wrote stays as it is, unless it is one of them.
"""

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Report,
    ReportMessage,
    ReportText,
)
from kriterion_tools.translation.translator import ENGLISH, Phrase, Translator

_WORDS = {
    phrase.text: phrase
    for phrase in (
        Phrase("Computing"),
        Phrase("Correct value"),
        Phrase("Correct exception"),
        Phrase("Correct output"),
        Phrase("Wrong exception"),
        Phrase("Unexpected exception"),
        Phrase("Found"),
        Phrase("with a compatible type."),
        Phrase("with an unexpected type."),
        Phrase("but it cannot be used:"),
        Phrase("Cannot find a definition of"),
        Phrase("Function"),
        Phrase("Your tests on your own function"),
        Phrase("Your tests on a right function"),
        Phrase("Your tests on wrong functions"),
        Phrase("This test does not hold:"),
        Phrase("Your test"),
        Phrase("exposes a mistake:"),
        Phrase("None of your tests exposes a mistake:"),
        Phrase("holds no test."),
    )
}


def translate_words(report: Report, translator: Translator) -> Report:
    """Return the report with the library's words in the translator's language."""
    if translator.language == ENGLISH.language:
        return report
    return tuple(_translate_item(item, translator) for item in report)


def _translate_item(item: Item, translator: Translator) -> Item:
    if isinstance(item, ReportMessage):
        return item._replace(text=_translate_text(item.text, translator))
    return item._replace(
        title=_translate_text(item.title, translator),
        contents=translate_words(item.contents, translator),
    )


def _translate_text(text: ReportText, translator: Translator) -> ReportText:
    return tuple(_translate_piece(piece, translator) for piece in text)


def _translate_piece(piece: Inline | LineBreak, translator: Translator) -> Inline | LineBreak:
    if isinstance(piece, LineBreak) or piece.display is not Display.NORMAL:
        return piece
    words = piece.text.strip()
    phrase = _WORDS.get(words)
    if phrase is None:
        return piece
    return piece._replace(text=piece.text.replace(words, translator.translate(phrase)))
