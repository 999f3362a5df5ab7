"""Plan the run of a student's program, and read its output. There is no verdict.

A program gets input; in OCaml and Python, phrases may follow, which are evaluated after it with its
names: in OCaml as in its toplevel, with types, in Python as in its interactive interpreter.
"""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from kriterion.markup.visible_text import make_visible
from kriterion.sandbox.directory_tree import Tree, load_tree, make_tree
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, Run
from kriterion.tools.programs.ocaml_phrases import PRINT_RESULT, print_mark
from kriterion_tools.languages import ProgrammingLanguage, find_language

PHRASE_LANGUAGES: Final = ("ocaml", "python")
LIMITS: Final = Limits(
    cpu_seconds=5.0,
    wall_seconds=15.0,
    idle_seconds=3.0,
    memory_bytes=512 * MIB,
    processes=64,
    output_bytes=64 * 1024,
)
_PROGRAM, _WORK, _SUPPORT = "/mnt/program", "/home/runner/workdir", "/mnt/support"
_PRELUDE, _PREPARATION, _PHRASE = "prelude.ml", "prepare.ml", "phrase"
_PYTHON = Path(__file__).with_name("python_phrases.py")
_BUILD_THEN_RUN = b'"$@" && exec ./program\n'
_NOT_FOUND = 127  # the shell's status, and the sandbox's, for a command that does not exist


@dataclass(frozen=True, kw_only=True, slots=True)
class Program:
    """A student's program. `files` has the main file first.

    `prelude` and `preparation` are OCaml code that is loaded before it; only the prelude may be
    read by the program. `workdir` is a directory whose files it finds where it runs.
    """

    language: str
    files: Mapping[str, str]
    phrase: str = ""
    stdin: str = ""
    prelude: str = ""
    preparation: str = ""
    workdir: Path | None = None
    mark: str = field(default_factory=secrets.token_hex)  # ends a part of a toplevel's output


@dataclass(frozen=True, kw_only=True, slots=True)
class ProgramOutput:
    """What a program wrote. `definitions` are its own names with their types, in OCaml.

    `ending` is EXITED unless a limit or a signal ended it. Without `is_found`, the image has no
    such compiler or interpreter.
    """

    output: str
    definitions: str = ""
    ending: Ending = Ending.EXITED
    exit_status: int | None = 0
    is_found: bool = True


def can_run(language: str) -> bool:
    """Whether programs in a language are run, if the image has what that takes."""
    entry = find_language(language)
    return entry is not None and bool(entry.run)


def takes_phrases(language: str) -> bool:
    entry = find_language(language)
    return entry is not None and entry.name in PHRASE_LANGUAGES


def plan_program(program: Program, image: Image, root: str = "") -> Run:
    """Plan its run. Raises LookupError if programs in its language are not run."""
    language = _find_runnable(program.language)
    trees = {
        root + _PROGRAM: make_tree({name: _encode(text) for name, text in program.files.items()}),
        root + _WORK: make_tree({}) if program.workdir is None else load_tree(program.workdir),
    }
    command, support, stdin = _plan_command(language, program, root)
    if support is not None:
        trees[root + _SUPPORT] = support
    return Run(
        command=command,
        image=image,
        trees=trees,
        stdin=stdin,
        working_directory=root + _WORK,
        home=f"{root}/home/runner",
        variables={"PYTHONDONTWRITEBYTECODE": "1", "GOCACHE": "/tmp/go", "GO111MODULE": "off"},  # noqa: S108
        limits=LIMITS,
        root=root,
    )


def read_program(program: Program, outcome: Outcome, root: str = "") -> ProgramOutput:
    """Read what the run of a program wrote."""
    own, phrase = f"{root}{_PROGRAM}/", f'File "{root}{_SUPPORT}/{_PHRASE}", line '
    texts = [
        text.decode(errors="replace").replace(own, "").replace(phrase, "Line ")
        for text in (outcome.stdout, outcome.stderr)
    ]
    definitions = ""
    if _find_runnable(program.language).name == "ocaml":
        parts = [_split_at_marks(text, program.mark) for text in texts]
        definitions = "".join(definition for definition, _ in parts)
        texts = [output for _, output in parts]
        if has_error(definitions):
            texts.insert(0, definitions)
            definitions = ""
    output = "".join(text if not text or text.endswith("\n") else f"{text}\n" for text in texts)
    is_found = outcome.ending is not Ending.EXITED or outcome.exit_status != _NOT_FOUND
    return ProgramOutput(
        output=make_visible(output).strip("\n"),
        definitions=make_visible(definitions).strip("\n"),
        ending=outcome.ending,
        exit_status=outcome.exit_status,
        is_found=is_found,
    )


def has_error(toplevel_output: str) -> bool:
    """Whether OCaml's toplevel reports an error or an exception in a program that it loads."""
    lines = toplevel_output.splitlines()
    return any(line.startswith(("Error", "Exception:")) for line in lines)


def _find_runnable(name: str) -> ProgrammingLanguage:
    language = find_language(name)
    if language is None or not language.run:
        raise LookupError(f"programs in {name!r} are not run")
    return language


def _plan_command(
    language: ProgrammingLanguage, program: Program, root: str
) -> tuple[tuple[str, ...], Tree | None, bytes]:
    """Return the command, the files that it needs, and its standard input."""
    stdin = _encode(program.stdin)
    support = root + _SUPPORT
    main = f"{root}{_PROGRAM}/{next(iter(program.files))}"
    if language.name == "ocaml":
        texts = {_PRELUDE: program.prelude, _PREPARATION: program.preparation}
        texts[_PHRASE] = program.phrase
        tree = make_tree({name: _encode(text) for name, text in texts.items()})
        return language.run, tree, _encode("".join(_write_toplevel_input(program, main, support)))
    if language.name == "python" and program.phrase.strip():
        tree = make_tree({_PYTHON.name: _PYTHON.read_bytes(), _PHRASE: _encode(program.phrase)})
        command = ("python3", f"{support}/{_PYTHON.name}", main, f"{support}/{_PHRASE}")
        return command, tree, stdin
    files = [f"{root}{_PROGRAM}/{name}" for name in _list_sources(program.files)]
    run = tuple(_fill_in(language.run, main, files))
    if not language.build:
        return run, None, stdin
    build = tuple(_fill_in(language.build, main, files))
    script = make_tree({"build": _BUILD_THEN_RUN})
    return ("sh", f"{support}/build", *build), script, stdin


def _fill_in(command: tuple[str, ...], main: str, files: list[str]) -> Iterator[str]:
    for word in command:
        if word == "{files}":
            yield from files
        else:
            yield main if word == "{file}" else word


def _list_sources(names: Mapping[str, str]) -> list[str]:
    """Return the names that have the suffix of the main file."""
    suffix = PurePosixPath(next(iter(names))).suffix
    return [name for name in names if PurePosixPath(name).suffix == suffix]


def _write_toplevel_input(program: Program, main: str, support: str) -> Iterator[str]:
    """Write what the toplevel reads.

    The preparation is removed before the program is loaded. A program can read all of the input
    again: in OCaml's buffer, or in the file that some backends pass as standard input.
    """
    if program.prelude.strip():
        yield f'#use "{support}/{_PRELUDE}";;\n'
    if program.preparation.strip():
        yield f'#use "{support}/{_PREPARATION}";;\n'
    yield f'(try Stdlib.Sys.remove "{support}/{_PREPARATION}" with _ -> Stdlib.exit 1);;\n'
    yield print_mark(program.mark)
    yield f'#use "{main}";;\n'
    yield print_mark(program.mark)
    if program.phrase.strip():
        yield f'#use "{support}/{_PHRASE}";;\n'


def _split_at_marks(output: str, mark: str) -> tuple[str, str]:
    """Return the output of loading the program, and that of the phrase."""
    _, _, rest = output.partition(f"{mark}\n")
    definitions, _, phrase = rest.removeprefix(PRINT_RESULT).partition(f"{mark}\n")
    return definitions.removesuffix(PRINT_RESULT), phrase.removeprefix(PRINT_RESULT)


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")
