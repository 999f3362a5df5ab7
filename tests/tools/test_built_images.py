from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image
from kriterion.tools.built_images import ensure_built_image, is_built

_BASE = Image(name="kriterion", mounts={"/opt/kriterion": Path("/usr")})
_PLACE = "/opt/kriterion-abacus"


def _make_tool(directory: Path, script: str) -> Path:
    tool = directory / "abacus"
    tool.mkdir(exist_ok=True)
    (tool / "source").write_text("beads")
    (tool / "build").write_text("#!/bin/sh\n" + script)
    (tool / "build").chmod(0o755)
    return tool


_COUNTING = """
[ "$1" = --fingerprint ] && exec cat ../version
cp source "$1/program"
echo built >>../times
"""


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    (tmp_path / "version").write_text("1")
    return _make_tool(tmp_path, _COUNTING)


def test_a_tool_with_a_build_recipe_is_built(tool: Path, tmp_path: Path) -> None:
    assert is_built(tool)
    assert not is_built(tmp_path)


def test_the_built_files_are_in_the_image_of_the_tool(tool: Path, tmp_path: Path) -> None:
    image = ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    assert image.name == "kriterion-abacus"
    assert image.path == (_PLACE,)
    assert set(image.mounts) == {"/opt/kriterion", _PLACE}
    assert (image.mounts[_PLACE] / "program").read_text() == "beads"


def test_a_tool_is_built_once(tool: Path, tmp_path: Path) -> None:
    for _ in range(2):
        ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    assert (tmp_path / "times").read_text() == "built\n"


@pytest.mark.parametrize("changed", ["version", "abacus/source"])
def test_a_tool_is_rebuilt_when_its_source_or_compiler_changes(
    tool: Path, tmp_path: Path, changed: str
) -> None:
    before = ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    (tmp_path / changed).write_text("something else")
    after = ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    assert before.mounts[_PLACE] != after.mounts[_PLACE]


def test_a_failed_build_says_why_and_what_to_do(tmp_path: Path) -> None:
    tool = _make_tool(tmp_path, "echo no compiler >&2; echo apt-get install compiler >&2; exit 1")
    with pytest.raises(OperatorError, match="no compiler") as raised:
        ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    assert raised.value.fix == "apt-get install compiler"


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    tool = _make_tool(
        tmp_path, '[ "$1" = --fingerprint ] && exit 0; echo half >"$1/program"; exit 1'
    )
    with pytest.raises(OperatorError):
        ensure_built_image("abacus", tool, _BASE, tmp_path / "data")
    assert list((tmp_path / "data" / "kriterion-abacus").iterdir()) == []
