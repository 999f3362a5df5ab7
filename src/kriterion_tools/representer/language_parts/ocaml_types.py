"""Names that several types of an OCaml solution share: an annotation chooses between them."""

import re
from collections import Counter

from kriterion_tools.representer.solution_words import SolutionWords

_TYPES = re.compile(
    r"\btype\b(.*?)(?=\b(?:let|module|exception|open|val|external|class|include|type|end)\b|;;|\Z)",
    re.DOTALL,
)
_NEXT_TYPE = re.compile(r"\band\b")
_CONSTRUCTOR = re.compile(r"[=|]\s*(?:private\s+)?([A-Z]\w*)\b(?!\s*\.)")
_EXCEPTION = re.compile(r"\bexception\s+([A-Z]\w*)")
_COMMENT = re.compile(r"\(\*.*?(?:\*\)|\Z)", re.DOTALL)
_FORMAT = re.compile(r"\bformat[46]?\b")  # the type of a text that an annotation makes a format
_FIELD = re.compile(r"[{;]\s*(?:mutable\s+)?([a-z_]\w*)\s*:")
_OF_LIBRARY = (
    *("None", "Some", "Ok", "Error", "contents", "Not_found", "Exit", "Failure"),
    *("Invalid_argument", "End_of_file", "Division_by_zero", "Match_failure", "Assert_failure"),
    *(
        "Out_of_memory",
        "Stack_overflow",
        "Sys_error",
        "Sys_blocked_io",
        "Undefined_recursive_module",
    ),
)


def shares_names_of_types(source: SolutionWords) -> bool:
    """Whether two types may have a constructor or field of one name, or a text another type."""
    return source.ask(_shares_names)


def _shares_names(text: str) -> bool:
    if _FORMAT.search(text):
        return True
    if "type" not in text:
        return False
    text = _COMMENT.sub(" ", text)
    times = Counter(_OF_LIBRARY)
    times.update(set(_EXCEPTION.findall(text)))
    for types in _TYPES.findall(text):
        for definition in _NEXT_TYPE.split(types):
            body = definition.partition("=")[2]
            times.update({*_CONSTRUCTOR.findall(f"={body}"), *_FIELD.findall(body)})
    return max(times.values()) > 1
