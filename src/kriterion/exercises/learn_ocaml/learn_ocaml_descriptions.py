"""The descriptions of an exercise: HTML or Markdown, in one or several languages.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_exercise.ml: within a language, HTML takes
precedence over Markdown. Its readers accept descr.<language>.*, too, but ignore the language.
"""

import re

from kriterion.exercises.exercise import Description, DescriptionFormat
from kriterion.exercises.hint_texts import split_hints
from kriterion.exercises.learn_ocaml.folder import Folder

DEFAULT_LANGUAGE = "en"  # for files without a language

_LANGUAGE = r"(?:\.(?P<language>[A-Za-z]{2,3}(?:[-_][A-Za-z]+)?))?"
_DESCRIPTION = re.compile(rf"descr{_LANGUAGE}\.(?P<ending>html|md)")
_HINTS = re.compile(rf"hints{_LANGUAGE}\.md")  # ours; learn-ocaml has none
_FORMATS = {"html": DescriptionFormat.HTML, "md": DescriptionFormat.MARKDOWN}


def is_description(name: str) -> bool:
    """Whether a file of this name is a description in any language."""
    return _DESCRIPTION.fullmatch(name) is not None


def is_hints_file(name: str) -> bool:
    """Whether a file of this name contains hints in any language."""
    return _HINTS.fullmatch(name) is not None


def load_descriptions(folder: Folder) -> dict[str, Description]:
    """Return descriptions by language; one without counts as English, unless there is another."""
    descriptions: dict[str, Description] = {}
    for name, language in _sort_by_precedence(folder):
        if language in descriptions:
            file_name = descriptions[language].file.rpartition("/")[2]
            folder.problems.warn(
                folder.named(name),
                f"is not displayed because {file_name} takes precedence",
                code="learn-ocaml.description.hidden",
            )
        elif (text := folder.text(name)) is not None:
            form = _FORMATS[name.rpartition(".")[2]]
            descriptions[language] = Description(format=form, text=text, file=folder.named(name))
    if not descriptions:
        folder.problems.warn(
            folder.place,
            "has no description",
            fix="add descr.html or descr.md",
            code="learn-ocaml.description.missing",
        )
    return descriptions


def load_hints(folder: Folder) -> dict[str, tuple[str, ...]]:
    """Return hints by language; those in a file without one count as English."""
    matches = [match for name in folder.entries if (match := _HINTS.fullmatch(name))]
    texts = {match["language"] or DEFAULT_LANGUAGE: folder.text(match[0]) for match in matches}
    return {language: split_hints(text) for language, text in texts.items() if text is not None}


def _sort_by_precedence(folder: Folder) -> list[tuple[str, str]]:
    """Return names and languages, by precedence within a language."""
    matches = [match for name in folder.entries if (match := _DESCRIPTION.fullmatch(name))]
    matches.sort(key=lambda match: (match["language"] is None, match["ending"] == "md"))
    return [(match[0], match["language"] or DEFAULT_LANGUAGE) for match in matches]
