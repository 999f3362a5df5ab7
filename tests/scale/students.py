"""Act as students with browsers who submit at several addresses of one site.

`python -m tests.scale.students ADDRESS…` reads from standard input, as JSON, a list of `[session,
activity, file name, text]`, and prints a line with the id of each submission that a site has
acknowledged. What a site refuses, or does not answer, is sent to the next until one accepts it.
"""

import http.client
import json
import re
import sys
import time
import urllib.parse

_TOKEN = "t" * 32  # ours: cookie and field only have to agree
_SILENCE_SECONDS = 10.0
_PAUSE_SECONDS = 0.5
_SUBMISSION = re.compile(r"/submissions/(\d+)/")


class Site:
    """One address, over a connection that is kept."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: http.client.HTTPConnection | None = None

    def submit(self, session: str, activity: int, name: str, text: str) -> str | None:
        """Return the submission's id, or None if this site does not accept it now."""
        # No two of these students' submissions are alike, so any page knows too few of them.
        known = {"last_known": "0"}
        fields = {"csrfmiddlewaretoken": _TOKEN, "name": name, "text": text, **known}
        headers = {
            "Cookie": f"kriterion_session={session}; kriterion_csrf={_TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urllib.parse.urlencode(fields)
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection(
                    self._address, timeout=_SILENCE_SECONDS
                )
            self._connection.request("POST", f"/activities/{activity}/submit", body, headers)
            with self._connection.getresponse() as answer:
                page = answer.read().decode(errors="replace")
                place, status = answer.headers.get("Location", ""), answer.status
        except (OSError, http.client.HTTPException):
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            return None
        match = _SUBMISSION.search(place)
        if status == http.HTTPStatus.FOUND and match:
            return match[1]
        if status not in (
            http.HTTPStatus.SERVICE_UNAVAILABLE,
            http.HTTPStatus.UNPROCESSABLE_ENTITY,
        ):
            raise SystemExit(f"{self._address}: {status} {place}\n{page[:2000]}")
        return None


def main() -> None:
    sites = [Site(address) for address in sys.argv[1:]]
    for index, (session, activity, name, text) in enumerate(json.load(sys.stdin)):
        turn = index
        while (found := sites[turn % len(sites)].submit(session, activity, name, text)) is None:
            turn += 1
            if (turn - index) % len(sites) == 0:
                time.sleep(_PAUSE_SECONDS)
        print(found, flush=True)


if __name__ == "__main__":
    main()
