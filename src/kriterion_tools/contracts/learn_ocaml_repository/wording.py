"""How faults refer to parts of a document: values, paths, and misspelled keys."""

import difflib
import re
from collections.abc import Iterable

from kriterion_tools.contracts.learn_ocaml_repository.json_places import Path
from kriterion_tools.diagnostic import describe_value

_LONGEST_NAME = 50  # a longer one is not a misspelled known name


def format_path(path: Path) -> str:
    """Format a path for people: `groups.first.exercises[2]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{_format_key(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def find_similar_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is spelled almost like this one, or None."""
    if len(name) > _LONGEST_NAME:
        return None
    by_spelling = {_simplify(word): word for word in known}
    close = difflib.get_close_matches(_simplify(name), by_spelling, n=1, cutoff=0.75)
    return by_spelling[close[0]] if close else None


def _format_key(step: str) -> str:
    return step if re.fullmatch(r"[\w-]{1,60}", step) else describe_value(step)


def _simplify(name: str) -> str:
    """Remove differences that are common in misspelled names: case, hyphens, underscores,
    spaces.
    """
    return re.sub(r"[-_ ]", "", name).casefold()
