"""A site for measurements: a database with a class of users, and a server in a process."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from kriterion.web.accounts.models import User

# It writes the time it started, then as often and for as long as configured.
JUDGE = """#!/usr/bin/env python3
import json, sys, time
told = json.load(sys.stdin)
def say(**words):
    print(json.dumps(words), flush=True)
say(command="start-judgement")
say(command="start-tab", title="Clock")
for _ in range(int(told.get("times", 1))):
    say(command="append-message", message=f"said at {time.time()}")
    time.sleep(float(told.get("pause", 0)))
say(command="close-tab")
say(command="close-judgement", accepted=True, status={"enum": "correct", "human": "Correct"})
"""


@contextmanager
def temporary_site() -> Iterator[Path]:
    """Set up Django for a new data directory, which is removed in the end."""
    data = Path(tempfile.mkdtemp(prefix="kriterion-bench-"))
    try:
        _start_django(data)
        yield data
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _start_django(data: Path) -> None:
    data.chmod(0o711)
    (data / "secret-key").write_text("only for this benchmark", encoding="utf-8")
    os.environ["KRITERION_DATA"] = str(data)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kriterion.web.settings"
    import django  # needs the data directory

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def clock(data: Path, *, times: int, pause: float) -> int:
    """Store an exercise whose judge writes the time; return the activity's id."""
    from kriterion.web.catalog.models import Activity
    from kriterion.web.repositories.models import Repository
    from kriterion.web.tools.models import Tool

    judge = data / "clock-judge"
    judge.mkdir(exist_ok=True)
    (judge / "run").write_text(JUDGE, encoding="utf-8")
    (judge / "run").chmod(0o755)
    Tool.objects.get_or_create(
        kind="judge", name="clock", defaults={"directory": str(judge), "state": "ready"}
    )
    name = f"clock-{times}-{pause}"
    exercise = data / "clocks" / name
    (exercise / "description").mkdir(parents=True)
    (exercise / "description" / "description.en.md").write_text("Wait.", encoding="utf-8")
    (exercise / "config.json").write_text(
        '{"type": "exercise", "access": "public", "programming_language": "text",'
        ' "description": {"names": {"en": "Clock"}},'
        f' "evaluation": {{"handler": "clock", "times": {times}, "pause": {pause}}}}}',
        encoding="utf-8",
    )
    repository, _ = Repository.objects.get_or_create(
        name="clocks",
        defaults={"directory": str(data / "clocks"), "format": "dodona", "state": "ready"},
    )
    return Activity.objects.create(
        repository=repository, path=name, names={"en": name}, is_public=True
    ).pk


def make_people(number: int, role: str = "student") -> list[str]:
    """Log in that many users; return their Cookie headers."""
    from kriterion.web.accounts.models import User

    names = [f"{role}-{each}" for each in range(number)]
    return [make_cookie(User.objects.create(username=name, role=role)) for name in names]


def make_cookie(user: "User") -> str:
    """Return the Cookie header of a logged-in user."""
    from django.test import Client

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.cookies["kriterion_session"].value
    return f"kriterion_session={session}; kriterion_csrf={'a' * 32}"


def submit_solution(port: int, activity: int, cookie: str, text: str) -> int:
    """Submit as a browser without JavaScript does; return the submission's id."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        return submit(connection, activity, cookie, text)
    finally:
        connection.close()


def submit(connection: http.client.HTTPConnection, activity: int, cookie: str, text: str) -> int:
    """Submit a text over an open connection; return the submission's id."""
    body = f"csrfmiddlewaretoken={'a' * 32}&name=a.txt&text={text}"
    form = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", f"/activities/{activity}/submit", body, form)
    answer = connection.getresponse()
    answer.read()
    match = re.search(r"/submissions/(\d+)/", answer.headers.get("Location", ""))
    if match is None:
        raise RuntimeError(f"not accepted: status {answer.status}")
    return int(match[1])


@contextmanager
def served(data: Path, *, workers: int, checkout: Path | None = None) -> Iterator[tuple[int, int]]:
    """Serve the site on a free port; yield the port and the server's process id.

    `checkout` is one of another version with the same migrations, to compare with.
    """
    variables = {} if checkout is None else {"PYTHONPATH": str(checkout / "src")}
    environment = {**os.environ, **variables}
    with start_server(
        data, workers=workers, environment=environment, errors=subprocess.DEVNULL
    ) as server:
        greeting, pid = server
        match = re.search(r"http://\S+:(\d+)", greeting)
        if match is None:
            raise RuntimeError(greeting)
        yield int(match[1]), pid


@contextmanager
def start_server(
    data: Path, *, workers: int, environment: Mapping[str, str], errors: int | None
) -> Iterator[tuple[str, int]]:
    """Serve the site on a free port; yield its greeting and the server's process id.

    `errors` is where standard error goes, as for subprocess.Popen.
    """
    command = (sys.executable, "-m", "kriterion.cli.main", "serve", "--data", str(data))
    process = subprocess.Popen(
        (*command, "--port", "0", "--workers", str(workers)),
        stdout=subprocess.PIPE,
        stderr=errors,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    greeting = ""
    try:
        for line in process.stdout or ():
            greeting += line
            if "Ctrl+C" in line:
                break
        yield greeting, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(120)


def launch_chromium(playwright: "Playwright") -> "Browser":
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
    )


def find_workers_process(pid: int) -> int:
    """Return the id of the process that assesses for a server, once it has started one."""
    while True:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                with suppress(OSError):
                    if b"--site-channel" in Path(f"/proc/{child}/cmdline").read_bytes():
                        return int(child)
        time.sleep(0.01)
