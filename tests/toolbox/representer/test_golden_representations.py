"""The digests of every language's fixtures: none changes without a new version."""

from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.languages import SUFFIXES
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import combine_versions, represent
from tests.conftest import Golden

HERE = Path(__file__).parent
LANGUAGES = sorted(SUFFIXES)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_representation_changes_only_with_its_version(name: str, golden: Golden) -> None:
    language = load_language(name)
    assert language is not None
    lines = [f"version {combine_versions(language)}"]
    for file in sorted((HERE / "fixtures" / name).iterdir()):
        representation = represent({file.name: file.read_bytes()}, language)
        assert isinstance(representation, Representation), representation
        lines.append(f"{representation.digest} {file.name}")
    text = "\n".join(lines) + "\n"
    file = HERE / "golden" / f"{name}.txt"
    before = file.read_text().splitlines() if file.exists() else []
    if before and before[0] == lines[0]:
        changed = [old for old in before[1:] if old not in lines]
        assert not changed, f"raise the version of {name}: {changed}"
    golden(file, text)
