"""The judge's phrases and the choice of an author's text, in the reader's language."""

from collections.abc import Mapping

from kriterion_tools.translation.catalogs import load_translator
from kriterion_tools.translation.translator import Phrase

_PHRASES = {
    "default tab": Phrase("Tests"),
    "exercise is faulty": Phrase(
        "There is a mistake in this exercise, so your solution could not be assessed. Please"
        " tell your teacher."
    ),
    "judge has failed": Phrase("The judge failed, so your solution could not be assessed."),
    "no fence": Phrase(
        "This machine has no {missing}: this exercise's files are less protected from submissions."
    ),
    "faults": Phrase("{file} cannot be used:"),
    "no python": Phrase("Python could not read this file."),
    "tests failed": Phrase("{count} test failed", "{count} tests failed"),
    "unseen tests failed": Phrase("Tests that only teachers may see failed."),
    "not executed": Phrase("Not executed: the code had stopped before this."),
    "no time left": Phrase("Not executed: the time for all tests together was used up."),
    "timed out": Phrase("The code was stopped after {seconds} s."),
    "timed out at": Phrase(
        "The code was stopped after {seconds} s, while it was busy at line {line}."
    ),
    "busy here": Phrase("The code was still busy here when it was stopped."),
    "out of memory": Phrase("The code used more memory than allowed."),
    "too much output": Phrase("The code wrote more than {most} KiB, and was stopped."),
    "killed": Phrase("The code was killed by the system ({signal})."),
    "broken": Phrase("The code interfered with the judge."),
    "unexpected exit": Phrase("The code ended the program here, with exit code {code}."),
    "no more input": Phrase(
        "The code tried to read more input than there is: check how many lines it reads."
    ),
    "not raised": Phrase("No exception was raised here."),
    "only whitespace differs": Phrase("Only spaces or line ends differ."),
    "only capitals differ": Phrase("Only upper and lower case differ."),
    "other type": Phrase("The value is of type {generated}, where {expected} is expected."),
    "value too large": Phrase("The value is too large to be compared."),
    "missing file": Phrase("The file {file} does not exist or is not a regular file."),
    "cut": Phrase("Only the first {shown} of {total} characters are shown."),
    "printed while loading": Phrase("Printed while your code was loaded:"),
    "also on stdout": Phrase("Also written to stdout:"),
    "also on stderr": Phrase("Also written to stderr:"),
}


def translate_phrase(language: str, name: str, **values: object) -> str:
    """Return the phrase of this name in a language, or in English if it has no catalogue."""
    return load_translator(language).translate(_PHRASES[name], **values)


def choose_text(texts: Mapping[str, str], language: str) -> str:
    """Return an author's text: in this language, else for all languages, in English, or any."""
    for code in (language, "", "en"):
        if code in texts:
            return texts[code]
    return next(iter(texts.values()), "")
