"""Settings of a developer's machine do not reach tests."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from kriterion.host.settings.locations import find_settings_file
from tests.isolation import find_hostile_names, find_site_settings

ROOT = Path(__file__).parents[1]
HOSTILE = {
    **dict.fromkeys(("http_proxy", "HTTPS_PROXY", "all_proxy"), "http://127.0.0.1:9"),
    **dict.fromkeys(("LANG", "LC_ALL", "LANGUAGE"), "nl_BE.UTF-8"),
    "TZ": "Pacific/Chatham",
    "PYTHONWARNINGS": "error",
    "PYTHONOPTIMIZE": "2",
    "FORCE_COLOR": "1",
    "COLUMNS": "20",
    "GIT_DIR": "/nowhere",
    "GIT_AUTHOR_DATE": "yesterday",
    "XDG_CONFIG_HOME": "/nowhere",
    "KRITERION_UIDS": "1-2",
    "PYTEST_ADDOPTS": "-q",
}


def test_this_process_is_isolated() -> None:
    assert set(find_hostile_names(os.environ)) <= {
        *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "DATABASE_URL"),
        *("KRITERION_DATA", "PYTHONPATH"),  # for tests that run tests
        "TZ",
    }
    # Django sets it again when a test changes TIME_ZONE.
    assert os.environ.get("TZ", settings.TIME_ZONE) == settings.TIME_ZONE
    assert os.environ["LANG"] == "C.UTF-8"
    assert Path(os.environ["HOME"]).name.startswith("kriterion-home-")
    if "KRITERION_REFERENCES" not in os.environ:
        assert find_settings_file(None) is None
    umask = os.umask(0o022)
    os.umask(umask)
    assert umask == 0o022


def test_hostile_variables_are_known() -> None:
    kept = ("PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "KRITERION_REFERENCES", "LANG")
    assert set(find_hostile_names([*HOSTILE, *kept])) == HOSTILE.keys() - {"LANG"}
    assert find_site_settings(["KRITERION_DATA", "DATABASE_URL", "KRITERION_SEED", "PATH"]) == [
        "KRITERION_DATA",
        "DATABASE_URL",
    ]


def run_tests(clone: Path, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words),
        cwd=clone,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_lower_limits,
    )


def _lower_limits() -> None:
    os.umask(0o077)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with settings of its own, and a home with more."""
    clone, home = tmp_path / "clone", tmp_path / "home"
    clone.mkdir()
    for path in ROOT.iterdir():
        if not path.name.startswith(".") and path.name not in ("data", "kriterion.toml"):
            (clone / path.name).symlink_to(path)
    (clone / "kriterion.toml").write_text("this is no settings file")
    (home / ".config" / "kriterion").mkdir(parents=True)
    (home / ".config" / "kriterion" / "kriterion.toml").write_text("nor is this")
    (home / ".gitconfig").write_text(
        "[commit]\n\tgpgsign = true\n[core]\n\tautocrlf = true\n[init]\n\tdefaultBranch = odd\n"
        "[user]\n\tsigningkey = none\n"
    )
    return clone


@pytest.mark.long(reason="runs some hundred tests once more")
def test_no_test_fails_on_a_hostile_machine(clone: Path) -> None:
    files = (
        "test_isolation.py",
        "host/settings",
        "cli/test_check.py",
        "web/repositories/test_git_clone.py",
    )
    variables = {**HOSTILE, "HOME": str(clone.parent / "home")}
    # The first names a site, the others change the interpreter; `make test` removes all three.
    for name in ("KRITERION_UIDS", "PYTHONOPTIMIZE", "PYTHONWARNINGS"):
        del variables[name]
    chosen = "not hostile and not named and not machine"
    result = run_tests(
        clone, "-k", chosen, "-m", "not machine", *(f"tests/{name}" for name in files), **variables
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-1000:]


@pytest.mark.long(reason="runs pytest several times")
def test_assertions_are_enabled(clone: Path) -> None:
    result = run_tests(clone, "tests/host/settings", PYTHONOPTIMIZE="1")
    assert result.returncode == 4
    assert "unset PYTHONOPTIMIZE" in result.stdout + result.stderr


@pytest.mark.long(reason="runs pytest several times")
def test_a_named_site_is_left_alone(clone: Path, tmp_path: Path) -> None:
    data = tmp_path / "site"
    result = run_tests(clone, "tests/host/settings", KRITERION_DATA=str(data))
    assert result.returncode == 4
    assert "unset KRITERION_DATA" in result.stdout + result.stderr
    result = run_tests(clone, "-n", "1", "tests/host/settings", KRITERION_DATA=str(data))
    assert result.returncode == 0, result.stdout[-2000:]
    assert not data.exists()
