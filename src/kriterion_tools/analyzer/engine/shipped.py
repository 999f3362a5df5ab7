"""Load rulebooks: our rules, then those of teachers' files.

Our rules for one exercise are in `rules/LANGUAGE/exercises/EXERCISE.yaml`, so that the hundreds of
files for other exercises are not read.

`python -m kriterion_tools.analyzer.engine.shipped` caches all our rules, for images and
the runtime, where an analysis cannot write the cache.
"""

import functools
import re
from collections.abc import Sequence
from pathlib import Path

from kriterion_tools.analyzer.engine.rule import MAXIMUM_BYTES, RuleFile
from kriterion_tools.analyzer.engine.rule_cache import load_cached
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.analyzer.engine.rulebook import SAME_RULES, Rulebook, build_rulebook
from kriterion_tools.languages import find_canonical_name

SHIPPED = Path(__file__).parents[1] / "rules"
EXERCISES = "exercises"  # the folder in that of a language
MAXIMUM_FILES = 200  # in a teacher's directory

_SUFFIXES = (".yaml", ".yml")

# Languages whose rule files may name a further language: a file of javascript may name typescript.
_NEIGHBOURS = {"typescript": ("javascript",), "tsx": ("javascript", "typescript"), "cpp": ("c",)}

_LANGUAGE = re.compile(r"(?m)^language: *([\w+#]+) *(?:#.*)?$")
_SLUG = re.compile(r"[a-zA-Z0-9_-]+")
_LANGUAGES = re.compile(r"(?m)^languages:")
_EXERCISES = re.compile(r"(?m)^exercises:")
_EXERCISE = re.compile(r"(?m)^exercise: *([\w-]+) *(?:#.*)?$")


def load_rulebook(language: str, slug: str, teachers: Sequence[tuple[str, str]] = ()) -> Rulebook:
    """Load our rules, and those of teachers' files (name, text), the strongest last."""
    ours, our_faults = _load_ours(language, slug)
    files, faults = list(ours), list(our_faults)
    for name, text in teachers:
        if _may_apply(text, language, slug):
            file, file_faults = _read(text, name)
            faults += file_faults
            files += [] if file is None else [file]
    return build_rulebook(files, language, slug, faults)


def load_texts(directory: Path, *, deep: bool = True) -> list[tuple[str, str]]:
    """Return name and text of each rule file in a directory (and, if `deep`, below it), or of the
    one file. Empty if the path does not exist.
    """
    paths = [directory] if directory.is_file() else directory.glob("**/*" if deep else "*")
    texts = []
    for path in sorted(path for path in paths if path.suffix in _SUFFIXES)[:MAXIMUM_FILES]:
        if not path.is_file():
            continue
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
        name = path.name if path == directory else path.relative_to(directory).as_posix()
        texts.append((name, content.decode("utf-8", "replace")))
    return texts


@functools.lru_cache(maxsize=256)
def _load_ours(language: str, slug: str) -> tuple[tuple[RuleFile, ...], tuple[RuleFault, ...]]:
    files: list[RuleFile] = []
    faults: list[RuleFault] = []
    for name in (*_NEIGHBOURS.get(language, ()), language):
        paths = sorted((SHIPPED / name).glob("*.yaml"))
        if _SLUG.fullmatch(slug):
            own = SHIPPED / name / EXERCISES / f"{slug}.yaml"
            paths += [own] if own.is_file() else []
        for path in paths:
            if not _may_apply(path.read_text(encoding="utf-8"), language, slug):
                continue
            file, file_faults = _read_shipped(path)
            faults += file_faults
            files += [] if file is None else [file]
    files.sort(key=lambda file: bool(file.exercises))  # rules of an exercise override rules for all
    return tuple(files), tuple(faults)


def _read_shipped(path: Path) -> tuple[RuleFile | None, list[RuleFault]]:
    name = path.relative_to(SHIPPED).as_posix()
    return load_cached(path, lambda: _read(path.read_text(encoding="utf-8"), name))


def _read(text: str, name: str) -> tuple[RuleFile | None, list[RuleFault]]:
    # Importing YAML takes as long as everything else; with cached rules it is not needed.
    from kriterion_tools.analyzer.engine.rule_reader import read_rules

    return read_rules(text, name)


def _may_apply(text: str, language: str, slug: str) -> bool:
    """Tell without parsing a file whether its rules may be for this language and exercise."""
    named, exercise = _LANGUAGE.search(text), _EXERCISE.search(text)
    is_for_language = (
        named is None
        or find_canonical_name(named[1]) in (language, SAME_RULES.get(language))
        or _LANGUAGES.search(text) is not None
    )
    is_for_exercise = exercise is None or exercise[1] == slug or _EXERCISES.search(text) is not None
    return is_for_language and is_for_exercise


def cache_shipped() -> None:
    """Cache all our rules."""
    for path in sorted(SHIPPED.rglob("*.yaml")):
        _read_shipped(path)


if __name__ == "__main__":
    cache_shipped()
