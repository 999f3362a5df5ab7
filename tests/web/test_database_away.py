"""PostgreSQL is stopped, or says nothing any more, while a site runs and submissions wait."""

from collections.abc import Iterator

import pytest

from tests.web.browser_requests import Browser, read_returned_code
from tests.web.postgresql import Cluster, cluster
from tests.web.site_process import data_directory, serve_site
from tests.web.trial import OUTAGE_SECONDS, SUBMISSIONS, Trial

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(1800),
    pytest.mark.long(reason="a fault trial on a running site"),
]


@pytest.fixture
def postgresql() -> Iterator[Cluster]:
    with cluster() as database:
        yield database


@pytest.fixture
def trial(postgresql: Cluster) -> Iterator[Trial]:
    variables = {"DATABASE_URL": postgresql.url}
    with (
        data_directory() as data,
        serve_site(data, "--workers", "2", DATABASE_URL=postgresql.url) as site,
    ):
        yield Trial(data, site, variables)


@pytest.mark.parametrize("how", ["stopped", "frozen"])
def test_a_temporarily_unavailable_database_costs_nobody_anything(
    postgresql: Cluster, trial: Trial, how: str
) -> None:
    trial.wait_until_well()
    trial.submit()
    trial.let_user_log_in()
    browser = Browser(trial.site)
    assert browser.log_in()[0] == 200
    code = "# \u00e9 <b>\nx = 1\n"
    begin, end = postgresql.stop, postgresql.start
    if how == "frozen":
        begin, end = postgresql.freeze, postgresql.thaw
    with trial.fault(begin, end):
        trial.wait_until_unwell()
        status, page = browser.submit(code)
        assert status == 503
        assert read_returned_code(page) == code
        assert browser.get("/")[0] == 503
        message = trial.expect_unwell(OUTAGE_SECONDS)
        assert {answer["database"] for answer in message if answer} <= {"failed", "no answer"}
    assert browser.get("/")[0] == 200
    trial.expect_all_right(SUBMISSIONS)


def test_a_server_stops_on_request_while_its_database_is_frozen(
    postgresql: Cluster, trial: Trial
) -> None:
    trial.wait_until_well()
    trial.submit()
    postgresql.freeze()
    try:
        trial.wait_until_unwell()
        assert trial.site.end() == 0
    finally:
        postgresql.thaw()
