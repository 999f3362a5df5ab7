"""How long pages take on a large site: a million submissions of 2,500 students.

The site runs as `serve` runs it, without workers; some students and an administrator request pages
alternately, over a kept connection. The same requests in Django's test client show what the server
adds. DATABASE_URL may name an empty PostgreSQL database; the default is SQLite in a temporary
directory. `PAGES_SUBMISSIONS=20000 python -m benchmarks pages` is a short run.
"""

import http.client
import os
import statistics
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from benchmarks import served_site as site

if TYPE_CHECKING:
    from benchmarks.large_site import LargeSite

SUBMISSIONS = int(os.environ.get("PAGES_SUBMISSIONS", "1000000"))
ASKING = 50  # students who request pages
REQUESTS = 200
WARMING = 5  # requests to fill caches
# Without "machine", which runs programs.
ADMINISTRATION = ("overview", "queue", "audit", "tools", "repositories", "courses", "users")


def main() -> None:
    with site.temporary_site() as data:
        from benchmarks.large_site import fill  # needs Django, which is set up only now

        since = time.perf_counter()
        large = fill(SUBMISSIONS)
        print(f"{SUBMISSIONS:,} submissions stored in {time.perf_counter() - since:.0f} s")
        students = [site.make_cookie(user) for user in large.students[:ASKING]]
        administrator = site.make_people(1, "administrator")
        with site.served(data, workers=0) as (port, _):
            print(f"{'page':32}{'median':>10}{'p95':>10}{'Django':>10}{'added':>10}{'size':>10}")
            connection = http.client.HTTPConnection("127.0.0.1", port)
            for kind, addresses in _list_student_pages(large).items():
                measure_page(connection, kind, students, addresses)
            for kind, addresses in _list_administrator_pages():
                measure_page(connection, kind, administrator, addresses)


def _list_student_pages(large: "LargeSite") -> Mapping[str, Sequence[str]]:
    """Return addresses by kind of page; of several, each student gets one."""
    from benchmarks.large_site import judge_newest
    from kriterion.web.submissions.models import Submission

    asking = large.students[:ASKING]
    judge_newest(Submission.objects.filter(user__in=asking))
    newest = [Submission.objects.filter(user=user).order_by("-pk")[:2] for user in asking]
    return {
        "home": ["/"],
        "courses": ["/courses/"],
        "course": [f"/courses/{large.courses[0].slug}/"],
        "exercise tree": [f"/repositories/{large.repository.pk}/"],
        "search": ["/search/?q=more"],
        "activity": [f"/activities/{large.activities[0].pk}/"],
        "submissions": ["/submissions/"],
        "submissions, page 10": ["/submissions/?page=10"],
        "submission": [f"/submissions/{last.pk}/" for last, _ in newest],
        "two submissions": [
            f"/submissions/{before.pk}/compare/{last.pk}/" for last, before in newest
        ],
    }


def _list_administrator_pages() -> Iterator[tuple[str, Sequence[str]]]:
    from django.urls import reverse

    for name in ADMINISTRATION:
        yield f"administration: {name}", [reverse(f"administration:{name}")]


def measure_page(
    connection: http.client.HTTPConnection,
    kind: str,
    cookies: Sequence[str],
    addresses: Sequence[str],
) -> None:
    """Print the time to a page's last byte, with and without the server."""
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})

    def ask_server(address: str, cookie: str) -> tuple[int, int]:
        connection.request("GET", address, headers={"Cookie": cookie})
        answer = connection.getresponse()
        return answer.status, len(answer.read())

    def ask_django(address: str, cookie: str) -> tuple[int, int]:
        client.cookies.load(cookie)
        response = client.get(address)
        return response.status_code, len(response.content)

    by_server: list[float] = []
    by_django: list[float] = []
    size = 0
    for number in range(WARMING + REQUESTS):
        who = number % len(cookies)
        requests = addresses[who % len(addresses)], cookies[who]
        # Alternate, so that load affects both.
        for ask, durations in ((ask_server, by_server), (ask_django, by_django)):
            since = time.perf_counter()
            status, size = ask(*requests)
            durations.append(time.perf_counter() - since)
            if status != 200:
                raise RuntimeError(f"{kind}: status {status}")
    median, p95 = _compute_median_and_p95(by_server[WARMING:])
    alone, _ = _compute_median_and_p95(by_django[WARMING:])
    times = (median, p95, alone, median - alone)
    print(f"{kind:32}" + "".join(f"{t * 1000:7.1f} ms" for t in times) + f"{size / 1024:7.0f} KiB")


def _compute_median_and_p95(durations: Iterable[float]) -> tuple[float, float]:
    parts = statistics.quantiles(durations, n=20)
    return parts[9], parts[18]


if __name__ == "__main__":
    main()
