"""The register of programming languages.

An entry says which files belong to the language, which grammar parses them, what exercises call the
language, and how the site's editor highlights it.

A language has its tables in modules of its name: `representer/languages/NAME.py`, and, if the
analyzer knows it, `analyzer/tagger/languages/NAME.py` and `analyzer/rules/NAME/`.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple


class ProgrammingLanguage(NamedTuple):
    """One entry of the register."""

    name: str
    suffixes: tuple[str, ...]  # of its files; a solution without a name of its own gets the first
    names: tuple[str, ...]  # what exercises call it: Dodona's and Exercism's name, then others
    grammar: str  # its tree-sitter grammar, as a requirement of kriterion-tools
    editor: tuple[str, str]  # the package of CodeMirror with its mode, and the mode in it
    indent: int | str = 2  # the editor's: spaces, or the characters of one level
    function: str = "language"  # of the grammar's module: several grammars may share one
    # How a program is run with input, and built before. `{file}` is the main file, `{files}` are
    # all with its suffix. What is built is called `program`. Empty: it is not run.
    run: tuple[str, ...] = ()
    build: tuple[str, ...] = ()

    @property
    def distribution(self) -> str:
        return self.grammar.partition(">")[0]

    @property
    def module(self) -> str:
        return self.distribution.replace("-", "_")


LANGUAGES: tuple[ProgrammingLanguage, ...] = (
    ProgrammingLanguage(
        "bash",
        (".sh", ".bash"),
        names=("bash", "sh", "shell"),
        grammar="tree-sitter-bash>=0.25",
        editor=("legacy-modes/mode/shell", "shell"),
        run=("bash", "{file}"),
    ),
    ProgrammingLanguage(
        "c",
        (".c", ".h"),
        names=("c",),
        grammar="tree-sitter-c>=0.24",
        editor=("lang-cpp", "cpp()"),
        run=("./program",),
        build=("cc", "-o", "program", "{files}", "-lm"),
    ),
    ProgrammingLanguage(
        "c_sharp",
        (".cs",),
        names=("csharp", "c#"),
        grammar="tree-sitter-c-sharp>=0.23",
        editor=("legacy-modes/mode/clike", "csharp"),
        indent=4,
    ),
    ProgrammingLanguage(
        "cpp",
        (".cpp", ".hpp", ".cc", ".hh", ".cxx", ".h"),
        names=("cpp", "c++"),
        grammar="tree-sitter-cpp>=0.23",
        editor=("lang-cpp", "cpp()"),
        run=("./program",),
        build=("c++", "-o", "program", "{files}"),
    ),
    ProgrammingLanguage(
        "go",
        (".go",),
        names=("go", "golang"),
        grammar="tree-sitter-go>=0.25",
        editor=("lang-go", "go()"),
        indent="\t",
        run=("./program",),
        build=("go", "build", "-o", "program", "{files}"),
    ),
    ProgrammingLanguage(
        "haskell",
        (".hs",),
        names=("haskell", "runhaskell"),
        grammar="tree-sitter-haskell>=0.23",
        editor=("legacy-modes/mode/haskell", "haskell"),
        run=("runhaskell", "{file}"),
    ),
    ProgrammingLanguage(
        "java",
        (".java",),
        names=("java",),
        grammar="tree-sitter-java>=0.23",
        editor=("lang-java", "java()"),
        indent=4,
        run=("java", "{file}"),
    ),
    ProgrammingLanguage(
        "javascript",
        (".js", ".mjs", ".cjs", ".jsx"),
        names=("javascript", "js", "node", "nodejs"),
        grammar="tree-sitter-javascript>=0.25",
        editor=("lang-javascript", "javascript()"),
        run=("node", "{file}"),
    ),
    ProgrammingLanguage(
        "kotlin",
        (".kt", ".kts"),
        names=("kotlin",),
        grammar="tree-sitter-kotlin>=1.1",
        editor=("legacy-modes/mode/clike", "kotlin"),
        indent=4,
    ),
    ProgrammingLanguage(
        "ocaml",
        (".ml",),
        names=("ocaml",),
        grammar="tree-sitter-ocaml>=0.24",
        function="language_ocaml",
        editor=("legacy-modes/mode/mllike", "oCaml"),
        run=("ocaml", "-no-version", "-noprompt", "-color", "never"),
    ),
    ProgrammingLanguage(
        "php",
        (".php",),
        names=("php",),
        grammar="tree-sitter-php>=0.24",
        function="language_php",
        editor=("lang-php", "php({ plain: true })"),
        indent=4,
        run=("php", "{file}"),
    ),
    ProgrammingLanguage(
        "python",
        (".py",),
        names=("python", "py", "python3"),
        grammar="tree-sitter-python>=0.25",
        editor=("lang-python", "python()"),
        indent=4,
        run=("python3", "{file}"),
    ),
    ProgrammingLanguage(
        "ruby",
        (".rb",),
        names=("ruby",),
        grammar="tree-sitter-ruby>=0.23",
        editor=("legacy-modes/mode/ruby", "ruby"),
        run=("ruby", "{file}"),
    ),
    ProgrammingLanguage(
        "rust",
        (".rs",),
        names=("rust",),
        grammar="tree-sitter-rust>=0.24",
        editor=("lang-rust", "rust()"),
        indent=4,
        run=("./program",),
        build=("rustc", "-o", "program", "{file}"),
    ),
    # A solution in TypeScript may have files of both kinds; exercises only ask for `typescript`.
    ProgrammingLanguage(
        "tsx",
        (".tsx",),
        names=(),
        grammar="tree-sitter-typescript>=0.23",
        function="language_tsx",
        editor=("lang-javascript", "javascript({ jsx: true, typescript: true })"),
    ),
    ProgrammingLanguage(
        "typescript",
        (".ts", ".mts", ".cts"),
        names=("typescript", "ts"),
        grammar="tree-sitter-typescript>=0.23",
        function="language_typescript",
        editor=("lang-javascript", "javascript({ typescript: true })"),
    ),
)
REGISTER: Mapping[str, ProgrammingLanguage] = {language.name: language for language in LANGUAGES}
SUFFIXES: Mapping[str, tuple[str, ...]] = {
    language.name: language.suffixes for language in LANGUAGES
}
GRAMMARS = tuple(dict.fromkeys(language.distribution for language in LANGUAGES))

_CANONICAL = {called: language.name for language in LANGUAGES for called in language.names}


def find_canonical_name(name: str) -> str:
    """Return the register's name of a language; an unknown name is returned in lower case."""
    return _CANONICAL.get(name.lower(), name.lower())


def find_language(name: str) -> ProgrammingLanguage | None:
    """Return the entry of a language, by any of its names, or None."""
    return REGISTER.get(find_canonical_name(name))


def find_languages_by_suffix(path: str) -> list[str]:
    """Return the languages that a file's suffix stands for; ".h" stands for C and C++."""
    suffix = PurePosixPath(path).suffix
    return [language.name for language in LANGUAGES if suffix in language.suffixes]
