"""Leave out files that cannot hold a test that `-m` selects: importing all takes long.

A file can only hold tests with markers that it, or a conftest.py above it, names as `mark.NAME`.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations
from pathlib import Path

from _pytest.mark.expression import Expression

STAGE_MARKERS = frozenset({"alone", "browser", "long", "machine"})
_NAMED = re.compile(rf"\bmark\.({'|'.join(sorted(STAGE_MARKERS))})\b")


@cache
def named_markers(file: Path, root: Path) -> frozenset[str]:
    """Return the markers of stages that a file below `root`, or a conftest.py above it, names."""
    folders = [folder for folder in file.parents if folder.is_relative_to(root)]
    conftests = (folder / "conftest.py" for folder in folders)
    return _read_markers(file).union(*map(_read_markers, conftests))


@cache
def _read_markers(file: Path) -> frozenset[str]:
    if not file.is_file():
        return frozenset()
    return frozenset(_NAMED.findall(file.read_text(encoding="utf-8")))


def can_select(expression: str, markers: Iterable[str]) -> bool:
    """Return whether `-m` with this expression can select a test with some of the markers.

    Any test may have markers that decide about no stage. An invalid expression is pytest's to
    refuse.
    """
    words = frozenset(re.findall(r"\w+", expression)) - {"and", "or", "not"}
    possible = sorted(words & frozenset(markers) | words - STAGE_MARKERS)
    try:
        compiled = Expression.compile(expression)
    except SyntaxError:
        return True
    subsets = chain.from_iterable(combinations(possible, n) for n in range(len(possible) + 1))
    return any(
        compiled.evaluate(lambda name, /, chosen=subset, **_: name in chosen) for subset in subsets
    )
