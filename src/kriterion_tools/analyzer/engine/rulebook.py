"""The rules that hold for solutions to an exercise in a language: ours, then those of teachers.

A later file's rule takes the place of an earlier one of the same id, if both are for all exercises
or both for some; and it can disable earlier ones.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kriterion_tools.analyzer.engine.fault import Fault
from kriterion_tools.analyzer.engine.keeping import kept
from kriterion_tools.analyzer.engine.rule import STAGES, Rule, RuleFile
from kriterion_tools.languages import canonical_name

SHIPPED = Path(__file__).parents[1] / "rules"
MAXIMUM_BYTES = 1_000_000  # of a file
MAXIMUM_FILES = 200  # of one directory of teachers'

_SUFFIXES = (".yaml", ".yml")

# Whose rules serve a language, too, where they say so; and a language that another's rules serve.
_NEIGHBOURS = {"typescript": ("javascript",), "tsx": ("javascript", "typescript"), "cpp": ("c",)}
_SAME = {"tsx": "typescript"}

_LANGUAGE = re.compile(r"(?m)^language: *([\w+#]+) *(?:#.*)?$")
_EXERCISE = re.compile(r"(?m)^exercise: *([\w-]+) *(?:#.*)?$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulebook:
    """The rules in the order in which they run, stage by stage, and what is wrong in files."""

    stages: tuple[tuple[str, tuple[Rule, ...]], ...]
    faults: tuple[Fault, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All of them, in that order."""
        return tuple(rule for _, rules in self.stages for rule in rules)


def load_rulebook(language: str, slug: str, teachers: Sequence[tuple[str, str]] = ()) -> Rulebook:
    """Our rules, and those in the texts of teachers' files (name, text), the strongest last."""
    ours, ours_faults = _shipped(language, slug)
    found, faults = list(ours), list(ours_faults)
    for name, text in teachers:
        if _may_hold(text, language, slug):
            file, told = _read(text, name)
            faults += told
            found += [] if file is None else [file]
    return rulebook_of(found, language, slug, faults)


def load_texts(directory: Path, *, deep: bool = True) -> list[tuple[str, str]]:
    """Name and text of each rule file in a directory and, if `deep`, in those below; or of the one
    file. None where there is nothing."""
    found = [directory] if directory.is_file() else directory.glob("**/*" if deep else "*")
    texts = []
    for path in sorted(one for one in found if one.suffix in _SUFFIXES)[:MAXIMUM_FILES]:
        if not path.is_file():
            continue
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
        name = path.name if path == directory else path.relative_to(directory).as_posix()
        texts.append((name, content.decode("utf-8", "replace")))
    return texts


def read_shipped(path: Path) -> tuple[RuleFile | None, list[Fault]]:
    """The rules in a file of ours, and what is wrong there."""
    name = path.relative_to(SHIPPED).as_posix()
    return kept(path, lambda: _read(path.read_text(encoding="utf-8"), name))


def _read(text: str, name: str) -> tuple[RuleFile | None, list[Fault]]:
    # YAML takes as long to load as all else; where rules are kept, nobody needs it.
    from kriterion_tools.analyzer.engine.reading import read_rules

    return read_rules(text, name)


def rulebook_of(
    files: Iterable[RuleFile], language: str, slug: str, faults: Iterable[Fault] = ()
) -> Rulebook:
    """The rules of those files that are for solutions to this exercise in this language."""
    rules: dict[tuple[str, bool], Rule] = {}
    orders: list[tuple[str, ...]] = []
    for file in files:
        if not _serves(file, language) or (file.exercises and slug not in file.exercises):
            continue
        orders.insert(0, file.stages)
        rules = {key: rule for key, rule in rules.items() if key[0] not in file.disabled}
        for rule in file.rules:
            rules[rule.id, rule.specific] = rule
    return Rulebook(
        stages=tuple(
            (stage, tuple(rule for rule in rules.values() if rule.stage == stage))
            for stage in _one_order(orders)
        ),
        faults=tuple(faults),
    )


def _one_order(orders: Iterable[Sequence[str]]) -> list[str]:
    """The stages of several files, the strongest file first: what that does not know comes after
    what it stands behind in its own file."""
    merged: list[str] = []
    for order in orders:
        at = 0
        for stage in order:
            if stage not in merged:
                merged.insert(at, stage)
            at = merged.index(stage) + 1
    return merged or list(STAGES)


@functools.lru_cache(maxsize=256)
def _shipped(language: str, slug: str) -> tuple[tuple[RuleFile, ...], tuple[Fault, ...]]:
    files: list[RuleFile] = []
    faults: list[Fault] = []
    for name in (*_NEIGHBOURS.get(language, ()), language):
        for path in sorted((SHIPPED / name).glob("*.yaml")):
            if not _may_hold(path.read_text(encoding="utf-8"), language, slug):
                continue
            file, told = read_shipped(path)
            faults += told
            files += [] if file is None else [file]
    files.sort(key=lambda file: bool(file.exercises))  # an exercise's own are the stronger ones
    return tuple(files), tuple(faults)


def _may_hold(text: str, language: str, slug: str) -> bool:
    """Whether a file can be for them, as far as can be told without reading it."""
    named, exercise = _LANGUAGE.search(text), _EXERCISE.search(text)
    return (named is None or canonical_name(named[1]) in (language, _SAME.get(language))) and (
        exercise is None or exercise[1] == slug
    )


def _serves(file: RuleFile, language: str) -> bool:
    return language in file.languages or _SAME.get(language) in file.languages
