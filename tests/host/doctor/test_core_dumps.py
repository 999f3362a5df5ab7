from pathlib import Path

import pytest

from kriterion.host.doctor.core_dumps import examine_core_dumps


@pytest.mark.parametrize("pattern", ["core\n", "/var/crash/core.%p\n", "\n"])
def test_a_machine_that_writes_core_files_is_fine_since_runs_may_write_none(
    tmp_path: Path, pattern: str
) -> None:
    (tmp_path / "pattern").write_text(pattern)
    assert examine_core_dumps(tmp_path / "pattern").state == "fine"


def test_a_program_that_the_kernel_starts_at_a_crash_is_named_with_the_remedy(
    tmp_path: Path,
) -> None:
    (tmp_path / "pattern").write_text("|/usr/share/apport/apport -p%p -s%s\n")
    found = examine_core_dumps(tmp_path / "pattern")
    assert found.state == "notice"
    assert "/usr/share/apport/apport" in found.what
    assert "sysctl -w kernel.core_pattern=core" in found.fix


def test_a_machine_that_does_not_tell_is_no_fault(tmp_path: Path) -> None:
    assert examine_core_dumps(tmp_path / "nowhere").state == "notice"
