"""The editor's modes of the languages in the register, as a script that its bundle imports."""

import json

from kriterion_tools.languages import LANGUAGES, ProgrammingLanguage

_LEGACY = "legacy-modes/"  # packages whose modes are CodeMirror 5's


def write_editor_languages() -> str:
    """Return the script: for each language how its mode is loaded, its names, its indentation."""
    loaders = "".join(f"  {language.name}: {_make_loader(language)},\n" for language in LANGUAGES)
    names = {name: language.name for language in LANGUAGES for name in language.names}
    indents = {language.name: language.indent for language in LANGUAGES}
    return f"""\
// Made from src/kriterion_tools/languages.py.
import {{ StreamLanguage }} from "@codemirror/language";

const stream = (mode) => StreamLanguage.define(mode);

export const LOADERS = {{
{loaders}}};
export const NAMES = {json.dumps(names)};
export const INDENTS = {json.dumps(indents)};
"""


def _make_loader(language: ProgrammingLanguage) -> str:
    package, mode = language.editor
    expression = f"(await import({json.dumps(f'@codemirror/{package}')})).{mode}"
    return f"async () => {f'stream({expression})' if package.startswith(_LEGACY) else expression}"
