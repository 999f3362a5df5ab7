"""The runtime of the tools that Kriterion ships: a virtual environment that any run may read.

A run is another user and cannot see anybody's home, so it cannot use the environment in which
Kriterion runs. The runtime is a copy of what those tools need, made once per version in Kriterion's
own directory, and mounted at the same path in every run. `kriterion` is the image with it.
"""

import compileall
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import kriterion_tools
from kriterion.sandbox.image import Image
from kriterion.tools.build_cache import build_once
from kriterion.tools.installed_packages import find_installed_program, list_installed_files
from kriterion.tools.readable_directory import open_place
from kriterion_tools.languages import GRAMMARS

IMAGE_NAME = "kriterion"
PLACE = "/opt/kriterion"  # its path in a run

_LIBRARIES = ("ast-grep-py", "msgspec", "pyyaml", "tree-sitter", *GRAMMARS)
_PROGRAMS = ("ruff",)  # libraries that are programs in `bin`
# The fence as a program, for judges in any language: docs/author/fence.md. -I ignores PYTHONPATH.
_FENCE = '#!/bin/sh\nexec "${0%/*}/python3" -I -m kriterion_tools.fence "$@"\n'
_CACHE_RULES = "kriterion_tools.analyzer.engine.shipped"
_VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
_BASE = Path(sys.base_prefix)
_SYSTEM = _BASE.is_relative_to("/usr")  # images of kind host show it anyway


def ensure_kriterion_image(data: Path) -> Image:
    """Return the image `kriterion`: the host with the runtime, which is made if necessary.

    Raises OperatorError if `data` cannot hold it.
    """
    runtime = build_once(
        open_place(data) / "runtime",
        _compute_fingerprint(),
        _fill_runtime,
        what="the runtime of Kriterion's own tools",
    )
    libraries = {} if _SYSTEM else {"LD_LIBRARY_PATH": f"{PLACE}/base/lib"}
    return Image(
        name=IMAGE_NAME,
        mounts={PLACE: runtime},
        path=(f"{PLACE}/bin",),
        variables=libraries,
    )


def _fill_runtime(runtime: Path) -> None:
    home = Path(sys.base_exec_prefix) / "bin"
    executable = home / _VERSION
    if not _SYSTEM:
        _copy_interpreter(runtime / "base")
        home = Path(PLACE) / "base" / "bin"
        executable = Path("../base/bin") / _VERSION
    packages = runtime / "lib" / _VERSION / "site-packages"
    packages.mkdir(parents=True)
    for name, source in _list_files():
        target = packages / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    (runtime / "bin").mkdir()
    (runtime / "bin" / "python3").symlink_to(executable)
    (runtime / "bin" / "python").symlink_to("python3")
    for name, source in _list_programs():
        shutil.copy(source, runtime / "bin" / name)
    (runtime / "bin" / "fence").write_text(_FENCE)
    (runtime / "bin" / "fence").chmod(0o755)
    (runtime / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = false\n")
    compileall.compile_dir(packages, quiet=2, stripdir=str(runtime), prependdir=PLACE)
    # A run cannot write here, so fill the tools' caches now.
    subprocess.run(
        (sys.executable, "-P", "-s", "-m", _CACHE_RULES),
        env={**os.environ, "PYTHONPATH": str(packages)},
        capture_output=True,
        check=False,
    )


def _copy_interpreter(base: Path) -> None:
    """Copy the interpreter and its library, without modules that our tools do not import."""
    (base / "bin").mkdir(parents=True)
    shutil.copy(_BASE / "bin" / _VERSION, base / "bin" / _VERSION)
    for library in (_BASE / "lib").glob("libpython*.so*"):
        (base / "lib").mkdir(exist_ok=True)
        shutil.copy(library, base / "lib" / library.name)
    shutil.copytree(
        sysconfig.get_path("stdlib"),
        base / "lib" / _VERSION,
        ignore=shutil.ignore_patterns("site-packages", "test", "tests", "idlelib", "ensurepip"),
    )


def _list_files() -> Iterator[tuple[str, Path]]:
    """Yield every file of the runtime's packages: its name in site-packages, and its path."""
    for library in _LIBRARIES:
        yield from list_installed_files(library)
    package = Path(kriterion_tools.__file__).parent
    for file in sorted(package.rglob("*")):
        # The host reads the texts of comments, thousands of small files.
        if file.is_file() and file.suffix != ".md" and "__pycache__" not in file.parts:
            yield f"{package.name}/{file.relative_to(package)}", file


def _list_programs() -> Iterator[tuple[str, Path]]:
    """Yield the runtime's programs that are installed here, each with its file."""
    for name in _PROGRAMS:
        if (program := find_installed_program(name)) is not None:
            yield name, program


def _compute_fingerprint() -> str:
    """Return a name that changes with the interpreter, the libraries and our own sources."""
    parts = [sys.version, sys.base_prefix, _FENCE]
    for name, source in (*_list_programs(), *_list_files()):
        status = source.stat()
        parts.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
