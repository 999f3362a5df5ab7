"""How long the pages of submissions take that are made to be slow to render.

The site runs as `serve` runs it, without workers, so nothing is rendered before its page is
requested. Each of 200 slow submissions is requested as soon as it is stored, and again after its
feedback is rendered, alternating with somebody else's ordinary submission, whose page is measured
alone before. `SLOW_PAGES=20 python -m benchmarks slow_pages` is a short run.
"""

import http.client
import os
import statistics
import time
from collections.abc import Callable

from benchmarks import served_site as site
from benchmarks.slow_submissions import Slow, list_slow_submissions, make_ordinary_submission

NUMBER = int(os.environ.get("SLOW_PAGES", "200"))
ALONE = 50
WAIT_SECONDS = 120.0  # for feedback to be rendered


def main() -> None:
    before = os.getloadavg()[0]
    with site.temporary_site() as data:
        from kriterion.web.accounts.models import User

        cookies = site.make_people(2)
        slow_user, other = User.objects.order_by("pk")[:2]
        activity = site.clock(data, times=1, pause=0)
        others = _make_finished(other.pk, activity, make_ordinary_submission(), 1)
        slow = list_slow_submissions()[:NUMBER]
        pages = [
            _make_finished(slow_user.pk, activity, one, n) for n, one in enumerate(slow, start=1)
        ]
        with site.served(data, workers=0) as (port, _):
            ask = _make_ask(port)
            while b"data-preparing" in ask(others, cookies[1])[1]:
                time.sleep(0.1)
            alone = [ask(others, cookies[1])[0] for _ in range(ALONE)]
            first: list[float] = []
            final: list[float] = []
            meanwhile: list[float] = []
            for page in pages:
                first.append(ask(page, cookies[0])[0])
                meanwhile.append(ask(others, cookies[1])[0])
            for page, one in zip(pages, slow, strict=True):
                final.append(_wait_until_rendered(ask, page, cookies[0], one))
                meanwhile.append(ask(others, cookies[1])[0])
        print(f"load: {before:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end")
        print(f"{'page':44}{'median':>10}{'p95':>10}{'maximum':>10}")
        _print("somebody else's, nothing else going on", alone)
        _print(f"{len(pages)} slow ones, asked for at once", first)
        _print(f"{len(pages)} slow ones, rendered", final)
        _print("somebody else's, meanwhile", meanwhile)
        slowed = statistics.median(meanwhile) / statistics.median(alone)
        print(f"somebody else's page takes {slowed:.2f} times as long meanwhile")


Ask = Callable[[str, str], tuple[float, bytes]]


def _make_ask(port: int) -> Ask:
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(address: str, cookie: str) -> tuple[float, bytes]:
        since = time.perf_counter()
        connection.request("GET", address, headers={"Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{address}: status {answer.status}")
        return time.perf_counter() - since, body

    return ask


def _wait_until_rendered(ask: Ask, page: str, cookie: str, slow: Slow) -> float:
    """Return the seconds that the page takes after its feedback is rendered."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        if b"data-preparing" not in ask(page, cookie)[1]:
            return ask(page, cookie)[0]
        time.sleep(0.1)
    raise RuntimeError(f"{slow.name} is not rendered")


def _make_finished(user: int, activity: int, slow: Slow, number: int) -> str:
    """Store a submission with its verdict; return its address."""
    from django.utils import timezone

    from kriterion.web.submissions.models import Assessment, Submission

    submission = Submission.objects.create(
        user_id=user,
        activity_id=activity,
        number=number,
        files={"code": slow.record.submission.source or ""},
        state="finished",
        status="wrong",
        finished_at=timezone.now(),
    )
    document = Assessment.packed(slow.record)
    Assessment.objects.create(submission=submission, attempt=1, document=document)
    return f"/submissions/{submission.pk}/"


def _print(kind: str, durations: list[float]) -> None:
    durations = sorted(durations)
    times = (
        statistics.median(durations),
        durations[int(0.95 * (len(durations) - 1))],
        durations[-1],
    )
    print(f"{kind:44}" + "".join(f"{t * 1000:7.1f} ms" for t in times))
