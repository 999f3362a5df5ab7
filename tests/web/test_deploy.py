"""The unit files and what docs/administrator/install.md tells operators to write are right."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.site_process import KRITERION, make_environment

PAGE = (Path(__file__).parents[2] / "docs" / "administrator" / "install.md").read_text()
BLOCKS = re.findall(r"^```ini\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
UNITS = sorted((Path(__file__).parents[2] / "deploy/systemd").glob("*.service"))
ENVIRONMENT = dict(
    line.split("=", 1)
    for line in next(block for block in BLOCKS if "KRITERION_ADDRESS=" in block).splitlines()
)

# With any of these the kernel or systemd keeps bubblewrap from making a sandbox, or us from groups.
KEEPS_FROM_SANDBOXES = (
    *("ProtectKernelTunables", "ProtectKernelLogs", "ProtectProc", "ProcSubset"),
    *("ProtectControlGroups", "ProtectHostname", "RestrictNamespaces", "PrivateUsers"),
    "MemoryDenyWriteExecute",
)


def test_the_deployment_environment_passes_djangos_check(tmp_path: Path) -> None:
    variables = {**ENVIRONMENT, **make_environment(tmp_path)}
    checked = subprocess.run(
        (*KRITERION, "manage", "check", "--deploy", "--fail-level", "WARNING"),
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert variables["KRITERION_ADDRESS"].startswith("https://")
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_djangos_check_fails_without_an_address(tmp_path: Path) -> None:
    checked = subprocess.run(
        (*KRITERION, "manage", "check", "--deploy", "--fail-level", "WARNING"),
        env=make_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 1
    assert "KRITERION_ADDRESS" in checked.stderr


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_the_unit_permits_namespaces_and_cgroups_for_runs(file: Path) -> None:
    unit = file.read_text()
    directives = re.findall(r"^(\w+)=", unit, flags=re.MULTILINE)
    assert "Delegate=yes" in unit.splitlines()
    assert not set(KEEPS_FROM_SANDBOXES) & set(directives)
    assert [name for name in KEEPS_FROM_SANDBOXES if f"`{name}=`" not in PAGE] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_accepts_the_unit(file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    unit = tmp_path / file.name
    program = re.search(r"^ExecStart=(\S+)", text, flags=re.MULTILINE)
    assert program is not None
    unit.write_text(text.replace(program.group(1), sys.executable))
    verified = subprocess.run(
        ("systemd-analyze", "verify", str(unit)), capture_output=True, text=True, check=False
    )
    about_it = [line for line in verified.stderr.splitlines() if unit.name in line]
    assert verified.returncode == 0, verified.stderr
    assert about_it == []


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_the_documentation_installs_each_unit(file: Path) -> None:
    assert f"deploy/systemd/{file.name}" in PAGE
