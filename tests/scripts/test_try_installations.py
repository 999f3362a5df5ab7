"""The installation blocks of the documentation, and the settings that they write."""

import importlib.util
import re
import subprocess
import tarfile
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from kriterion.host.settings import load_settings

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "docs" / "author" / f"{name}.md" for name in ("judges", "analyzers", "representers")
]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = SourceFileLoader("try_installations", str(ROOT / "scripts" / "try-installations"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_block_has_the_heading_above_it(script: ModuleType) -> None:
    page = "# Page\n## One\n```sh install\n# a comment\necho 1\n```\ntext\n```sh\necho no\n```\n"
    assert list(script.read_blocks(page)) == [
        script.Block("One", "install", "# a comment\necho 1\n"),
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_are_shell_scripts_with_valid_settings(
    script: ModuleType, page: Path, tmp_path: Path
) -> None:
    blocks = list(script.read_blocks(page.read_text()))
    assert any(block.kind == "prepare" for block in blocks)
    written = []
    for block in blocks:
        checked = subprocess.run(("sh", "-n"), input=block.text, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        if block.kind == "install":
            (settings,) = re.findall(r"<<END\n(.*?)^END$", block.text, re.DOTALL | re.MULTILINE)
            written.append(settings.replace("$DIR", str(tmp_path)))
    assert len(written) >= 4
    file = tmp_path / "kriterion.toml"
    file.write_text("".join(written))  # all blocks together, as they are pasted
    assert load_settings(file).file == file


def test_settings_are_moved_into_the_root_file_system(script: ModuleType, tmp_path: Path) -> None:
    judge = tmp_path / script.DIR / "judge"
    judge.mkdir(parents=True)
    (judge / "config.json").write_text('{"image": "dodona-sqlite"}')
    (tmp_path / script.DIR / "kriterion.toml").write_text(
        f'[judges.sql]\ndirectory = "/{script.DIR}/judge"\n'
        f'[images."dodona-sqlite"]\nreadable = ["/{script.DIR}/sql"]\n'
        f'path = ["/{script.DIR}/sql/bin"]\n'
    )
    ((name, table, file),) = script.read_tools(tmp_path)
    assert (name, table) == ("sql", "judges")
    examined = tomllib.loads(file.read_text())
    assert examined["judges"]["sql"]["directory"] == str(judge)
    assert examined["images"]["dodona-sqlite"] == {
        "path": [f"/{script.DIR}/sql/bin"],
        "kind": "rootfs",
        "directory": str(tmp_path),
    }


def test_a_block_without_settings_does_not_work(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "base.tar"
    with tarfile.open(base, "w"):
        pass
    monkeypatch.setattr(script, "prepare_root", lambda root: None)
    monkeypatch.setattr(script, "run_inside", lambda root, text: "")
    block = script.Block("One", "install", "true\n")
    tried = script.try_block(block, [], base, tmp_path / "root")
    assert not tried.works
    assert tried.lines[-1] == "wrote no $DIR/kriterion.toml"


def test_a_command_that_does_not_end_is_a_fault_of_its_tool(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "EXAMINE_SECONDS", 0)
    lines = list(script.examine("sql", "analyzers", Path("kriterion.toml")))
    assert lines == [("doctor sql: did not end within 0 s", False)]


def test_a_command_without_output_is_a_fault_of_its_tool(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "EXAMPLES", tmp_path)
    monkeypatch.setattr(script, "run_kriterion", lambda *arguments: (1, ""))
    assert list(script.examine("sql", "judges", Path("kriterion.toml"))) == [
        ("doctor sql: no output", False),
        ("check of the examples: no output", False),
    ]
