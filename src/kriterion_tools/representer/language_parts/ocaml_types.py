"""Names that several types of an OCaml solution share: an annotation chooses between them."""

import re
from collections import Counter

from kriterion_tools.representer.solution_words import SolutionWords

_TYPES = re.compile(
    r"\btype\b(.*?)(?=\b(?:let|module|exception|open|val|external|class|include|type|end)\b|;;|\Z)",
    re.DOTALL,
)
_NEXT_TYPE = re.compile(r"\band\b")
_CONSTRUCTOR = re.compile(r"[=|]\s*([A-Z]\w*)\b(?!\s*\.)")
_FIELD = re.compile(r"[{;]\s*(?:mutable\s+)?([a-z_]\w*)\s*:")
_OF_LIBRARY = ("None", "Some", "Ok", "Error", "contents")


def shares_names_of_types(source: SolutionWords) -> bool:
    """Whether two types may have a constructor or field of one name."""
    return source.ask(_shares_names)


def _shares_names(text: str) -> bool:
    if "type" not in text:
        return False
    times = Counter(_OF_LIBRARY)
    for types in _TYPES.findall(text):
        for definition in _NEXT_TYPE.split(types):
            body = definition.partition("=")[2]
            times.update({*_CONSTRUCTOR.findall(f"={body}"), *_FIELD.findall(body)})
    return max(times.values()) > 1
