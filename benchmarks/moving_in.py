"""Move real courses onto new sites by their pages, and count what works there.

Each move begins with an empty data directory, and ends when workers have judged the exercises' own
solutions and a student has submitted one: `docs/reference/moves.md` has the results.

    KRITERION_REFERENCES=DIR MOVING_IN_SETTINGS=kriterion.toml python -m benchmarks moving_in

DIR has clones of the public repositories as OWNER+NAME. The settings name the images of judges and
test runners on this machine. MOVING_IN_MOVES selects moves by name; MOVING_IN_PICTURES is a
directory for screenshots. MOVING_IN_SECONDS limits how long each move waits for own solutions;
those not judged by then are counted.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.served_site import launch_chromium, start_server

PATIENCE: Final = 600_000  # milliseconds for a page
_WORKERS: Final = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedTool:
    """A tool as the form of the site's tools wants it; `directory` is in the references."""

    kind: str
    name: str
    directory: str
    image: str = ""
    languages: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A repository and the tools that its exercises need; `path` is the exercise to solve."""

    repository: str
    name: str
    path: str
    tools: tuple[MovedTool, ...] = ()
    language: str = "en"


_DODONA_JUDGES = {
    "tested": "universal-judge",
    "java12": "judge-java",
    "javascript": "judge-javascript",
    "prolog": "judge-prolog",
    "R": "judge-r",
    "haskell": "judge-haskell",
    "html": "judge-html",
    "sql": "judge-sql",
    "turtle": "judge-turtle",
}


def _make_test_runner(language: str) -> MovedTool:
    name = f"exercism/{language}-test-runner"
    return MovedTool(
        kind="test-runner",
        name=language,
        directory=name.replace("/", "+"),
        image=name,
        languages=language,
    )


MOVES: Final = {
    "dodona": Move(
        repository="dodona-edu+example-exercises",
        name="Example exercises",
        path="tested/function",
        language="nl",
        tools=tuple(
            MovedTool(kind="judge", name=name, directory=f"dodona-edu+{repository}")
            for name, repository in _DODONA_JUDGES.items()
        ),
    ),
    "learn-ocaml": Move(
        repository="ocaml-sf+learn-ocaml-corpus",
        name="Learn OCaml",
        path="mooc/week1/seq3/ex1",
    ),
    "learn-ocaml-demo": Move(
        repository="ocaml-sf+learn-ocaml/demo-repository",
        name="Demo of learn-ocaml",
        path="demo",
    ),
    "exercism-python": Move(
        repository="exercism+python",
        name="Python",
        path="exercises/practice/leap",
        tools=(_make_test_runner("python"),),
    ),
    "exercism-javascript": Move(
        repository="exercism+javascript",
        name="JavaScript",
        path="exercises/practice/leap",
        tools=(_make_test_runner("javascript"),),
    ),
}


def main() -> None:
    chosen = os.environ.get("MOVING_IN_MOVES", "").split() or MOVES
    for name in chosen:
        # Each in a process of its own: Django can be set up only once per process.
        command = f"from benchmarks.moving_in import run_move; run_move({name!r})"
        subprocess.run((sys.executable, "-c", command), check=True)


def run_move(name: str) -> None:
    """Make one move, and print what it came to as JSON."""
    move, references = MOVES[name], Path(os.environ["KRITERION_REFERENCES"]).resolve()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kriterion-move-") as place, sync_playwright() as play:
        Path(place).chmod(0o711)
        data, settings = Path(place, "data"), Path(place, "kriterion.toml")
        given = os.environ.get("MOVING_IN_SETTINGS")
        settings.write_text(
            f'repository_directories = ["{references}"]\n'
            + (Path(given).read_text(encoding="utf-8") if given else ""),
            encoding="utf-8",
        )
        with _serve(data, settings) as (address, password):
            chromium = launch_chromium(play)
            visit = _Visit(chromium, address, name)
            visit.log_in("administrator", password)
            for tool in move.tools:
                _add_tool(visit, references, tool)
            repository = _add_repository(visit, references, move)
            course = _make_course(visit, repository)
            ready = time.monotonic() - began
            student = _Visit(chromium, address, name, language=move.language)
            student.log_in("mila", _add_student(visit, move.language))
            _start_django(data, settings)
            _solve(student, course, _find_solution(move))
            solved = time.monotonic() - began
            _wait_for_check(visit, repository)
            counts = _count()
            chromium.close()
    counts |= {"seconds until the course is open": round(ready)}
    counts |= {"seconds until a student has a result": round(solved)}
    counts |= {"seconds in all": round(time.monotonic() - began)}
    print(json.dumps({name: counts}, indent=2, ensure_ascii=False), flush=True)


class _Visit:
    """A browser of somebody, whose screenshots are numbered."""

    _number = 0  # of screenshots

    def __init__(self, chromium: Browser, address: str, name: str, *, language: str = "en") -> None:
        self.context: BrowserContext = chromium.new_context(
            viewport={"width": 1280, "height": 850}, locale=language
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.address, self._name = address, name

    def log_in(self, user: str, password: str) -> None:
        self.page.goto(f"{self.address}/accounts/login/")
        self.page.fill("input[name=login]", user)
        self.page.fill("input[name=password]", password)
        self.page.press("input[name=password]", "Enter")
        self.page.wait_for_url(f"{self.address}/")

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def look(self, what: str, *, whole: bool = True) -> None:
        directory = os.environ.get("MOVING_IN_PICTURES")
        if directory:
            _Visit._number += 1
            file = Path(directory) / f"{self._name}-{_Visit._number:02}-{what}.png"
            self.page.wait_for_timeout(500)  # until animations have ended
            self.page.screenshot(path=file, full_page=whole)

    def reload_while(self, shown: str) -> None:
        while self.page.locator(shown).count():
            self.page.wait_for_timeout(2000)
            self.page.reload()


def _add_tool(visit: _Visit, references: Path, tool: MovedTool) -> None:
    page = visit.open(f"/administration/tools/add/?kind={tool.kind}")
    page.check("input[name=source][value=directory]")
    for field in ("name", "image", "languages"):
        if value := getattr(tool, field):
            page.fill(f"[name={field}]", value)
    page.fill("[name=directory]", str(references / tool.directory))
    visit.look(f"tool-{tool.name}-form")
    page.click("main button.button-primary")
    page.wait_for_url(re.compile(r"/tools/\d+/$"))
    visit.reload_while("main .spinner")
    visit.look(f"tool-{tool.name}")


def _add_repository(visit: _Visit, references: Path, move: Move) -> int:
    """Add the repository; return its id once it has been read."""
    page = visit.open("/administration/repositories/add/")
    page.fill("input[name=name]", move.name)
    page.fill("input[name=local_directory]", str(references / move.repository))
    visit.look("repository-form")
    page.click("main button.button-primary")
    page.wait_for_url(re.compile(r"/repositories/\d+/$"))
    visit.reload_while(".page-head .spinner")
    visit.look("repository")
    return int(page.url.rstrip("/").rpartition("/")[2])


def _make_course(visit: _Visit, repository: int) -> str:
    """Make a course that anyone can join, with all series visible; return its name in the URL."""
    page = visit.open(f"/administration/repositories/{repository}/")
    page.click("main button:has-text('Make a course')")
    page.wait_for_url(re.compile(r"/series/$"))
    visit.look("course-made")
    course = page.url.rstrip("/").split("/")[-2]
    page.click("main button:has-text('Show all to students')")
    visit.look("series-shown")
    page.goto(f"{visit.address}/courses/{course}/settings/")
    page.check("input[name=registration][value=open]")
    page.check("input[name=visible]")
    visit.look("course-settings")
    page.click("main button.button-primary")
    page.goto(f"{visit.address}/courses/{course}/")
    visit.look("course-teacher")
    return course


def _add_student(visit: _Visit, language: str) -> str:
    """Add the student Mila, who reads that language; return her password."""
    page = visit.open("/administration/users/add/")
    page.fill("input[name=username]", "mila")
    page.select_option("select[name=language]", language)
    page.click("main button.button-primary")
    return page.locator(".shown-once").inner_text()


def _solve(student: _Visit, course: str, solution: tuple[int, dict[str, str]]) -> None:
    """Join the course, and submit an exercise's own solution."""
    activity, files = solution
    page = student.open(f"/courses/{course}/")
    page.click("main .page-head button.button-primary")
    page.wait_for_load_state("networkidle")
    student.look("course-student")
    link = page.locator(f"a[href*='/activities/{activity}/']")
    for fold in page.locator("details.series-fold:not([open])", has=link).all():
        fold.locator("summary").click()  # a long course folds its series
    page.locator("main").locator(link).first.click()
    page.wait_for_selector(".cm-content")
    student.look("exercise")
    for text in files.values():
        page.locator(".cm-content").first.click()
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#result")
    page.wait_for_selector("#result .spinner", state="detached")
    student.look("result", whole=False)
    page.goto(f"{student.address}/courses/{course}/")
    student.look("course-after", whole=False)


def _wait_for_check(visit: _Visit, repository: int) -> None:
    page = visit.open(f"/administration/repositories/{repository}/")
    end = time.monotonic() + float(os.environ.get("MOVING_IN_SECONDS", "inf"))
    while page.locator("#check .spinner").count() and time.monotonic() < end:
        page.wait_for_timeout(5000)
        page.reload()
    visit.look("checked")
    page.goto(f"{visit.address}/administration/repositories/{repository}/activities/?held=1")
    visit.look("held-back")


def _start_django(data: Path, settings: Path) -> None:
    os.environ["KRITERION_DATA"] = str(data)
    os.environ["KRITERION_CONFIG"] = str(settings)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kriterion.web.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser's loop runs in this thread
    import django  # needs the data directory

    django.setup()


def _find_solution(move: Move) -> tuple[int, dict[str, str]]:
    """Return the id of the exercise to solve, and its first own solution."""
    from kriterion.authoring.trials import gather_trials
    from kriterion.web.catalog.exercise_files import load_activity_exercise
    from kriterion.web.catalog.models import Activity

    activity = Activity.objects.select_related("repository").get(path=move.path, type="exercise")
    trials, _ = gather_trials(load_activity_exercise(activity))
    return activity.pk, {
        name: content.decode() for name, content in trials[0].submission.files.items()
    }


def _count() -> dict[str, Any]:
    """Count activities, problems, and own solutions that are judged correct."""
    from kriterion.authoring.trials import gather_trials
    from kriterion.web.catalog.exercise_files import load_activity_exercise
    from kriterion.web.catalog.models import Activity
    from kriterion.web.repositories.models import Repository
    from kriterion.web.repository_management.models import RepositoryCheck
    from kriterion.web.repository_management.services.problems import find_problems
    from kriterion.web.submissions.models import Submission

    repository = Repository.objects.get()
    check = RepositoryCheck.objects.get(repository=repository)
    findings = [row for row in check.findings if row["severity"] == "error"]
    failed = {row["file"]: row["what"] for row in findings}
    solutions, without = 0, []
    exercises = Activity.objects.filter(repository=repository, type="exercise", state="ok")
    judged: set[str] = set()
    for activity in exercises.select_related("repository"):
        own = [
            trial for trial in gather_trials(load_activity_exercise(activity))[0] if trial.solution
        ]
        solutions += len(own)
        judged |= {trial.file for trial in own}
        if not own:
            without.append(activity.path)
    not_judged = {row["file"]: row["what"] for row in check.findings if row["severity"] != "error"}
    problems = find_problems(repository)
    return {
        "activities": dict(Counter(f"{a.type}, {a.state}" for a in repository.activities.all())),
        "problems": dict(Counter(problem["severity"] for problem in problems)),
        "problem codes": dict(Counter(problem["code"] for problem in problems)),
        "own solutions": solutions,
        "judged": check.judged,
        "exercises not judged yet": check.total - check.done,
        "exercises without": without,
        "failed": {file: what for file, what in failed.items() if file in judged},
        "other errors": {file: what for file, what in failed.items() if file not in judged},
        "warnings": not_judged,
        "held back": [
            activity.path for activity in repository.activities.filter(is_held_back=True)
        ],
        "student": list(Submission.objects.values_list("status", "accepted")),
    }


@contextmanager
def _serve(data: Path, settings: Path) -> Iterator[tuple[str, str]]:
    """Serve a new site; yield its address and the administrator's password."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("KRITERION_")},
        "KRITERION_CONFIG": str(settings),
    }
    with start_server(data, workers=_WORKERS, environment=environment, errors=None) as server:
        greeting, _ = server
        address = re.search(r"http://\S+", greeting)
        password = re.search(r"administrator +(\S+)", greeting)
        if address is None or password is None:
            raise RuntimeError(greeting)
        yield address[0], password[1]
