"""The site in a real browser: a server of its own, logged-in users, and pages that are
looked at as a person would, with axe-core beside.

With KRITERION_SCREENSHOTS=DIR each `Visit.picture` is written there, to be looked at.
"""

import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
import uvicorn
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kriterion.web.accounts.models import User
from kriterion.web.asgi import application
from kriterion.web.base.static_files import are_assets_built
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker

PATIENCE = 120_000  # milliseconds that a busy machine may take for anything
expect.set_options(timeout=PATIENCE)

ASSETS = Path(__file__).parents[3] / "src" / "kriterion" / "web" / "base" / "assets"
AXE = ASSETS / "node_modules" / "axe-core" / "axe.min.js"
NARROWEST = 320  # pixels: WCAG 2.2, 1.4.10
ZOOMED = 640  # pixels of CSS in a window of 1280 at 200 %: WCAG 2.2, 1.4.4
_NEXT_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)
_IS_TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
# What a page must hold to: WCAG 2.2 AA, and what axe recommends beyond.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]  # those that depend on the scheme


MAX_SHIFT = 0.05  # of the screen, by the measure of Web Vitals
_OBSERVE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources, hadRecentInput } of list.getEntries()) {
    const moved = sources.map(({ node }) => node?.className ?? node?.nodeName);
    if (!hadRecentInput) shifts.push([value, moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


class Look(NamedTuple):
    """The device, colour scheme and language in which a page is displayed."""

    device: str
    scheme: str
    language: str

    @property
    def size(self) -> tuple[int, int]:
        return (390, 844) if self.device == "phone" else (1280, 800)


LOOKS = [
    Look(device, scheme, language)
    for device in ("phone", "desk")
    for scheme in ("light", "dark")
    for language in ("en", "nl")
]


def _mark_long(look: Look) -> Any:
    return pytest.param(look, marks=pytest.mark.long(reason="the same pages, looked at once more"))


# Each device, scheme and language once: for tests of what people do. `make test` takes the first.
DEFAULT_LOOKS = [Look("phone", "dark", "nl"), _mark_long(Look("desk", "light", "en"))]
# Each device with each scheme, in both languages: for tests of how a page looks.
PAGE_LOOKS = [
    _mark_long(Look("phone", "light", "en")),
    Look("phone", "dark", "nl"),
    _mark_long(Look("desk", "light", "nl")),
    _mark_long(Look("desk", "dark", "en")),
]


class Visit:
    """An open page, with its requests and its console errors."""

    def __init__(self, context: BrowserContext, address: str, look: Look) -> None:
        self.page: Page = context.new_page()
        self.context = context
        self.address = address
        self.look = look
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def log_in(self, user: User) -> "Visit":
        """Log in without the log-in page, which other tests cover."""
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookie = client.cookies["kriterion_session"]
        self.context.add_cookies(
            [{"name": cookie.key, "value": cookie.value, "url": self.address, "httpOnly": True}]
        )
        User.objects.filter(pk=user.pk).update(language=self.look.language)
        return self

    def open(self, path: str) -> "Visit":
        self.page.goto(self.address + path)
        return self

    def take_screenshot(self, name: str, *, whole: bool = True) -> None:
        """Write a screenshot to the directory KRITERION_SCREENSHOTS, if it is set."""
        directory = os.environ.get("KRITERION_SCREENSHOTS")
        if directory:
            file = Path(directory) / f"{name}-{'-'.join(self.look)}.png"
            self.page.screenshot(path=file, full_page=whole)

    def observe_shifts(self) -> None:
        """Record how much the layout of each page that is opened from now on shifts."""
        self.page.add_init_script(_OBSERVE_SHIFTS)

    def list_shifts(self) -> list[Any]:
        """Return the shifts of this page, with the elements that moved."""
        shifts = self.page.evaluate("shifts")
        assert isinstance(shifts, list)
        return shifts

    def load_axe_ahead(self) -> None:
        """Load axe with each page from now on, which is faster than into many open pages."""
        self.page.add_init_script(path=AXE)

    def find_faults(self) -> list[str]:
        """List axe's findings, content wider than the screen, and what else is wrong."""
        return self._examine(RULES) + self.list_complaints()

    def list_complaints(self) -> list[str]:
        """List requests to other sites and what the console says."""
        elsewhere = [
            request for request in self.requests if not request.startswith((self.address, "data:"))
        ]
        found = [f"asked for {address}" for address in elsewhere]
        return found + [f"said {complaint}" for complaint in self.complaints]

    def find_faults_at(self, width: int) -> list[str]:
        """List axe's findings in both colour schemes, and content wider than the screen."""
        with self.sized(width):
            found = self._examine(RULES)
            other = "light" if self.look.scheme == "dark" else "dark"
            self.page.emulate_media(color_scheme=other)  # type: ignore[arg-type]  # one of two
            found += [f"{fault}, {other}" for fault in self._examine(COLOUR_RULES)]
            self.page.emulate_media(color_scheme=self.look.scheme)  # type: ignore[arg-type]
        return [f"{fault}, {width} px" for fault in found]

    def is_too_wide_at(self, width: int) -> bool:
        with self.sized(width):
            return bool(self.page.evaluate(_IS_TOO_WIDE))

    @contextmanager
    def sized(self, width: int) -> Iterator[None]:
        """Give the window another width for a while."""
        usual, height = self.look.size
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_NEXT_FRAMES)  # scripts hear of the new size before a frame is drawn
        yield
        self.page.set_viewport_size({"width": usual, "height": height})

    def _examine(self, rules: list[str]) -> list[str]:
        """List what axe finds by these rules, and content wider than the screen."""
        if not self.page.evaluate("typeof axe !== 'undefined'"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        # No rule of these reads the style sheets that axe would fetch and parse in each run.
        options = "{runOnly: rules, resultTypes: ['violations'], preload: {assets: ['media']}}"
        run = f"rules => axe.run(document, {options})"
        found = [
            f"{violation['id']}: {node['html'][:200]} ({node['failureSummary'][:200]})"
            for violation in self.page.evaluate(run, rules)["violations"]
            for node in violation["nodes"]
        ]
        if self.page.evaluate(_IS_TOO_WIDE):
            found.append("the page is wider than the screen")
        return found


Open = Callable[..., Visit]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(1200))  # a test here looks at many pages
            if not are_assets_built() or not AXE.exists():
                item.add_marker(pytest.mark.skip(reason="scripts/assets has built nothing"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the site, as the command `serve` serves it; the store is the tests' own."""
    config = uvicorn.Config(application, port=0, lifespan="off", log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="site", daemon=True)
    thread.start()
    deadline = monotonic() + 60
    while not server.started:
        assert thread.is_alive() and monotonic() < deadline, "the server did not start"
        sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)


@pytest.fixture
def open_visit(browser: Browser, server: str, transactional_db: None) -> Iterator[Open]:
    """Opens a separate browser for a user: `open_visit(user, look)`."""
    contexts = []

    def open_for(user: User | None = None, look: Look = LOOKS[4], *, scripts: bool = True) -> Visit:
        width, height = look.size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=look.scheme,  # type: ignore[arg-type]  # one of two
            locale=look.language,
            java_script_enabled=scripts,
            has_touch=look.device == "phone",
            reduced_motion="reduce",  # a picture of something that moves shows anything
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        visit = Visit(context, server, look)
        return visit.log_in(user) if user is not None else visit

    yield open_for
    for context in contexts:
        context.close()


def _choose_looks(looks: list[Any]) -> list[Any]:
    return LOOKS if "KRITERION_SCREENSHOTS" in os.environ else looks


@pytest.fixture(params=_choose_looks(DEFAULT_LOOKS), ids="-".join)
def look(request: pytest.FixtureRequest) -> Look:
    assert isinstance(request.param, Look)
    return request.param


@pytest.fixture(params=_choose_looks(PAGE_LOOKS), ids="-".join)
def page_look(request: pytest.FixtureRequest) -> Look:
    assert isinstance(request.param, Look)
    return request.param


@pytest.fixture
def workers(transactional_db: None) -> Iterator[SubmissionWorker]:
    """Real workers in this process, as `serve` has them."""
    engine = SubmissionWorker(2, assess=assess_submission)
    use_worker(engine)
    engine.start()
    yield engine
    engine.stop()
    use_worker(None)


def wait_for_parts(is_done: Callable[[], bool], count_parts: Callable[[], int]) -> None:
    """Wait until workers have done something of several parts.

    Each part, not all of them together, may take as long as a busy machine takes for anything.
    """
    parts, deadline = count_parts(), monotonic() + PATIENCE / 1000
    while not is_done():
        if (now := count_parts()) != parts:
            parts, deadline = now, monotonic() + PATIENCE / 1000
        assert monotonic() < deadline, f"nothing happens after {parts} parts"
        sleep(0.05)


def get_text(visit: Visit, selector: str) -> str:
    """Return an element's text with white space collapsed."""
    return re.sub(r"\s+", " ", visit.page.inner_text(selector)).strip()
