"""How faults refer to parts of a document: values, paths, and misspelled keys."""

import difflib
import re
from collections.abc import Iterable

from kriterion_tools.contracts.learn_ocaml_repository.json_places import Path
from kriterion_tools.diagnostic import describe_value

_LONGEST_KEY = 50  # that may be a known one misspelled


def dotted(path: Path) -> str:
    """Format a path for people: `groups.first.exercises[2]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{_key(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def meant_by(key: str, known: Iterable[str]) -> str | None:
    """Return the known key that is spelled almost like this one, or None."""
    if len(key) > _LONGEST_KEY:
        return None
    plain = {_plain(name): name for name in known}
    close = difflib.get_close_matches(_plain(key), plain, n=1, cutoff=0.75)
    return plain[close[0]] if close else None


def _key(step: str) -> str:
    return step if re.fullmatch(r"[\w-]{1,60}", step) else describe_value(step)


def _plain(key: str) -> str:
    return re.sub(r"[-_ ]", "", key).casefold()
