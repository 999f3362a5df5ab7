"""How soon a student can work, what pages transfer, and whether they jump or stutter, in Chromium.

With KRITERION_SCREENSHOTS=DIR a picture of each page is written there.
"""

import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from benchmarks import served_site as site

EXAMPLES = Path(__file__).parents[1] / "examples" / "exercises"
TESTS = 200
PAUSE = 0.02  # seconds between two tests
# Writes TESTS tests, every other one wrong.
JUDGE = f"""#!/usr/bin/env python3
import json, sys, time
sys.stdin.read()
def say(**words):
    print(json.dumps(words), flush=True)
say(command="start-judgement")
say(command="start-tab", title="Tests")
for number in range({TESTS}):
    say(command="start-context")
    call = {{"format": "python", "description": f"f({{number}})"}}
    say(command="start-testcase", description=call)
    say(command="start-test", expected=str(number))
    status = {{"enum": "wrong", "human": "Wrong"}}
    if number % 2:
        status = {{"enum": "correct", "human": "Correct"}}
    say(command="close-test", generated=str(number) if number % 2 else "no", status=status)
    say(command="close-testcase")
    say(command="close-context")
    time.sleep({PAUSE})
say(command="close-tab")
say(command="close-judgement")
"""
OBSERVE = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
}).observe({ type: "layout-shift", buffered: true });
"""
OBSERVE_EDITOR = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(".cm-content")) return;
  window.editorAt = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
FIRST_VISITS = 20
WIDTHS = (1280, 390, 320)
LONG_TASK_MILLISECONDS = 50


def main() -> None:
    with site.temporary_site() as data:
        addresses = _make_school(data)
        cookie = addresses.pop("cookie")
        with site.served(data, workers=1) as (port, _), sync_playwright() as playwright:
            browser = site.launch_chromium(playwright)
            _measure(browser, f"http://127.0.0.1:{port}", cookie, addresses)
            browser.close()


def _make_school(data: Path) -> dict[str, str]:
    """Store a course with our examples and an exercise of TESTS tests; return addresses."""
    from kriterion.web.accounts.models import User
    from kriterion.web.catalog.repository_fetching import fetch
    from kriterion.web.courses.models import Course, Listing, Membership, Series
    from kriterion.web.repositories.models import Repository
    from kriterion.web.tools.models import Tool

    judge, exercise = data / "many-judge", data / "many" / "many"
    judge.mkdir()
    (judge / "config.json").write_text("{}")
    (judge / "run").write_text(JUDGE)
    (judge / "run").chmod(0o755)
    (exercise / "description").mkdir(parents=True)
    (exercise / "description" / "description.en.md").write_text("Wait.\n\n### Part\n\nOf it.\n")
    (exercise / "description" / "hints.en.md").write_text("- Look.\n- Look again.\n")
    names = {"description": {"names": {"en": "Many"}}, "programming_language": "python"}
    (exercise / "config.json").write_text(json.dumps({**names, "evaluation": {"handler": "many"}}))
    Tool.objects.create(kind="judge", name="many", directory=str(judge), state="ready")
    ada = User.objects.create(username="ada", first_name="Ada")
    course = Course.objects.create(slug="python", name="Python")
    Membership.objects.create(user=ada, course=course)
    series = Series.objects.create(course=course, name="First steps")
    places = {}
    for name, directory in (("examples", EXAMPLES), ("many", data / "many")):
        repository = Repository.objects.create(name=name, directory=str(directory))
        fetch(repository)
        for activity in repository.activities.all():
            Listing.objects.create(series=series, activity=activity, position=activity.pk)
            places[activity.path] = f"/activities/{activity.pk}/"
    return {"cookie": site.make_cookie(ada), **places}


@contextmanager
def _open(browser: Browser, origin: str, cookie: str, width: int = 1280) -> Iterator[Page]:
    """A page of a browser that has never been here."""
    context: BrowserContext = browser.new_context(viewport={"width": width, "height": 800})
    context.set_default_timeout(120_000)
    pairs = (pair.partition("=") for pair in cookie.split("; "))
    context.add_cookies([{"name": name, "value": value, "url": origin} for name, _, value in pairs])
    page = context.new_page()
    page.add_init_script(OBSERVE)
    page.on("pageerror", lambda error: print(f"  ERROR {error}"))
    page.on("console", lambda message: print(f"  CONSOLE {message.text}"))
    yield page
    context.close()


def _measure(browser: Browser, origin: str, cookie: str, addresses: dict[str, str]) -> None:
    _measure_editor(browser, origin, cookie, origin + addresses["barcode"])
    with _open(browser, origin, cookie) as page:
        _measure_first_visit(page, origin + addresses["barcode"], "exercise", ".cm-content")
        _measure_typing(page)
    with _open(browser, origin, cookie) as page:
        _measure_first_visit(page, origin + "/", "home", "footer")
    with _open(browser, origin, cookie) as page:
        submission = _measure_arrival(browser, page, origin + addresses["many"])
    with _open(browser, origin, cookie) as page:
        _measure_first_visit(page, submission, f"result with {TESTS} tests", ".verdict")
    pages = {
        "home": "/",
        "course": "/courses/python/",
        "courses": "/courses/",
        "exercise": addresses["barcode"],
        "many": addresses["many"],
        "reading": addresses["reading-a-traceback"],
        "versions": addresses["many"] + "versions/",
        "submissions": "/submissions/",
        "submissions-none": "/submissions/?result=open",
        "result": submission.removeprefix(origin),
        "search": "/search/?q=a",
        "log-in": "/accounts/login/",
    }
    for width in WIDTHS:
        with _open(browser, origin, cookie, width) as page:
            for name, address in pages.items():
                _check_page(page, origin + address, name, width)


def _measure_first_visit(page: Page, address: str, name: str, selector: str) -> None:
    """Measure the time until the page can be used, and what it transfers."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    since = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(selector)
    seconds = time.perf_counter() - since
    page.wait_for_load_state("networkidle")
    busy = _read_busy_seconds(session)
    size = sum(received) / 1024
    print(f"  {name}: usable after {seconds:.2f} s ({busy:.2f} s busy), {size:.0f} KB transferred")


def _measure_editor(browser: Browser, origin: str, cookie: str, address: str) -> None:
    """Measure how soon the editor of an exercise appears on a first visit.

    The page measures from the start of its navigation, so the steps of the driver do not count.
    """
    seconds = []
    for _ in range(FIRST_VISITS):
        with _open(browser, origin, cookie) as page:
            page.add_init_script(OBSERVE_EDITOR)
            page.goto(address)
            page.wait_for_function("window.editorAt")
            seconds.append(page.evaluate("editorAt") / 1000)
    print(
        f"  exercise: the editor appears after {statistics.median(seconds):.2f} s, median of"
        f" {FIRST_VISITS} first visits ({min(seconds):.2f} to {max(seconds):.2f} s);"
        f" load {os.getloadavg()[0]:.1f}"
    )


def _read_busy_seconds(session: CDPSession) -> float:
    """Return how long the page's main thread used the processor."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


def _measure_typing(page: Page) -> None:
    page.click(".cm-content")
    page.keyboard.type("x")
    since = time.perf_counter()
    page.wait_for_selector("#saved:text-is('Saved')")
    print(f"  from the last key to the saved draft: {time.perf_counter() - since:.2f} s")


def _measure_arrival(browser: Browser, page: Page, address: str) -> str:
    """Submit, and count long tasks while the tests arrive; return the address of the submission."""
    page.goto(address)
    page.wait_for_selector(".cm-content")
    page.click(".cm-content")
    page.keyboard.type("x = 1")
    browser.start_tracing(page=page, categories=["toplevel"])
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#outcome #result[data-state=finished]")
    page.wait_for_selector("#outcome .verdict .status")
    page.wait_for_load_state("networkidle")
    stalls = _list_long_tasks(json.loads(browser.stop_tracing())["traceEvents"])
    least = LONG_TASK_MILLISECONDS
    print(
        f"  while {TESTS} tests arrive: tasks over {least} ms of the processor: {stalls or 'none'}"
    )
    _take_screenshot(page, "outcome", 1280)
    link: Any = page.get_attribute("#outcome [data-page]", "href")
    return page.evaluate("link => new URL(link, location.href).href", link)  # type: ignore[no-any-return]


def _list_long_tasks(events: list[dict[str, Any]]) -> list[int]:
    """Return the milliseconds of the processor that long tasks of the page's main thread took.

    Unlike the time that they lasted, these do not depend on what else the machine does.
    """
    names = [event for event in events if event["name"] == "thread_name"]
    main = {
        (event["pid"], event["tid"]) for event in names if event["args"]["name"] == "CrRendererMain"
    }
    taken = (
        event.get("tdur", 0) // 1000
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask" and (event["pid"], event["tid"]) in main
    )
    return [milliseconds for milliseconds in taken if milliseconds > LONG_TASK_MILLISECONDS]


def _check_page(page: Page, address: str, name: str, width: int) -> None:
    """Report a page that jumps while it loads, or scrolls sideways."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    shift = page.evaluate("shifts")
    if shift > 0.05:
        print(f"  {name} at {width} px: shifts by {shift:.3f}")
    root = "document.documentElement"
    if page.evaluate(f"{root}.scrollWidth > {root}.clientWidth"):
        print(f"  {name} at {width} px: is too wide")
    _take_screenshot(page, name, width)


def _take_screenshot(page: Page, name: str, width: int) -> None:
    if directory := os.environ.get("KRITERION_SCREENSHOTS"):
        page.screenshot(path=Path(directory, f"{name}-{width}.png"))
