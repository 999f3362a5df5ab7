"""Cache the parsed rule files that we ship, as JSON in `__pycache__` beside them.

Reading YAML takes a third of the time of an analysis.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from kriterion_tools.analyzer.engine.needs import Needs
from kriterion_tools.analyzer.engine.rule import (
    Lint,
    Matcher,
    Measure,
    Pattern,
    Query,
    Rule,
    RuleFile,
)
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType

_Read = tuple[RuleFile | None, list[RuleFault]]


def load_cached(path: Path, read: Callable[[], _Read]) -> _Read:
    """Return the cached content of a file, or else what `read` returns, and cache that."""
    place = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.json"
    key = _make_key(
        [path, *_list_engine_modules()]
    )  # so a change of a module invalidates the cache
    try:
        document = json.loads(place.read_bytes())
        if document["key"] == key:
            return _decode(document)
    except Exception:  # noqa: S110  # an unusable cache is rewritten
        pass
    file, faults = read()
    _write(place, json.dumps({"key": key, **_encode(file, faults)}).encode())
    return file, faults


@cache
def _list_engine_modules() -> list[Path]:
    here = Path(__file__).parent
    return [*sorted(here.glob("*.py")), here.parent / "measures" / "measure_catalog.py"]


def _make_key(paths: Iterable[Path]) -> list[list[int]]:
    return [[status.st_mtime_ns, status.st_size] for status in map(os.stat, paths)]


def _encode(file: RuleFile | None, faults: list[RuleFault]) -> dict[str, Any]:
    """Return the document of a file that was read without its examples."""
    document: dict[str, Any] = {"faults": [asdict(fault) for fault in faults], "file": None}
    if file is not None:
        document["file"] = {
            "name": file.name,
            "languages": file.languages,
            "exercises": file.exercises,
            "stages": file.stages,
            "disabled": sorted(file.disabled),
            "rules": [_encode_rule(rule) for rule in file.rules],
        }
    return document


def _encode_rule(rule: Rule) -> dict[str, Any]:
    values = asdict(rule)
    del values["examples"]
    matcher = values["matcher"]
    if isinstance(rule.matcher, Pattern):
        matcher["needs"] = _encode_needs(rule.matcher.needs)
    values["matcher"] = {"kind": type(rule.matcher).__name__, **matcher}
    return values


def _encode_needs(needs: Needs) -> list[Any]:
    choices = [[_encode_needs(alternative) for alternative in choice] for choice in needs.choices]
    return [sorted(needs.words), sorted(needs.pieces), sorted(needs.kinds), choices]


def _decode(document: Mapping[str, Any]) -> _Read:
    faults = [RuleFault(**values) for values in document["faults"]]
    values = document["file"]
    if values is None:
        return None, faults
    file = RuleFile(
        name=values["name"],
        languages=tuple(values["languages"]),
        exercises=tuple(values["exercises"]),
        stages=tuple(values["stages"]),
        disabled=frozenset(values["disabled"]),
        rules=tuple(_decode_rule(rule) for rule in values["rules"]),
    )
    return file, faults


def _decode_rule(values: dict[str, Any]) -> Rule:
    matcher = _decode_matcher(**values.pop("matcher"))
    type_, tags = CommentType(values.pop("type")), tuple(values.pop("tags"))
    said = tuple(values.pop("unless_said"))
    return Rule(matcher=matcher, type=type_, tags=tags, unless_said=said, **values)


def _decode_matcher(kind: str, **values: Any) -> Matcher:
    match kind:
        case "Pattern":
            return Pattern(**{**values, "needs": _decode_needs(*values["needs"])})
        case "Query":
            return Query(**values)
        case "Measure":
            return Measure(**values)
        case _:
            return Lint(**values)


def _decode_needs(
    words: list[str], pieces: list[str], kinds: list[str], choices: list[list[Any]]
) -> Needs:
    return Needs(
        frozenset(words),
        frozenset(pieces),
        frozenset(kinds),
        tuple(tuple(_decode_needs(*alternative) for alternative in choice) for choice in choices),
    )


def _write(cache: Path, content: bytes) -> None:
    """Write a file atomically; do nothing where that is impossible."""
    beside = cache.with_name(f"{cache.name}.{os.getpid()}")
    try:
        cache.parent.mkdir(exist_ok=True)
        beside.write_bytes(content)
        beside.replace(cache)
    except OSError:
        pass
