"""The installation blocks of the documentation, and the settings that they write."""

import importlib.util
import re
import subprocess
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kriterion.assessment.assessment_record import AnalyzerStatus, RepresenterStatus
from kriterion.host.settings import load_settings

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "docs" / "author" / f"{name}.md"
    for name in ("judges", "test-runners", "analyzers", "representers")
]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = SourceFileLoader("try_installations", str(ROOT / "scripts" / "try-installations"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def _analysis(comments: int) -> dict[str, Any]:
    return {"status": AnalyzerStatus.COMPLETED.value, "comments": [{}] * comments}


def _representation(digest: str) -> dict[str, Any]:
    return {"status": RepresenterStatus.GENERATED.value, "digest": digest}


def _unrepresented() -> dict[str, Any]:
    status = RepresenterStatus.NO_REPRESENTATION.value
    return {"status": status, "ending": "finished", "digest": None}


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
    trials = tomllib.loads(script.TRIALS.read_text())
    settings = tomllib.loads(file.read_text())
    for table in script.TABLES:
        assert set(settings.get(table, {})) <= set(trials[table])


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
    (tmp_path / "base").mkdir()
    monkeypatch.setattr(script, "run_inside", lambda root, text: "")
    block = script.Block("One", "install", "true\n")
    tried = script.try_block(block, [], tmp_path / "base", tmp_path)
    assert not tried.works
    assert tried.lines[-1] == "wrote no $DIR/kriterion.toml"


def test_what_blocks_begin_with_is_run_once(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = []

    def run_inside(root: Path, text: str) -> str:
        run.append(text)
        return ""

    packages = "apt-get install --yes jq \\\n    git\n"
    blocks = [f"```sh install\n{packages}echo {number}\n```\n" for number in (1, 2)]
    page = tmp_path / "page.md"
    page.write_text("```sh prepare\napt-get update\n```\n" + "".join(blocks))
    (tmp_path / "work" / "trixie" / "base").mkdir(parents=True)
    monkeypatch.setattr(script, "run_inside", run_inside)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("sys.argv", ["x", "--work", str(tmp_path / "work"), str(page)])
    assert script.main() == script.FINDINGS  # the blocks write no settings
    assert run == ["apt-get update\n", packages, "echo 1\n", "echo 2\n"]


def test_a_root_file_system_without_certificates_gets_those_of_this_machine(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "base.tar"
    (tmp_path / "etc" / "dpkg" / "dpkg.cfg.d").mkdir(parents=True)
    subprocess.run(("tar", "-cf", archive, "-C", tmp_path, "etc"), check=True)
    base = script.unpack_base(tmp_path, "trixie", archive)
    assert base == tmp_path / "base"
    script.give_network(base)
    for file in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", file).is_file():
            assert (base / file).read_bytes() == Path("/", file).read_bytes()


def test_a_root_file_system_that_could_not_be_unpacked_is_not_kept(
    script: ModuleType, tmp_path: Path
) -> None:
    archive = tmp_path / "base.tar"
    archive.write_text("not an archive")
    with pytest.raises(subprocess.CalledProcessError):
        script.unpack_base(tmp_path, "trixie", archive)
    assert not (tmp_path / "base").exists()


def test_settings_of_registries_are_passed_on(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOPROXY", "file:///references/modules")
    monkeypatch.setenv("GOING", "no")
    environment = script.make_environment()
    assert environment["GOPROXY"] == "file:///references/modules"
    assert "GOING" not in environment


def test_a_failure_does_not_stop_other_blocks(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base").mkdir()
    monkeypatch.setattr(script, "run_inside", lambda root, text: "no network")
    first = script.Block("First", "prepare", "apt-get update\n")
    block = script.Block("One", "install", "true\n")
    tried = script.try_block(block, [first], tmp_path / "base", tmp_path)
    assert tried == script.Tried(block, ["First: no network"], works=False)
    assert [path.name for path in tmp_path.iterdir()] == ["base"]


@pytest.mark.parametrize(
    ("table", "correct", "alike", "wrong", "works"),
    [
        ("judges", {"status": "correct"}, None, {"status": "wrong"}, True),
        ("judges", {"status": "correct"}, None, {"status": "correct"}, False),
        ("judges", {"status": "correct"}, None, {"status": "runtime error"}, True),
        ("judges", {"status": "correct"}, None, {"status": "compilation error"}, False),
        ("test_runners", {"status": "correct"}, None, {"status": "internal error"}, False),
        ("analyzers", _analysis(0), None, _analysis(1), True),
        ("analyzers", _analysis(1), None, _analysis(1), False),
        ("analyzers", {"status": "failed", "ending": "crash"}, None, _analysis(1), False),
        ("representers", _representation("a"), _representation("a"), _representation("b"), True),
        ("representers", _representation("a"), _representation("a"), _representation("a"), False),
        ("representers", _representation("a"), _representation("b"), _representation("c"), False),
        ("representers", _representation("a"), _unrepresented(), _representation("b"), False),
    ],
)
def test_a_tool_works_if_it_tells_submissions_apart(
    script: ModuleType,
    table: str,
    correct: dict[str, Any],
    alike: dict[str, Any] | None,
    wrong: dict[str, Any],
    works: bool,
) -> None:
    results = {"correct": correct, "wrong": wrong} | ({"alike": alike} if alike else {})
    assert script.judge_results(table, results)[1] is works


def test_a_command_that_does_not_end_is_a_fault_of_its_tool(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "EXAMINE_SECONDS", 0)
    monkeypatch.setattr(script, "clone_exercise", lambda path, place: (path, None))
    lines = list(script.examine("python", "analyzers", Path("kriterion.toml"), tmp_path))
    assert ("doctor python: did not end within 0 s", False) in lines


def test_a_command_without_output_is_a_fault_of_its_tool(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "clone_exercise", lambda path, place: (path, tmp_path))
    monkeypatch.setattr(script, "run_kriterion", lambda *arguments: (1, ""))
    (tmp_path / "solution").mkdir()
    (tmp_path / "solution" / "solution.sql").touch()
    assert list(script.examine("sql", "judges", Path("kriterion.toml"), tmp_path)) == [
        ("doctor sql: no output", False),
        ("assess with sql: no output", False),
    ]


def test_the_help_lists_the_blocks(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["try-installations", "--help"])
    with pytest.raises(SystemExit):
        script.main()
    assert {"TESTed,", "bash-test-runner,", "go-analyzer,"} <= set(capsys.readouterr().out.split())
