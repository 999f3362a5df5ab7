from pathlib import Path

import pytest

from kriterion_tools.suite_judge.own_copies import remove, remove_own_copies
from kriterion_tools.suite_judge.suite_configuration import SuiteConfiguration


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """What a host makes for one run, in a place of its own."""
    run = tmp_path / "mnt" / "random"
    for name in ("resources/suite.yaml", "submission/source", "judge/run"):
        (run / name).parent.mkdir(parents=True)
        (run / name).write_text(name)
    return run


def _configure(run: Path, **changes: str) -> SuiteConfiguration:
    defaults = {
        "resources": str(run / "resources"),
        "source": str(run / "submission" / "source"),
        "judge": str(run / "judge"),
    }
    return SuiteConfiguration(workdir="/home/runner/workdir", **{**defaults, **changes})  # type: ignore[arg-type]


def test_the_copies_of_a_run_are_removed_before_the_submission_starts(run: Path) -> None:
    remove_own_copies(_configure(run), mounts=run.parent)
    assert [path.name for path in run.rglob("*")] == ["submission"]


def test_a_teachers_only_copy_is_kept(run: Path, tmp_path: Path) -> None:
    before = sorted(run.rglob("*"))
    elsewhere = str(tmp_path / "elsewhere")
    for changes in ({"resources": elsewhere}, {"source": elsewhere}, {"judge": ""}):
        remove_own_copies(_configure(run, **changes), mounts=run.parent)
    remove_own_copies(_configure(run))
    remove_own_copies(_configure(run), mounts=run)
    assert sorted(run.rglob("*")) == before


def test_unlistable_directories_are_removed_too(tmp_path: Path) -> None:
    (tmp_path / "outer" / "inner" / "deep").mkdir(parents=True)
    (tmp_path / "outer" / "inner").chmod(0)
    remove(tmp_path / "outer", tmp_path / "not there")
    assert list(tmp_path.iterdir()) == []
