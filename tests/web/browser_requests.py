"""Somebody at a browser, for tests that ask a real site."""

import html
import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request

from tests.web.site_process import SiteProcess

PASSWORD = "a-password-of-tests"
MAKE = (
    "from kriterion.web.accounts.models import User;"
    "from kriterion.web.catalog.models import Activity;"
    f"u = User.objects.get(username='user-0'); u.set_password('{PASSWORD}'); u.save();"
    "Activity.objects.update(is_public=True)"
)


class Browser:
    """A logged-in user; requests return (status, page)."""

    def __init__(self, site: SiteProcess) -> None:
        self._site = site
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        )
        status, _ = self.get("/accounts/login/")
        assert status == 200

    @property
    def cookies(self) -> str:
        """Return the cookies as the value of a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    def log_in(self) -> tuple[int, str]:
        return self.post("/accounts/login/", [("login", "user-0"), ("password", PASSWORD)])

    def submit(self, code: str) -> tuple[int, str]:
        return self.post("/activities/1/submit", [("name", "a.py"), ("text", code)])

    def get(self, address: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self._site.address + address))

    def post(self, address: str, fields: list[tuple[str, str]]) -> tuple[int, str]:
        tokens = [cookie.value for cookie in self._cookies if cookie.name == "kriterion_csrf"]
        sent = [*fields, ("csrfmiddlewaretoken", str(tokens[0]))]
        body = urllib.parse.urlencode(sent).encode()
        return self._ask(urllib.request.Request(self._site.address + address, body))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=120) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def read_returned_code(page: str) -> str:
    match = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert match, page
    return html.unescape(match[1])
