"""The example solutions of Exercism's tracks all have tags, and tags that can be defended.

KRITERION_REFERENCES is the directory with the tracks' repositories as exercism+TRACK.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from kriterion_tools.analyzer.tagger.tagger import find_tags
from kriterion_tools.analyzer.tagger.vocabulary import VOCABULARY

pytestmark = pytest.mark.reference

# Language → its track, and where the track keeps example solutions.
EXAMPLES: Mapping[str, tuple[str, str]] = {
    "bash": ("bash", ".meta/e*.sh"),
    "c": ("c", ".meta/e*.c"),
    "c_sharp": ("csharp", ".meta/E*.cs"),
    "cpp": ("cpp", ".meta/e*.cpp"),
    "go": ("go", ".meta/e*.go"),
    "haskell": ("haskell", ".meta/examples/**/*.hs"),
    "java": ("java", ".meta/src/reference/java/*.java"),
    "javascript": ("javascript", ".meta/proof.ci.js"),
    "kotlin": ("kotlin", ".meta/src/reference/kotlin/*.kt"),
    "ocaml": ("ocaml", ".meta/e*.ml"),
    "php": ("php", ".meta/e*.php"),
    "python": ("python", ".meta/e*.py"),
    "ruby": ("ruby", ".meta/e*.rb"),
    "rust": ("rust", ".meta/e*.rs"),
    "typescript": ("typescript", ".meta/proof.ci.ts"),
}
# Exercises that are about something: most solutions in most languages do it.
ABOUT = {
    "leap": "construct:modulo",
    "secret-handshake": "technique:bit-manipulation",
    "two-fer": "construct:string",
    "grains": "construct:number",
}


def list_solutions(language: str) -> Iterator[Path]:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    track, pattern = EXAMPLES[language]
    repository = Path(directory) / f"exercism+{track}"
    if not repository.is_dir():
        pytest.skip(f"{repository.name} is not there")
    yield from sorted(repository.glob(f"exercises/*/*/{pattern}"))
    yield from sorted(repository.glob(f"exercises/*/{pattern}"))


@pytest.mark.parametrize("language", EXAMPLES)
def test_every_example_has_tags_of_the_vocabulary(language: str) -> None:
    paths = list(list_solutions(language))
    assert len(paths) >= 50
    for path in paths:
        tags = find_tags({path.name: path.read_text(errors="replace")}, language)
        assert tags, path
        assert {tag for tag in tags if not tag.startswith("uses:")} <= VOCABULARY, path


@pytest.mark.parametrize("slug", ABOUT)
def test_the_topic_of_an_exercise_is_found_in_most_languages(slug: str) -> None:
    found = []
    for language in EXAMPLES:
        for path in list_solutions(language):
            if slug in path.parts:
                tags = find_tags({path.name: path.read_text(errors="replace")}, language)
                found.append(ABOUT[slug] in tags)
    assert len(found) >= 5
    assert sum(found) > len(found) / 2
