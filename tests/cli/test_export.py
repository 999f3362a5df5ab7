"""Exported tools work with nothing but Python and their libraries."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from click.testing import Result

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion.errors import OperatorError
from kriterion.tools.distribution import SHIPPED_TOOLS
from kriterion.tools.installed_packages import find_installed_program, list_installed_files
from kriterion_tools.contracts.exercism_analyzer import analyzer_files
from kriterion_tools.contracts.exercism_representer import representer_files

Run = Callable[..., Result]

WRITTEN = {
    "analyzer": (
        *(*analyzer_files.REQUIRED, *analyzer_files.OPTIONAL),
        analyzer_files.DEBUG,
    ),
    "representer": (*representer_files.REQUIRED, *representer_files.OPTIONAL),
}
COMMANDS = {"analyzer": "analyze", "representer": "represent"}
SOLUTIONS = {
    "two_fer.py": "import os\ndef two_fer(name=None):\n    if name == None:\n"
    '        name = "you"\n    return "One for " + name + ", one for me."\n',
    "two-fer.js": "export const twoFer = (name) => {\n  if (name == undefined) name = 'you';\n"
    "  return 'One for ' + name;\n};\n",
    "two_fer.ml": 'let two_fer = function None -> "you" | Some x -> x\n',
    "TwoFer.java": 'class TwoFer { String of(String n) { return "One for " + n; } }\n',
    "two_fer.rb": "def two_fer(name = 'you')\n  return name\nend\n",
}
BROKEN = "def two_fer(:\n"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a virtual environment with the tools' libraries, and nothing else."""
    place = tmp_path_factory.mktemp("venv") / "venv"
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", place), check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = place / "lib" / version / "site-packages"
    for library in {library for tool in SHIPPED_TOOLS.values() for library in tool.libraries}:
        for name, source in list_installed_files(library):
            target = packages / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(source)
    ruff = find_installed_program("ruff")
    assert ruff is not None
    (place / "bin" / "ruff").symlink_to(ruff)
    for module in ("django", "kriterion", "click"):
        result = subprocess.run(
            (place / "bin" / "python3", "-c", f"import {module}"), capture_output=True, check=False
        )
        assert b"ModuleNotFoundError" in result.stderr
    return place / "bin"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both tools, by name."""
    place = tmp_path_factory.mktemp("exported")
    for name in SHIPPED_TOOLS:
        command = (sys.executable, "-m", "kriterion.cli.main", "export", name, str(place / name))
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        assert result.stdout == f"{place / name}/bin/run.sh\n"
    return place


def _call(script: Path, *arguments: object, path: str) -> subprocess.CompletedProcess[str]:
    """Run a script as a host does, with an empty environment but for where programs are."""
    return subprocess.run(
        ("env", "-i", f"PATH={path}", script, *map(str, arguments)),
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long(reason="exports and starts each tool")
@pytest.mark.parametrize("tool", SHIPPED_TOOLS)
@pytest.mark.parametrize(("file", "text"), [*SOLUTIONS.items(), ("two_fer.py", BROKEN)])
def test_an_exported_tool_writes_the_same_as_the_command(
    run: Run, exported: Path, python: Path, tmp_path: Path, tool: str, file: str, text: str
) -> None:
    content, output, ours = tmp_path / "in", tmp_path / "out", tmp_path / "ours"
    for place in (content, output, ours):
        place.mkdir()
    (content / file).write_text(text)
    path = f"{python}:/usr/bin:/bin"
    result = _call(
        exported / tool / "bin/run.sh", "two-fer", f"{content}/", f"{output}/", path=path
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert run(COMMANDS[tool], "two-fer", f"{content}/", f"{ours}/").return_value == 0
    data = {path.name: path.read_bytes() for path in output.iterdir()}
    assert set(WRITTEN[tool]) <= set(data)
    # The log tells times.
    data.pop(analyzer_files.DEBUG, None)
    assert data == {name: (ours / name).read_bytes() for name in data}
    for name in data:
        if name.endswith(".json"):
            schema = SCHEMAS[name.removesuffix(".json")].load()
            jsonschema.Draft202012Validator(schema).validate(json.loads(data[name]))


def test_the_linter_of_an_exported_analyzer_works(
    exported: Path, python: Path, tmp_path: Path
) -> None:
    (tmp_path / "two_fer.py").write_text(SOLUTIONS["two_fer.py"])
    path = f"{python}:/usr/bin:/bin"
    script = exported / "analyzer/bin/run.sh"
    assert _call(script, "two-fer", tmp_path, tmp_path / "out", path=path).returncode == 0
    log = (tmp_path / "out" / analyzer_files.DEBUG).read_text()
    assert "rule unused-import holds" in log


@pytest.mark.parametrize("tool", SHIPPED_TOOLS)
def test_a_tool_with_its_libraries_needs_only_python(run: Run, tmp_path: Path, tool: str) -> None:
    content = tmp_path / "in"
    content.mkdir()
    (content / "two_fer.py").write_text(SOLUTIONS["two_fer.py"])
    place = tmp_path / "a tool"
    run("export", tool, str(place), "--with-libraries")
    bare = tmp_path / "bare"
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", bare), check=True)
    result = _call(
        place / "bin/run.sh", "two-fer", content, tmp_path / "out", path=f"{bare}/bin:/usr/bin:/bin"
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert set(WRITTEN[tool]) <= {path.name for path in (tmp_path / "out").iterdir()}
    if tool == "analyzer":
        log = (tmp_path / "out" / analyzer_files.DEBUG).read_text()
        assert "rule unused-import holds" in log


def test_a_missing_library_is_reported_with_the_remedy(exported: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", bare), check=True)
    script = exported / "representer/bin/run.sh"
    path = f"{bare}/bin:/usr/bin:/bin"
    result = _call(script, "two-fer", tmp_path, tmp_path / "out", path=path)
    assert result.returncode == 1
    assert result.stderr.startswith("the library tree_sitter is not installed")
    assert "pip install -r" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_script_starts_from_any_directory(exported: Path, python: Path, tmp_path: Path) -> None:
    """Hosts start it from anywhere, with names relative to where they are."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "two_fer.py").write_text(SOLUTIONS["two_fer.py"])
    (tmp_path / "in" / "json.py").write_text("raise SystemExit('student code was imported')\n")
    result = subprocess.run(
        ("sh", exported / "representer/bin/run.sh", "two-fer", "in/", "out/"),
        cwd=tmp_path,
        env={"PATH": f"{python}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "out/mapping.json").is_file()


@pytest.mark.parametrize("tool", SHIPPED_TOOLS)
def test_an_exported_tool_holds_exactly_its_files(exported: Path, tool: str) -> None:
    place = exported / tool
    names = {path.name for path in place.iterdir()}
    assert {"bin", "lib", "Dockerfile", "requirements.txt", "README.md", "LICENSE"} <= names
    ours = {path.name for path in (place / "lib/kriterion_tools").iterdir()}
    assert ours - {"__pycache__"} == {
        *("__init__.py", "diagnostic.py", "errors.py", "grammars.py", "languages.py"),
        *("contracts", "solution", tool),
        *(["linter_catalog.py"] if tool == "analyzer" else []),
    }
    assert ("analyzer-comments" in names) == (tool == "analyzer")
    recipe = (place / "Dockerfile").read_text()
    assert f'ENTRYPOINT ["/opt/{tool}/bin/run.sh"]' in recipe
    assert "$" not in recipe
    needed = (place / "requirements.txt").read_text()
    assert "django" not in needed
    assert all("==" in line for line in needed.splitlines())


def test_a_non_empty_directory_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    result = run("export", "analyzer", str(tmp_path))
    assert isinstance(result.exception, OperatorError)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_directory_that_cannot_be_created_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert isinstance(run("export", "analyzer", str(tmp_path / "file/x")).exception, OperatorError)
