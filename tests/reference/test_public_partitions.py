"""Exercism's Python approaches and Java goldens: ours finds alike what the public ones do.

KRITERION_REFERENCES names the directory with the clones, and KRITERION_REPRESENTERS the one with
the representers installed (docs/author/representers.md).
"""

import json
import os
import re
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
REPRESENTERS = Path(os.environ.get("KRITERION_REPRESENTERS", "nowhere"))

# The public normaliser, its tree printed without lines and columns; null where it fails.
NORMALISE = """
import ast, json, sys
sys.path.insert(0, sys.argv[1])
from representer.normalizer import Normalizer
def text(source):
    try:
        return ast.dump(Normalizer().visit(ast.parse(source)))
    except Exception:
        return None
print(json.dumps([text(source) for source in json.load(sys.stdin)]))
"""

NO_JAVA = "simple"  # lacks a semicolon

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not REFERENCES.is_dir(), reason="set KRITERION_REFERENCES"),
]


@pytest.mark.skipif(not REPRESENTERS.is_dir(), reason="set KRITERION_REPRESENTERS")
def test_python_approaches_are_grouped_like_by_the_public_representer() -> None:
    blocks = _list_approaches()
    assert len(blocks) > 300
    theirs = _list_public_python([source for _, source in blocks])
    ours = [_get_text({"solution.py": source.encode()}, "python") for _, source in blocks]
    pairs = [
        (theirs[one] == theirs[other], ours[one] == ours[other])
        for one, other in combinations(range(len(blocks)), 2)
        if blocks[one][0] == blocks[other][0] and theirs[one] and theirs[other]
    ]
    assert all(their == our for their, our in pairs)
    assert sum(their for their, _ in pairs) > 50


def _list_approaches() -> list[tuple[str, str]]:
    """Every block of code that is a program, with its exercise."""
    found = []
    practice = REFERENCES / "exercism+python" / "exercises" / "practice"
    for page in sorted(practice.glob("*/.approaches/**/*.md")):
        for source in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
            if _is_program(source):
                found.append((page.relative_to(practice).parts[0], source))
    return found


def _is_program(source: str) -> bool:
    try:
        compile(source, "approach", "exec")
    except SyntaxError:
        return False
    return True


def _list_public_python(sources: list[str]) -> list[str | None]:
    python = REPRESENTERS / "python" / "bin" / "python"
    command = (str(python), "-c", NORMALISE, str(REPRESENTERS / "python-representer"))
    result = subprocess.run(
        command, input=json.dumps(sources), capture_output=True, text=True, check=True
    )
    texts: list[str | None] = json.loads(result.stdout)
    return texts


def test_java_solutions_are_distinguished_like_by_the_public_representer() -> None:
    resources = REFERENCES / "exercism+java-representer" / "src" / "test" / "resources"
    theirs, ours = [], []
    for scenario in sorted((resources / "scenarios").iterdir()):
        if scenario.name == NO_JAVA:
            continue
        golden = f"RepresenterTest.testRepresentation.{scenario.name}.approved.txt"
        theirs.append((resources / "representer" / golden).read_text())
        files = {file.name: file.read_bytes() for file in scenario.glob("*.java")}
        ours.append(_get_text(files, "java"))
    assert len(theirs) == 7
    assert len(set(ours)) == len(set(theirs))


def test_java_names_of_the_student_are_the_same() -> None:
    place = REFERENCES / "exercism+java-representer" / "tests" / "single-solution-file"
    files = {file.name: file.read_bytes() for file in place.glob("src/main/java/*.java")}
    language = load_language("java")
    assert language is not None
    representation = represent(files, language)
    assert isinstance(representation, Representation)
    expected = json.loads((place / "expected_mapping.json").read_text())
    assert set(representation.mapping.values()) == set(expected.values())


def _get_text(files: dict[str, bytes], name: str) -> str:
    language = load_language(name)
    assert language is not None
    representation = represent(files, language)
    assert isinstance(representation, Representation), representation
    return representation.text
