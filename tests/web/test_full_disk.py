"""The disk of a running site is full for a while, and submissions wait."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser_requests import Browser, read_returned_code
from tests.web.postgresql import cluster
from tests.web.site_process import data_directory, serve_site
from tests.web.trial import OUTAGE_SECONDS, SUBMISSIONS, Trial, can_mount, fill

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(1800),
    pytest.mark.long(reason="a fault trial on a running site"),
]

# Two file systems of our own, for the data and for temporary files, in a namespace of mounts. What
# the tests have built, if anything, is copied into the first.
_MOUNT = (
    'for place in "$1" "$2"; do mount -t tmpfs -o size=192m,mode=0711 none "$place" || exit; done;'
    ' test ! -d "$3" || cp -a "$3/." "$1" || exit; shift 3; exec "$@"'  # tools take 135 MB
)


@pytest.fixture(params=["sqlite", "postgresql"])
def trial(request: pytest.FixtureRequest) -> Iterator[Trial]:
    if not can_mount():
        pytest.skip("mounts of our own need root, with CAP_SYS_ADMIN")
    with data_directory() as data:
        temporary, built = data.with_name("temporary"), data.with_name("built")
        if data.exists():
            data.rename(built)
        for place in (data, temporary):
            place.mkdir(mode=0o711, exist_ok=True)
        places = (str(data), str(temporary), str(built))
        inside = ("unshare", "--mount", "sh", "-c", _MOUNT, "sh", *places)
        variables = {"TMPDIR": str(temporary)}
        if request.param == "sqlite":
            with serve_site(data, "--workers", "2", inside=inside, TMPDIR=str(temporary)) as site:
                yield Trial(data, site, variables, has_own_mounts=True)
            return
        with cluster() as database:
            variables["DATABASE_URL"] = database.url
            with serve_site(
                *(data, "--workers", "2"),
                inside=inside,
                TMPDIR=str(temporary),
                DATABASE_URL=database.url,
            ) as site:
                yield Trial(data, site, variables, has_own_mounts=True)


def test_a_temporarily_full_disk_costs_nobody_anything(trial: Trial) -> None:
    trial.wait_until_well()
    trial.submit()
    trial.let_user_log_in()
    browser = Browser(trial.site)
    assert browser.log_in()[0] == 200
    places = (trial.data, trial.data.with_name("temporary"))
    fillers = [Path(f"/proc/{trial.site.pid}/root{place}/filler") for place in places]

    def begin() -> None:
        for filler in fillers:
            fill(filler)

    def end() -> None:
        for filler in fillers:
            filler.unlink()

    acknowledged = 0
    with trial.fault(begin, end):
        trial.wait_until_unwell()
        for number in range(5):
            code = f"# {number} \u00e9 <b>\n" + "x = 1\n" * 9_000
            status, page = browser.submit(code)
            if status == 200:  # there was some place left, or the database is elsewhere
                acknowledged += 1
            else:
                assert status == 503
                assert read_returned_code(page) == code
        message = trial.expect_unwell(OUTAGE_SECONDS)
        assert {answer["disk"] for answer in message if answer} <= {"full", "failed", "no answer"}
    assert browser.submit("x = 2\n")[0] == 200
    trial.expect_all_right(SUBMISSIONS, others=acknowledged + 1)
