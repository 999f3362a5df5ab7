"""All that the judge says to people, in the languages it speaks."""

from collections.abc import Mapping

_TEXTS = {
    "default tab": ("Tests", "Testen"),
    "exercise is faulty": (
        "There is a mistake in this exercise, so your solution could not be assessed. "
        "Please tell your teacher.",
        "Er zit een fout in deze oefening, dus kon je oplossing niet beoordeeld worden. "
        "Laat het je lesgever weten.",
    ),
    "judge has failed": (
        "The judge failed, so your solution could not be assessed.",
        "De judge faalde, dus kon je oplossing niet beoordeeld worden.",
    ),
    "no fence": (
        "This machine has no {missing}: less keeps submissions away from this exercise's files.",
        "Deze machine heeft geen {missing}: oplossingen worden minder goed "
        "weggehouden van de bestanden van deze oefening.",
    ),
    "faults": ("{file} cannot be used:", "{file} kan niet gebruikt worden:"),
    "no python": ("Python could not read this file.", "Python kon dit bestand niet lezen."),
    "one test failed": ("1 test failed", "1 test fout"),
    "tests failed": ("{failed} tests failed", "{failed} testen fout"),
    "unseen tests failed": (
        "Tests that only teachers may see failed.",
        "Testen die alleen lesgevers mogen zien, waren fout.",
    ),
    "not executed": (
        "Not executed: the code had stopped before this.",
        "Niet uitgevoerd: de code was al gestopt.",
    ),
    "no time left": (
        "Not executed: the time for all tests together was used up.",
        "Niet uitgevoerd: de tijd voor alle testen samen was op.",
    ),
    "timed out": (
        "The code was stopped after {seconds} s.",
        "De code werd gestopt na {seconds} s.",
    ),
    "timed out at": (
        "The code was stopped after {seconds} s, while it was busy at line {line}.",
        "De code werd gestopt na {seconds} s, terwijl ze bezig was op regel {line}.",
    ),
    "busy here": (
        "The code was still busy here when it was stopped.",
        "De code was hier nog bezig toen ze gestopt werd.",
    ),
    "out of memory": (
        "The code used more memory than it may.",
        "De code gebruikte meer geheugen dan toegelaten.",
    ),
    "too much output": (
        "The code wrote more than {most} KiB, and was stopped.",
        "De code schreef meer dan {most} KiB, en werd gestopt.",
    ),
    "killed": (
        "The code was killed by the system ({signal}).",
        "De code werd door het systeem afgebroken ({signal}).",
    ),
    "broken": (
        "The code kept the judge from following it.",
        "De code verhinderde de judge om haar te volgen.",
    ),
    "unexpected exit": (
        "The code ended the program here, with exit code {code}.",
        "De code beëindigde hier het programma, met exitcode {code}.",
    ),
    "no more input": (
        "The code asked for more input than there is: check how many times it reads a line.",
        "De code vroeg meer invoer dan er is: kijk na hoe vaak ze een regel leest.",
    ),
    "not raised": (
        "No exception was raised here.",
        "Hier werd geen exception opgeworpen.",
    ),
    "only whitespace differs": (
        "Only spaces or line ends differ.",
        "Alleen spaties of regeleindes verschillen.",
    ),
    "only capitals differ": (
        "Only capitals and small letters differ.",
        "Alleen hoofdletters en kleine letters verschillen.",
    ),
    "other type": (
        "The value is of type {generated}, where {expected} is expected.",
        "De waarde is van het type {generated}, terwijl {expected} verwacht wordt.",
    ),
    "value too large": (
        "The value is too large to be compared.",
        "De waarde is te groot om te vergelijken.",
    ),
    "missing file": (
        "There is no file {file}, or it is no ordinary one.",
        "Er is geen bestand {file}, of het is geen gewoon bestand.",
    ),
    "cut": (
        "Only the first {shown} of {total} characters are shown.",
        "Alleen de eerste {shown} van de {total} tekens worden getoond.",
    ),
    "printed while loading": (
        "Printed while your code was loaded:",
        "Uitgeschreven terwijl je code geladen werd:",
    ),
    "also on stdout": ("Also written to stdout:", "Ook uitgeschreven naar stdout:"),
    "also on stderr": ("Also written to stderr:", "Ook uitgeschreven naar stderr:"),
}

_LANGUAGES = ("en", "nl")


def text(language: str, name: str, **values: object) -> str:
    """The text of this name in that language, English when we do not speak it."""
    column = _LANGUAGES.index(language) if language in _LANGUAGES else 0
    return _TEXTS[name][column].format(**values)


def in_language(texts: Mapping[str, str], language: str) -> str:
    """An author's text in that language, else the one for all, else English, else any; or ""."""
    for code in (language, "", "en"):
        if code in texts:
            return texts[code]
    return next(iter(texts.values()), "")
