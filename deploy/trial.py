"""A minimal browser for trials of a deployed site: it logs in, adds exercises and submits.

`deploy/try` imports it. `deploy/try-units` runs it on the machine that it tries:

    python3 trial.py SITE USER PASSWORD add DIRECTORY    upload a repository of exercises
    python3 trial.py SITE USER PASSWORD submit NAME FILE SUBMISSION…
                                                         submit to NAME, and print the verdicts
"""

import http.client
import http.cookiejar
import io
import json
import re
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 300  # seconds, for a machine that is busy with other things
UNFINISHED = {"queued", "running"}


class Browser:
    """Cookies, forms with their CSRF token, pages as text."""

    def __init__(self, site: str) -> None:
        self.site = site
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    def open(self, path: str, **fields: str) -> tuple[str, str]:
        """Return the address that a page or a form leads to, and the page there."""
        return self._request(path, urllib.parse.urlencode(fields).encode() if fields else None)

    def send(self, form: str, path: str, **fields: str) -> tuple[str, str]:
        """Send a form, with the token of the page that it is on."""
        return self.open(path, csrfmiddlewaretoken=self._find_token(form), **fields)

    def upload(self, form: str, field: str, content: bytes, **fields: str) -> tuple[str, str]:
        """Send a form with a zip file."""
        boundary = secrets.token_hex(16)
        fields["csrfmiddlewaretoken"] = self._find_token(form)
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
            for name, text in fields.items()
        ]
        head = f'Content-Disposition: form-data; name="{field}"; filename="{field}.zip"'
        start = f"{''.join(parts)}--{boundary}\r\n{head}\r\n\r\n".encode()
        body = start + content + f"\r\n--{boundary}--\r\n".encode()
        return self._request(form, body, f"multipart/form-data; boundary={boundary}")

    def log_in(self, user: str, password: str) -> None:
        path = "/accounts/login/"
        address, _ = self.send(path, path, login=user, password=password)
        if path in address:
            raise SystemExit(f"{user} could not log in")

    def find_activity(self, name: str) -> str:
        """Return the path of an exercise, once the site offers it."""
        query = urllib.parse.urlencode({"q": name})
        for _ in _wait(f"the exercise {name}"):
            _, found = self.open(f"/search?{query}")
            paths = re.findall(r'href="(/activities/\d+/)', found)
            if paths:
                return str(paths[0])
        raise AssertionError

    def submit(self, activity: str, file: str, code: str) -> str:
        """Return the status of a submission, once it has been assessed."""
        address, _ = self.send(activity, f"{activity}submit", name=file, text=code)
        [path] = re.findall(r"/submissions/\d+/", address)
        for _ in _wait(f"the verdict of {path}"):
            _, page = self.open(path)
            for status in re.findall(r'class="verdict ([a-z-]+)"', page):
                if status not in UNFINISHED:
                    return str(status)
        raise AssertionError

    def _find_token(self, form: str) -> str:
        _, page = self.open(form)
        return str(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0])

    def _request(self, path: str, data: bytes | None, kind: str = "") -> tuple[str, str]:
        headers = {"Referer": self.site} | ({"Content-Type": kind} if kind else {})
        request = urllib.request.Request(f"{self.site}{path}", data, headers)  # noqa: S310
        with self._opener.open(request) as answer:
            return answer.url, answer.read().decode()


def wait_until_healthy(site: str) -> None:
    """Wait until the site can assess submissions, and print its health."""
    for _ in _wait("a healthy site"):
        try:
            with urllib.request.urlopen(f"{site}/healthz") as answer:  # noqa: S310
                print(f"healthz: {json.load(answer)}")
                return
        except (OSError, http.client.HTTPException):  # which urllib.error.HTTPError is, too
            continue


def _wait(for_what: str) -> Iterator[None]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(1)
    raise SystemExit(f"{for_what} did not come within {PATIENCE} seconds")


def _archive(directory: Path) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for file in sorted(directory.rglob("*")):
            archive.write(file, file.relative_to(directory))
    return content.getvalue()


def main(arguments: list[str]) -> int:
    site, user, password, command, *rest = arguments
    wait_until_healthy(site)
    browser = Browser(site)
    browser.log_in(user, password)
    if command == "add":
        form = "/administration/repositories/add/"
        address, _ = browser.upload(form, "archive", _archive(Path(rest[0])), name="examples")
        print(f"added: {address}")
        return 0
    name, file, *submissions = rest
    activity = browser.find_activity(name)
    for submission in submissions:
        print(browser.submit(activity, file, Path(submission).read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
