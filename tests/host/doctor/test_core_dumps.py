from pathlib import Path

import pytest

from kriterion.host.doctor.core_dumps import examine_core_dumps


@pytest.mark.parametrize("pattern", ["core\n", "/var/crash/core.%p\n", "\n"])
def test_a_machine_that_writes_core_files_is_fine_as_runs_write_none(
    tmp_path: Path, pattern: str
) -> None:
    (tmp_path / "pattern").write_text(pattern)
    assert examine_core_dumps(tmp_path / "pattern").state == "fine"


def test_a_crash_handler_started_by_the_kernel_is_reported_with_the_remedy(
    tmp_path: Path,
) -> None:
    (tmp_path / "pattern").write_text("|/usr/share/apport/apport -p%p -s%s\n")
    dumps = examine_core_dumps(tmp_path / "pattern")
    assert dumps.state == "notice"
    assert "/usr/share/apport/apport" in dumps.what
    assert "sysctl -w kernel.core_pattern=core" in dumps.fix


def test_an_unknown_core_pattern_is_no_fault(tmp_path: Path) -> None:
    assert examine_core_dumps(tmp_path / "nowhere").state == "notice"
