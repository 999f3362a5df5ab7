"""Rule files of ours as they were read, kept beside them as Python keeps its own modules.

To read YAML takes a third of the time of an analysis. `python -m …keeping` keeps all there are.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from kriterion_tools.analyzer.engine.fault import Fault
from kriterion_tools.analyzer.engine.rule import RuleFile

# What a file was read by: with another reader, it is read anew.
_READERS = ("document.py", "fault.py", "needs.py", "reading.py", "rule.py")

_Read = tuple[RuleFile | None, list[Fault]]
_Key = tuple[tuple[int, int], ...]


def kept(path: Path, read: Callable[[], _Read]) -> _Read:
    """What was kept of a file, else what `read` gives, which is kept then if it can be."""
    place = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.pyc"
    key = _key([path, *(Path(__file__).with_name(name) for name in _READERS)])
    try:
        known, found = pickle.loads(place.read_bytes())  # noqa: S301  as far to trust as our code
        if known == key:
            return found  # type: ignore[no-any-return]
    except Exception:  # noqa: S110  whatever is there instead, it is made anew
        pass
    found = read()
    _keep(place, pickle.dumps((key, found)))
    return found


def _key(paths: Iterable[Path]) -> _Key:
    return tuple((status.st_mtime_ns, status.st_size) for status in map(os.stat, paths))


def _keep(place: Path, content: bytes) -> None:
    """In one go, so that nobody finds half of it; or not at all."""
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(exist_ok=True)
        beside.write_bytes(content)
        beside.replace(place)
    except OSError:
        pass


if __name__ == "__main__":
    from kriterion_tools.analyzer.engine.rulebook import SHIPPED, read_shipped

    for file in sorted(SHIPPED.rglob("*.yaml")):
        read_shipped(file)
