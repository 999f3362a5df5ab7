"""Translate what a report says about calls that were stopped: a time-out, too much output, …

The grader writes these sentences in English, in pieces of the report and in texts of exceptions.
"""

import re

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Inline,
    Item,
    LineBreak,
    Report,
    ReportText,
    Section,
)
from kriterion_tools.learn_ocaml_judge import grader_phrases as phrases
from kriterion_tools.translation.translator import ENGLISH, Phrase, Translator

_PHRASES = (
    *(phrases.MORE_THAN_A_SECOND, phrases.MORE_SECONDS, phrases.MORE_OUTPUT, phrases.MEMORY),
    *(phrases.CALLS_EXIT, phrases.TOO_LARGE, phrases.TOO_DEEP),
    *(phrases.CALL_STOPPED, phrases.REFERENCE_STOPPED),
)


def translate_limits(report: Report, translator: Translator) -> Report:
    """Return the report with these sentences in the translator's language."""
    if translator.language == ENGLISH.language:
        return report
    return tuple(_translate_item(item, translator) for item in report)


def _translate_item(item: Item, translator: Translator) -> Item:
    if isinstance(item, Section):
        contents = tuple(_translate_item(inner, translator) for inner in item.contents)
        return item._replace(contents=contents)
    return item._replace(text=_translate_text(item.text, translator))


def _translate_text(text: ReportText, translator: Translator) -> ReportText:
    return tuple(
        piece if isinstance(piece, LineBreak) else _translate_piece(piece, translator)
        for piece in text
    )


def _translate_piece(piece: Inline, translator: Translator) -> Inline:
    text = piece.text
    for phrase, pattern in _PATTERNS:

        def translate(found: re.Match[str], phrase: Phrase = phrase) -> str:
            return translator.translate(phrase, **found.groupdict())

        text = pattern.sub(translate, text)
    return piece._replace(text=text)


def _make_pattern(phrase: Phrase) -> re.Pattern[str]:
    words = re.split(r"\{(\w+)\}", phrase.text)
    parts = (
        rf"(?P<{word}>[\d.e+-]+)" if index % 2 else re.escape(word)
        for index, word in enumerate(words)
    )
    return re.compile(rf"\b{''.join(parts)}\b")


_PATTERNS = tuple((phrase, _make_pattern(phrase)) for phrase in _PHRASES)
