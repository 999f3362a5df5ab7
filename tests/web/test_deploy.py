"""The unit files and what docs/administrator/install.md tells operators to write are right."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from kriterion.cli.commands.worker import worker
from tests.web.forked_program import run_forked
from tests.web.site_process import KRITERION, make_environment

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "administrator" / "install.md").read_text()
SEVERAL_MACHINES = (ROOT / "docs" / "administrator" / "several-machines.md").read_text()
BLOCKS = re.findall(r"^```ini\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
UNITS = sorted((ROOT / "deploy/systemd").glob("*.service"))
REMOTE_WORKER = ROOT / "deploy/systemd/kriterion-worker@.service"
COMPOSE = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
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


@pytest.mark.long(reason="starts Django in a process")
def test_the_deployment_environment_passes_djangos_check(tmp_path: Path) -> None:
    variables = {**ENVIRONMENT, **make_environment(tmp_path)}
    checked = run_forked(
        (*KRITERION, "manage", "check", "--deploy", "--fail-level", "WARNING"),
        variables,
    )
    assert variables["KRITERION_ADDRESS"].startswith("https://")
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


@pytest.mark.long(reason="starts Django in a process")
def test_djangos_check_fails_without_an_address(tmp_path: Path) -> None:
    checked = run_forked(
        (*KRITERION, "manage", "check", "--deploy", "--fail-level", "WARNING"),
        make_environment(tmp_path),
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
    for addition in (ROOT / "deploy/systemd").glob(f"{file.stem}-*.conf"):
        directory = tmp_path / f"{file.name}.d"
        directory.mkdir()
        added = addition.read_text().replace(program.group(1), sys.executable)
        (directory / addition.name).write_text(added)
    verified = subprocess.run(
        ("systemd-analyze", "verify", str(unit)), capture_output=True, text=True, check=False
    )
    about_it = [line for line in verified.stderr.splitlines() if file.stem in line]
    assert verified.returncode == 0, verified.stderr
    assert about_it == []


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_the_documentation_installs_each_unit(file: Path) -> None:
    assert f"deploy/systemd/{file.name}" in PAGE + SEVERAL_MACHINES


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_the_unit_gives_a_worker_time_to_drain(file: Path) -> None:
    unit = file.read_text()
    [stop] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, flags=re.MULTILINE)
    given = re.search(r"^ExecStart=.* --grace (\d+)", unit, flags=re.MULTILINE)
    default = next(option for option in worker.params if option.name == "grace").default
    grace = float(given.group(1)) if given else float(str(default))
    assert int(stop) >= grace + 15


def test_the_token_of_a_worker_is_a_credential() -> None:
    lines = REMOTE_WORKER.read_text().splitlines()
    assert "LoadCredential=content-token:/etc/kriterion/%i.token" in lines
    assert "Environment=KRITERION_CONTENT_TOKEN_FILE=%d/content-token" in lines
    assert "/etc/kriterion/$name.token" in SEVERAL_MACHINES


def test_no_deployment_has_a_token_in_a_variable() -> None:
    files = [file for file in (ROOT / "deploy").rglob("*") if file.is_file()]
    texts = "".join(file.read_text() for file in files if file.suffix in {".yaml", ".service"})
    assert "KRITERION_CONTENT_TOKEN_FILE" in texts
    assert re.findall(r"KRITERION_CONTENT_TOKEN\b(?!_FILE)", texts) == []


def test_workers_of_the_compose_file_share_no_directory_with_the_site() -> None:
    site, assessor = COMPOSE["services"]["site"], COMPOSE["services"]["worker"]
    named = {volume.split(":")[0] for volume in site["volumes"]}
    assert named == {"data"}
    assert assessor["volumes"] == ["/var/lib/kriterion"]  # a volume of its own for each
    assert assessor["secrets"] == ["content-token"]
    file = assessor["environment"]["KRITERION_CONTENT_TOKEN_FILE"]
    assert file == "/run/secrets/content-token"
    assert COMPOSE["secrets"].keys() == {"content-token"}
