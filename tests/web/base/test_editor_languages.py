import json
from pathlib import Path

import pytest

from kriterion.web.base import editor_languages
from kriterion_tools.languages import LANGUAGES, ProgrammingLanguage

ASSETS = Path(editor_languages.__file__).parent / "assets"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.name)
def test_the_editor_has_a_mode_for_each_language(language: ProgrammingLanguage) -> None:
    package, mode = language.editor
    packages = json.loads((ASSETS / "package.json").read_text())
    name = f"@codemirror/{package.partition('/')[0]}"
    assert name in {**packages.get("dependencies", {}), **packages.get("devDependencies", {})}
    line = next(
        line
        for line in editor_languages.write_editor_languages().splitlines()
        if line.startswith(f"  {language.name}: ")
    )
    assert f'"@codemirror/{package}"' in line
    assert mode in line
