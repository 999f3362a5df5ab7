"""Export our analyzer and representer as directories like those of Exercism tracks.

Such a directory needs Python and a few libraries: neither the rest of Kriterion nor Django. It
holds the tool's sources, `bin/run.sh`, a `requirements.txt` and a `Dockerfile`. Source of the
conventions: exercism/docs 19e037f, building/tooling (docker, interface).
"""

import importlib.metadata
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

import kriterion_tools
from kriterion.errors import OperatorError
from kriterion.tools.installed_packages import find_installed_program, list_installed_files
from kriterion_tools.languages import GRAMMARS

RUN = "bin/run.sh"
LIBRARY = "lib"  # our sources and, with `libraries`, their dependencies
PYTHON = (3, 11)  # the oldest supported version

_PACKAGE = Path(kriterion_tools.__file__).parent
_SHARED = (
    "__init__.py",
    "errors.py",
    "diagnostic.py",
    "grammars.py",
    "languages.py",
    "contracts/__init__.py",
)
_DEBIAN = "trixie"


@dataclass(frozen=True, kw_only=True, slots=True)
class ShippedTool:
    """One of our tools: its sources, and its dependencies.

    `programs` are libraries that provide a program of their name.
    """

    name: str
    parts: tuple[str, ...]
    libraries: tuple[str, ...]
    programs: tuple[str, ...] = ()
    prepare: str = ""  # a module to run once, to fill caches
    comments: str | None = None

    @property
    def module(self) -> str:
        """The module for `python -m`."""
        return f"kriterion_tools.{self.name}"


SHIPPED_TOOLS: Mapping[str, ShippedTool] = {
    tool.name: tool
    for tool in (
        ShippedTool(
            name="analyzer",
            parts=("contracts/exercism_analyzer", "solution", "linter_catalog.py", "analyzer"),
            libraries=("ast-grep-py", "msgspec", "pyyaml", "tree-sitter", *GRAMMARS),
            programs=("ruff",),
            prepare="kriterion_tools.analyzer.engine.shipped",
            comments="analyzer/comments",
        ),
        ShippedTool(
            name="representer",
            parts=("contracts/exercism_representer", "solution", "representer"),
            libraries=("msgspec", "tree-sitter", *GRAMMARS),
        ),
    )
}

_RUN_SCRIPT = Template("""\
#!/bin/sh
# bin/run.sh SLUG INPUT/ OUTPUT/: Exercism's interface of a tool.
set -eu
place=$$(CDPATH='' cd -- "$$(dirname -- "$$0")/.." && pwd -P)
PATH=$$place/.venv/bin:$$place/$library/bin:$${PATH:-/usr/local/bin:/usr/bin:/bin}
PYTHONPATH=$$place/$library
PYTHONSAFEPATH=1  # no module in the directory it is called from may pass for one of ours
export PATH PYTHONPATH PYTHONSAFEPATH
exec python3 "$$place/start.py" "$$@"
""")

_START = Template('''\
"""Starts the tool, or says what it lacks."""

import runpy
import sys

if sys.version_info < $python:
    sys.exit("this tool needs Python $version or newer")
try:
    runpy.run_module("$module", run_name="__main__", alter_sys=True)
except ModuleNotFoundError as error:
    place = __file__.rpartition("/")[0]
    venv = f"{place}/.venv"
    sys.exit(
        f"the library {error.name} is not installed for {sys.executable}:\\n"
        f"python3 -m venv {venv} && {venv}/bin/pip install -r {place}/requirements.txt"
    )
''')

_DOCKERFILE = Template("""\
FROM debian:$debian-slim
RUN apt-get update \\
 && apt-get install --yes --no-install-recommends python3 python3-venv \\
 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/$name
COPY requirements.txt ./
RUN python3 -m venv .venv && .venv/bin/pip install --no-cache-dir -r requirements.txt
COPY . .
RUN PYTHONPATH=$library .venv/bin/python3 -m compileall -q $library$prepare
RUN useradd --create-home --uid 10001 tool
USER tool
ENTRYPOINT ["/opt/$name/$run"]
""")

_README = Template("""\
# Kriterion's $name

Made by `kriterion export $name` of Kriterion $release; it needs nothing else of Kriterion.

    $run SLUG INPUT/ OUTPUT/

is Exercism's interface. It needs Python $version or newer and what `requirements.txt` names: of the
`python3` that is found, or of a virtual environment `.venv` here:

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt

The `Dockerfile` makes an image with all of it, on Debian's $debian: `docker build -t $name .`
""")


def write_distribution(tool: ShippedTool, directory: Path, *, libraries: bool = False) -> None:
    """Write a tool into a directory, which is created or must be empty.

    With `libraries`, it includes those installed here, for machines with the same processor and
    version of Python. Raises OperatorError if the directory cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if any(directory.iterdir()):
            raise OperatorError(
                f"{directory}: is not empty", fix="name a directory that does not exist"
            )
        _write_files(tool, directory, libraries=libraries)
    except OSError as error:
        raise OperatorError(f"{directory}: cannot be written: {error.strerror}") from error


def _write_files(tool: ShippedTool, directory: Path, *, libraries: bool) -> None:
    for name, source in _list_sources(tool):
        _copy(source, directory / LIBRARY / _PACKAGE.name / name)
    if tool.comments is not None:
        comments = _PACKAGE / tool.comments
        for file in sorted(comments.rglob("*.md")):
            _copy(file, directory / "analyzer-comments" / file.relative_to(comments))
    if libraries:
        for library in tool.libraries:
            for name, source in list_installed_files(library):
                _copy(source, directory / LIBRARY / name)
        for name in tool.programs:
            if (program := find_installed_program(name)) is not None:
                _copy(program, directory / LIBRARY / "bin" / name)
    script = directory / RUN
    script.parent.mkdir()
    script.write_text(_fill_template(_RUN_SCRIPT, tool))
    script.chmod(0o755)
    (directory / "start.py").write_text(_fill_template(_START, tool))
    (directory / "requirements.txt").write_text("".join(_list_requirements(tool)))
    (directory / "Dockerfile").write_text(_fill_template(_DOCKERFILE, tool))
    (directory / ".dockerignore").write_text("**/__pycache__\n.venv\n")
    (directory / "README.md").write_text(_fill_template(_README, tool))
    licence = _find_licence()
    if licence is not None:
        shutil.copyfile(licence, directory / "LICENSE")


def _list_sources(tool: ShippedTool) -> Iterator[tuple[str, Path]]:
    """Yield our files that a tool consists of, by their names in the package."""
    for name in _SHARED:
        yield name, _PACKAGE / name
    for part in tool.parts:
        path = _PACKAGE / part
        for file in sorted(path.rglob("*")) if path.is_dir() else (path,):
            place = file.relative_to(_PACKAGE)
            # Scripts for other places would start what is installed there.
            unneeded = "__pycache__" in place.parts or file.suffix in (".pyc", ".sh")
            if file.is_file() and not unneeded and not _is_comment(tool, place):
                yield place.as_posix(), file


def _is_comment(tool: ShippedTool, name: Path) -> bool:
    """Whether a file is the text of a comment, which the tool itself does not read."""
    return tool.comments is not None and name.is_relative_to(tool.comments)


def _list_requirements(tool: ShippedTool) -> Iterator[str]:
    """Yield the versions with which it was tested."""
    for library in sorted((*tool.libraries, *tool.programs)):
        yield f"{library}=={importlib.metadata.version(library)}\n"


def _fill_template(template: Template, tool: ShippedTool) -> str:
    return template.substitute(
        name=tool.name,
        module=tool.module,
        run=RUN,
        library=LIBRARY,
        python=PYTHON,
        version=".".join(map(str, PYTHON)),
        release=kriterion_tools.__version__,
        debian=_DEBIAN,
        prepare=f" \\\n && PYTHONPATH={LIBRARY} .venv/bin/python3 -m {tool.prepare}"
        if tool.prepare
        else "",
    )


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def _find_licence() -> Path | None:
    """Return our licence: above the sources in a clone, else among the installed files."""
    beside = _PACKAGE.parents[1] / "LICENSE"
    if beside.is_file():
        return beside
    try:
        files = importlib.metadata.distribution("kriterion-tools").files or ()
    except importlib.metadata.PackageNotFoundError:
        return None
    licence = next((file for file in files if file.name == "LICENSE"), None)
    return None if licence is None else Path(str(licence.locate()))
