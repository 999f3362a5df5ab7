"""The sandbox of a running site breaks and is repaired while submissions wait."""

from collections.abc import Iterator

import pytest

from kriterion.sandbox.host_programs import find_program
from tests.web.postgresql import cluster
from tests.web.site_process import data_directory, serve_site
from tests.web.trial import OUTAGE_SECONDS, Trial, can_mount

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(1800),
    pytest.mark.long(reason="a fault trial on a running site"),
]

OWN_MOUNTS = ("unshare", "--mount", "--propagation", "private")


@pytest.fixture(params=["sqlite", "postgresql"])
def trial(request: pytest.FixtureRequest) -> Iterator[Trial]:
    """A site in a mount namespace of its own."""
    if not can_mount():
        pytest.skip("mounts of our own need root, with CAP_SYS_ADMIN")
    with data_directory() as data:
        if request.param == "sqlite":
            with serve_site(data, "--workers", "2", inside=OWN_MOUNTS) as site:
                yield Trial(data, site)
            return
        with cluster() as database:
            variables = {"DATABASE_URL": database.url}
            with serve_site(
                data, "--workers", "2", inside=OWN_MOUNTS, DATABASE_URL=database.url
            ) as site:
                yield Trial(data, site, variables)


def test_a_temporarily_broken_sandbox_costs_nobody_anything(trial: Trial) -> None:
    bubblewrap = find_program("bwrap")
    assert bubblewrap is not None
    trial.wait_until_well()
    with trial.fault(
        lambda: trial.run_inside("mount", "--bind", "/bin/false", bubblewrap),
        lambda: trial.run_inside("umount", bubblewrap),
    ):
        trial.submit()
        trial.wait_until_unwell()
        message = trial.expect_unwell(OUTAGE_SECONDS)
        assert {answer["sandbox"] for answer in message if answer} <= {"failed", "no answer"}
        assert trial.count_finished() == 0
    trial.expect_all_right()
