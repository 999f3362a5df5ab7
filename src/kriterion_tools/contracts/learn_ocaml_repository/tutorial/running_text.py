"""Join pieces of running text: blanks are collapsed, neighbours merged."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Emphasis,
    Text,
    Word,
    Words,
)

_BLANKS = re.compile(r"[ \t\r\n]+")


def normalize_words(words: Iterable[Word]) -> Words:
    """Return the words of a paragraph or title, with single blanks and none at the ends."""
    merged = list(_merge_texts(word for word in words if word != Emphasis(())))
    if merged and isinstance(merged[0], Text):
        merged[0] = Text(merged[0].text.lstrip(" "))
    if merged and isinstance(merged[-1], Text):
        merged[-1] = Text(merged[-1].text.rstrip(" "))
    return tuple(word for word in merged if word != Text(""))


def _merge_texts(words: Iterable[Word]) -> Iterator[Word]:
    for of_text, neighbours in groupby(words, lambda word: isinstance(word, Text)):
        if of_text:
            joined = "".join(word.text for word in neighbours if isinstance(word, Text))
            yield Text(_BLANKS.sub(" ", joined))
        else:
            yield from neighbours
