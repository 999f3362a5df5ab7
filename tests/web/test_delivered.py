"""A site on a machine as it is delivered: nobody has opened a directory for it."""

import os
import subprocess
from pathlib import Path

import pytest

from kriterion.cli.exit_status import FINE
from tests.web.site_process import KRITERION, make_environment, serve_site, wait_for_settled_health

pytestmark = [
    pytest.mark.machine,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can lay directories over others"),
]

EXERCISES = Path(__file__).parents[2] / "examples" / "exercises"
# What a test leaves in the system's cache is gone with it.
OWN_CACHE = (
    *("unshare", "--mount", "/bin/sh", "-c"),
    'mount -t tmpfs -o mode=0755 tmpfs /var/cache && umask "$0" && exec "$@"',
)


@pytest.fixture(params=["022", "077"])
def umask(request: pytest.FixtureRequest) -> str:
    mask: str = request.param
    return mask


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory in a home that only its owner can enter."""
    home = tmp_path / "home"
    home.mkdir(0o700)
    return home / "data"


@pytest.mark.long(reason="starts a whole site")
def test_a_site_in_a_private_home_can_assess(data: Path) -> None:
    with serve_site(data, inside=(*OWN_CACHE, "077")) as site:
        assert "NOTHING CAN BE ASSESSED" not in site.greeting
        _, health = wait_for_settled_health(site)
        assert health["sandbox"] == "ok"


@pytest.mark.long(reason="every command in a private home")
@pytest.mark.parametrize("where", ["private", "new"])
def test_a_command_in_a_private_home_can_assess(
    data: Path, tmp_path: Path, umask: str, where: str
) -> None:
    directory = data if where == "private" else tmp_path / "new" / "data"
    solution = EXERCISES / "barcode" / "solution" / "solution.py"
    result = subprocess.run(
        (*OWN_CACHE, umask, *KRITERION, "assess", EXERCISES / "barcode", solution),
        env=make_environment(directory),
        capture_output=True,
        text=True,
    )
    assert result.returncode == FINE, result.stderr


@pytest.mark.long(reason="starts a site")
def test_the_startup_message_says_what_prevents_assessment(data: Path, tmp_path: Path) -> None:
    """It used to be told above a greeting that sounded as if all was well."""
    settings = tmp_path / "kriterion.toml"
    settings.write_text("[sandbox]\nfirst_uid = 65530\nuid_count = 9\n")
    with serve_site(data, KRITERION_CONFIG=str(settings)) as site:
        greeting = site.greeting[site.greeting.index("NOTHING CAN BE ASSESSED YET") :]
        assert "the uids 65530-65538, set aside for runs, are in use" in greeting
        assert "name others in kriterion.toml" in greeting
        status, _ = wait_for_settled_health(site)
        assert status == 503
