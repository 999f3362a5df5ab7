"""The files of an analyzer's or representer's repository: its script and its Dockerfile.

Source: exercism/docs 19e037f, building/tooling (docker; docker pages of analyzers, representers).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.finding import error, notice, warning
from kriterion.authoring.judges.judge_files import read_interpreter
from kriterion.authoring.subject import DOCKERFILE, SCRIPTS
from kriterion.exercises.repository_files import Files, Missing, Unreadable
from kriterion_tools.diagnostic import Diagnostic, describe_value

MAXIMUM_BYTES = 256 * 1024  # of a script or a recipe

KINDS = ("analyzer", "representer", "test-runner")

_NAME = re.compile(
    r"(?:.*[^a-z0-9-])?(?P<language>[a-z0-9-]+)-(?P<kind>analyzer|representer|test-runner)"
)
_TOOL_PATH = re.compile(r"/opt/(analyzer|representer|test-runner)\b")
_INSTRUCTION = re.compile(r"\s*(?P<name>[A-Za-z]+)\s+(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ToolIdentity:
    """A tool's kind and language by its directory's name; None if unknown."""

    kind: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a Dockerfile, with its first line."""

    name: str
    rest: str
    line: int


def identify(directory: Path) -> ToolIdentity:
    """Identify a tool by its directory's name (python-analyzer), else by its Dockerfile."""
    named = _NAME.fullmatch(directory.resolve().name)
    if named is not None:
        return ToolIdentity(named["kind"], named["language"])
    places = {
        path
        for instruction in load_recipe(directory)
        for path in _TOOL_PATH.findall(instruction.rest)
    }
    return ToolIdentity(places.pop() if len(places) == 1 else None, None)


def load_recipe(directory: Path) -> tuple[Instruction, ...]:
    """Return the instructions of its Dockerfile; empty if it cannot be read."""
    files = Files(directory.resolve())
    try:
        content = files.load(files.root / DOCKERFILE, at_most=MAXIMUM_BYTES)
    except Unreadable:
        return ()
    return tuple(read_recipe(content.decode(errors="replace")))


def read_recipe(text: str) -> Iterator[Instruction]:
    """Yield the instructions of a Dockerfile, with continued lines joined."""
    whole, began = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        began = began or number
        whole += line.rstrip().removesuffix("\\")
        if line.rstrip().endswith("\\"):
            whole += " "
            continue
        match = _INSTRUCTION.fullmatch(whole)
        if match is not None:
            yield Instruction(match["name"].upper(), match["rest"].strip(), began)
        whole, began = "", 0


def check_files(directory: Path, script: str, kind: str | None) -> Iterator[Diagnostic]:
    """Yield everything that prevents a tool from starting, or from being what Exercism expects."""
    files = Files(directory.resolve())
    recipe = load_recipe(directory)
    yield from _check_script(files, script, recipe)
    try:
        files.load(files.root / DOCKERFILE, at_most=MAXIMUM_BYTES)
    except Missing:
        what = "does not exist: Exercism builds the tool's image from it"
        yield notice(
            DOCKERFILE,
            what,
            fix="add one, or set an image in kriterion.toml",
            code="tool.no-dockerfile",
        )
    except Unreadable as fault:
        yield error(DOCKERFILE, str(fault), code="file.unreadable")
    else:
        yield from _check_recipe(recipe, files, kind)


def _check_script(
    files: Files, script: str, recipe: tuple[Instruction, ...]
) -> Iterator[Diagnostic]:
    path = files.root / script
    try:
        start, _ = files.load_start(path, at_most=256)
    except Unreadable as fault:
        yield error(script, str(fault), code="file.unreadable")
        return
    try:
        read_interpreter(start)
    except ValueError as fault:
        fix = (
            "start it with a line such as  #!/bin/sh"
            if b"\r" not in start
            else "save it with LF line endings"
        )
        yield error(script, str(fault), where="line 1", fix=fix, code="tool.invalid-first-line")
    if not path.stat().st_mode & 0o111 and _is_started_directly(recipe):
        fix = f"chmod a+x {script}; git update-index --chmod=+x {script}"
        yield warning(
            script,
            "is not executable, so hosts start it through sh",
            fix=fix,
            code="tool.not-executable",
        )
    if script != SCRIPTS[0]:
        yield notice(
            script,
            f"is not at {SCRIPTS[0]}, where Exercism's tools have it",
            code="tool.script-elsewhere",
        )


def _check_recipe(
    recipe: tuple[Instruction, ...], files: Files, kind: str | None
) -> Iterator[Diagnostic]:
    stages = [index for index, instruction in enumerate(recipe) if instruction.name == "FROM"]
    if not stages:
        yield warning(
            DOCKERFILE,
            "has no FROM, so no image can be built from it",
            code="tool.dockerfile.no-from",
        )
        return
    last = recipe[stages[-1] :]
    place = None if kind is None else f"/opt/{kind}"
    directories = [instruction for instruction in last if instruction.name == "WORKDIR"]
    if place is not None and directories and directories[-1].rest.strip('"').rstrip("/") != place:
        what = f"sets the working directory to {describe_value(directories[-1].rest)}, not {place}"
        where = f"line {directories[-1].line}"
        yield warning(
            DOCKERFILE, what, where=where, fix=f"WORKDIR {place}", code="tool.dockerfile.workdir"
        )
    entries = [instruction for instruction in last if instruction.name == "ENTRYPOINT"]
    if not entries:
        fix = f'ENTRYPOINT ["{place or "/opt/analyzer"}/{SCRIPTS[0]}"]'
        yield warning(
            DOCKERFILE,
            "has no ENTRYPOINT, but hosts pass only arguments",
            fix=fix,
            code="tool.dockerfile.no-entrypoint",
        )
        return
    entry = entries[-1]
    script = _split_words(entry)[-1] if _split_words(entry) else ""
    if place is None or not script.startswith(f"{place}/"):
        return
    name = script.removeprefix(f"{place}/")
    if not (files.root / name).is_file():
        what = f"starts {describe_value(script)}, but {describe_value(name)} does not exist"
        yield warning(
            DOCKERFILE, what, where=f"line {entry.line}", code="tool.dockerfile.missing-entrypoint"
        )


def _is_started_directly(recipe: tuple[Instruction, ...]) -> bool:
    """Whether an image starts the script itself instead of a shell."""
    entries = [
        _split_words(instruction) for instruction in recipe if instruction.name == "ENTRYPOINT"
    ]
    return not entries or len(entries[-1]) < 2


def _split_words(entry: Instruction) -> list[str]:
    try:
        words = json.loads(entry.rest)
    except (ValueError, RecursionError):
        return entry.rest.split()
    return [str(word) for word in words] if isinstance(words, list) else []
