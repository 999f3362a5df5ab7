"""A whole deployment: PostgreSQL, two sites and workers, each on a machine of its own."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psycopg

from kriterion.tools.catalog import SHIPPED_REPRESENTER
from kriterion.tools.runtime import IMAGE_NAME
from tests.built_tools import copy_built_tools
from tests.scale.machines import Daemon, Machine, Network, network, wait_until
from tests.scale.solutions import Solution, find_number, mix
from tests.web.postgresql import PROGRAMS
from tests.web.site_process import KRITERION, make_environment

_ROOT = Path(__file__).parents[2]
_FAKE_TIME_FIX = Path(__file__).parent / "fake_time"

USERS = 50
_SITES_MEGABYTES = 160  # of the disk that the sites share
SITE_PORT = 8000
DATABASE_PORT = 5432
_FAKE_TIME = "*/faketime/libfaketimeMT.so.1"  # below /usr/lib
_OCAML = Path("/usr/lib/ocaml")
# Half of the examples, those in Python, are analyzed and represented, too.
_SETTINGS = f"""
[analyzers.kriterion]
programming_languages = ["python"]
accepted_only = false

[representers.kriterion]
directory = "{SHIPPED_REPRESENTER}"
image = "{IMAGE_NAME}"
programming_languages = ["python"]
"""
OVER = ("finished", "failed", "cancelled")

# Notes verdicts as they are stored, so a second one is noticed even if it equals the first, and
# claims, so that it is known which workers ran a submission.
_WATCH = """
CREATE TABLE trial_claims (submission bigint, attempt integer, worker text);
CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trial_claims VALUES (NEW.id, NEW.attempt, NEW.worker);
    RETURN NULL;
END $$;
CREATE TRIGGER trial_claims AFTER UPDATE ON submissions_submission FOR EACH ROW
WHEN (NEW.state = 'running' AND OLD.attempt <> NEW.attempt) EXECUTE FUNCTION note_claim();
CREATE TABLE trial_verdicts (submission bigint, attempt integer, status text, worker text);
CREATE FUNCTION note_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO trial_verdicts VALUES (NEW.id, NEW.attempt, NEW.status, OLD.worker);
    RETURN NULL;
END $$;
CREATE TRIGGER trial_verdicts AFTER UPDATE ON submissions_submission FOR EACH ROW
WHEN (NEW.state = 'finished' AND (OLD.state <> 'finished' OR OLD.attempt <> NEW.attempt
    OR OLD.status <> NEW.status)) EXECUTE FUNCTION note_verdict();
"""
_ROWS = """
SELECT s.id, s.files, s.state, s.status, s.attempt, s.failures, s.failure, s.worker,
    (SELECT count(*) FROM submissions_assessment a
        WHERE a.submission_id = s.id AND a.attempt = s.attempt),
    (SELECT count(*) FROM trial_verdicts v WHERE v.submission = s.id),
    s.created_at, s.started_at, s.finished_at, s.image
FROM submissions_submission s ORDER BY s.id
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A submission as the database has it; `verdicts` counts how often one was stored."""

    id: int
    number: int
    state: str
    status: str
    attempt: int
    failures: int
    failure: str
    worker: str
    assessments: int
    verdicts: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    image: str

    @property
    def waited_seconds(self) -> float | None:
        return None if self.started_at is None else self._measure(self.created_at, self.started_at)

    @property
    def lasted_seconds(self) -> float | None:
        if self.started_at is None or self.finished_at is None:
            return None
        return self._measure(self.started_at, self.finished_at)

    @staticmethod
    def _measure(begin: datetime, end: datetime) -> float:
        return (end - begin).total_seconds()


class Database:
    """PostgreSQL on a machine; this process reaches it by a socket."""

    def __init__(self, machine: Machine, root: Path) -> None:
        self.machine = machine
        self._programs = _find_postgresql()
        self._place = root / "postgresql"
        self._place.mkdir(mode=0o700)
        shutil.chown(self._place, "postgres", "postgres")
        self._log = root / "postgresql.log"
        self._daemon: Daemon | None = None
        self.url = f"postgres://kriterion@{machine.address}:{DATABASE_PORT}/postgres"
        data = self._place / "cluster"
        words = ("--auth=trust", "--username=kriterion", "--no-sync", f"--pgdata={data}")
        machine.run(*self._as_postgres("initdb", *words), variables=os.environ)
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.77.0.0/16 trust\n")

    def start(self) -> None:
        options = {
            "listen_addresses": "*",
            "unix_socket_directories": str(self._place),
            "fsync": "off",  # no power is cut, and the kernel keeps what a killed server wrote
            "log_min_messages": "warning",
        }
        words = [f"--{name}={value}" for name, value in options.items()]
        command = self._as_postgres("postgres", "-D", str(self._place / "cluster"), *words)
        self._daemon = self.machine.start(*command, variables=os.environ, log=self._log)
        wait_until(self._is_answering)

    def kill(self) -> None:
        """End all its processes at once, as a power cut does."""
        self.machine.signal_all("KILL")
        assert self._daemon is not None
        self._daemon.kill()

    def query(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        with self._connect() as connection:
            return connection.execute(text, values).fetchall()

    def execute(self, text: str, *values: object) -> None:
        with self._connect() as connection:
            connection.execute(text, values or None)

    def _connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(
            host=str(self._place), user="kriterion", dbname="postgres", connect_timeout=5
        )

    def _is_answering(self) -> bool:
        assert self._daemon is not None
        assert self._daemon.is_alive, f"PostgreSQL ended: {self._log.read_text()}"
        try:
            self.query("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _as_postgres(self, program: str, *words: str) -> tuple[str, ...]:
        user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
        return (*user, str(self._programs / program), *words)


@dataclass
class Node:
    """A machine with one program of Kriterion, which may be started with further variables."""

    machine: Machine
    command: tuple[str, ...]
    variables: dict[str, str]
    log: Path
    daemon: Daemon | None = None
    starts: int = 0

    def start(self, **variables: str) -> None:
        self.starts += 1
        changed = {**self.variables, **variables}
        self.daemon = self.machine.start(*self.command, variables=changed, log=self.log)

    @property
    def is_alive(self) -> bool:
        return self.daemon is not None and self.daemon.is_alive

    def kill(self) -> None:
        """Kill the program only: what it started must end by itself."""
        assert self.daemon is not None
        self.daemon.kill()

    def restart(self, **variables: str) -> None:
        """Kill it, and start it with further variables."""
        self.kill()
        wait_until(self.machine.is_silent)
        self.start(**variables)

    def freeze(self) -> None:
        """Suspend the whole machine."""
        self.machine.signal_all("STOP")

    def thaw(self) -> None:
        self.machine.signal_all("CONT")
        assert self.daemon is not None
        self.daemon.resume()


@dataclass
class Deployment:
    """The machines, and what students submitted."""

    root: Path
    network: Network
    database: Database
    sites: list[Node] = field(default_factory=list)
    workers: dict[str, Node] = field(default_factory=dict)
    students: Machine | None = None
    exercises: dict[str, dict[str, int]] = field(default_factory=dict)
    sessions: list[str] = field(default_factory=list)
    submitted: list[Solution] = field(default_factory=list)
    acknowledged: list[int] = field(default_factory=list)
    set_aside: list[int] = field(default_factory=list)  # must fail, as they kill their workers

    # --- machines

    def add_site(self) -> Node:
        """Start a site; all sites share a disk."""
        number = len(self.sites) + 1
        machine = self.network.add(f"site-{number}")
        machine.mount_shared_disk(self.root / "sites")
        if not self.sites:
            copy_built_tools(machine.look_inside(machine.disk / "data"))
        words = ("serve", "--workers", "0", "--host", machine.address, "--port", str(SITE_PORT))
        node = self._make_node(machine, *words, KRITERION_HOSTS="*")  # proxies have other names
        self.sites.append(node)
        node.start()
        self.wait_for_site(node)
        return node

    def wait_for_site(self, node: Node) -> None:
        ready = f"http://{node.machine.address}:{SITE_PORT}"

        def is_ready() -> bool:
            assert node.is_alive, f"the site ended: {node.log.read_text()}"
            return node.log.read_text().count(ready) >= node.starts

        wait_until(is_ready)

    def add_worker(
        self,
        name: str,
        *,
        slots: int = 2,
        megabytes: int = 512,
        is_started: bool = True,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> Node:
        """Add a worker with a disk of its own, which fetches its content from the first site."""
        machine = self.network.add(name)
        machine.mount_own_disk(megabytes)
        if is_started:  # others may be prepared so that they cannot build all tools
            copy_built_tools(machine.look_inside(machine.disk / "data"))
        content = {
            "KRITERION_CONTENT_URL": f"http://{self.sites[0].machine.address}:{SITE_PORT}",
            "KRITERION_CONTENT_TOKEN": self.make_token(name),
        }
        node = self._make_node(
            machine, "worker", "--concurrency", str(slots), **{**content, **variables}
        )
        self.workers[name] = node
        if is_started:
            node.start()
        return node

    def make_token(self, name: str) -> str:
        site = self.sites[0]
        words = (*KRITERION, "manage", "worker_token", "add", name)
        return site.machine.run(*words, variables=site.variables).strip()

    def _make_node(self, machine: Machine, *words: str, **variables: str) -> Node:
        data = machine.disk / "data"
        environment = {
            **make_environment(data),
            "KRITERION_CONFIG": str(self.root / "kriterion.toml"),
            "DATABASE_URL": self.database.url,
            "TMPDIR": str(machine.disk / "tmp"),
            **variables,
        }
        command = (*KRITERION, *words, "--data", str(data))
        return Node(machine, command, environment, self.root / f"{machine.name}.log")

    def start_program(self, name: str, module: str, *words: str) -> tuple[Machine, Path]:
        """Start a program of these tests on a machine of its own; return that, and the log."""
        machine, log = self.network.add(name), self.root / f"{name}.log"
        variables = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONUNBUFFERED": "1"}
        machine.start(
            sys.executable, "-m", f"tests.scale.{module}", *words, variables=variables, log=log
        )
        wait_until(lambda: "ready" in log.read_text())
        return machine, log

    def load_content(self, users: int = USERS) -> None:
        """Create students and exercises on the site, and count verdicts from now on."""
        site = self.sites[0]
        words = (sys.executable, "-m", "tests.scale.site_content", str(users))
        found = json.loads(site.machine.run(*words, variables=site.variables))
        self.exercises, self.sessions = found["exercises"], found["sessions"]
        self.database.execute(_WATCH)
        self.students = self.network.add("students")

    def count_tools(self) -> dict[str, int]:
        """Return how many submissions were analyzed, represented, and both."""
        site = self.sites[0]
        words = (sys.executable, "-m", "tests.scale.tool_count")
        counts: dict[str, int] = json.loads(site.machine.run(*words, variables=site.variables))
        return counts

    def can_assess(self, name: str) -> bool:
        """Whether a worker can assess submissions."""
        return not self.find_fault(name)

    # --- submissions

    def start_submitting(self, solutions: Sequence[Solution]) -> "subprocess.Popen[str]":
        """Start students who submit solutions at both sites until all are acknowledged."""
        assert self.students is not None
        first = len(self.submitted)
        self.submitted += solutions
        plan = [
            (
                self.sessions[number % len(self.sessions)],
                self.exercises[solution.repository][solution.exercise],
                f"solution{solution.suffix}",
                solution.write(number),
            )
            for number, solution in enumerate(solutions, start=first)
        ]
        addresses = [f"{site.machine.address}:{SITE_PORT}" for site in self.sites]
        words = (sys.executable, "-m", "tests.scale.students", *addresses)
        process = subprocess.Popen(
            self.students.enter(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(plan))
        process.stdin.close()
        process.stdin = None
        return process

    def wait_for_students(self, process: "subprocess.Popen[str]") -> None:
        """Wait until all of their submissions are acknowledged."""
        output, _ = process.communicate()
        assert process.returncode == 0, output
        self.acknowledged += map(int, output.split())

    def submit(self, solutions: Sequence[Solution]) -> None:
        self.wait_for_students(self.start_submitting(solutions))

    def count_states(self) -> Counter[str]:
        rows = self.database.query("SELECT state, count(*) FROM submissions_submission GROUP BY 1")
        return Counter(dict(rows))

    def list_running(self, name: str) -> list[int]:
        """Return the submissions that a worker runs."""
        rows = self.database.query(
            "SELECT id FROM submissions_submission WHERE state = 'running' AND worker LIKE %s",
            f"{name}/%",
        )
        return [row[0] for row in rows]

    def list_attempts(self) -> dict[int, int]:
        """Return the attempts that are in the sandbox, by submission: they have shown something."""
        rows = self.database.query(
            "SELECT DISTINCT s.id, s.attempt FROM submissions_submission s"
            " JOIN submissions_feedbackbatch b ON b.submission_id = s.id WHERE s.state = 'running'"
        )
        return dict(rows)

    def wait_until_running(self, name: str) -> None:
        wait_until(lambda: self.list_running(name))

    def submit_until_running(self, name: str, kinds: Sequence[Solution]) -> None:
        """Submit solutions until a worker runs some."""
        self.submit(mix(kinds, count=4))
        while not self.list_running(name):
            if not self.count_states()["queued"]:
                self.submit(mix(kinds, count=4))
            time.sleep(0.05)

    def submit_until_judged(self, name: str, kinds: Sequence[Solution]) -> None:
        """Submit solutions until a worker has stored one more verdict."""
        before = self.count_verdicts(name)
        while self.count_verdicts(name) == before:
            if not self.count_states()["queued"]:
                self.submit(mix(kinds, count=2))
            time.sleep(0.1)

    def retry(self, name: str) -> None:
        """Make a worker try again at once what it could not do, as staff can for all."""
        self.database.execute(
            "UPDATE submissions_worker SET retry_asked = true WHERE name LIKE %s", f"{name}/%"
        )

    def count_verdicts(self, name: str) -> int:
        """Return how many verdicts a worker has stored."""
        text = "SELECT count(*) FROM trial_verdicts WHERE worker LIKE %s"
        return int(self.database.query(text, f"{name}/%")[0][0])

    def list_claimed(self, name: str) -> list[int]:
        """Return the submissions that a worker has claimed so far, in their order."""
        rows = self.database.query(
            "SELECT DISTINCT submission FROM trial_claims WHERE worker LIKE %s ORDER BY 1",
            f"{name}/%",
        )
        return [row[0] for row in rows]

    def get_time(self) -> datetime:
        """Return the time of the database's clock."""
        moment: datetime = self.database.query("SELECT now()")[0][0]
        return moment

    def list_lacking(self, name: str, kind: str) -> list[str]:
        """Return the parts of a kind, such as image or repository, that a worker lacks."""
        text = "SELECT unable FROM submissions_worker WHERE name LIKE %s ORDER BY started_at DESC"
        rows = self.database.query(text, f"{name}/%")
        return [part["label"] for part in rows[0][0] if part["part"] == kind] if rows else []

    def find_fault(self, name: str) -> str:
        """Return why a worker can assess nothing, as its row says; empty if it can."""
        text = "SELECT fault FROM submissions_worker WHERE name LIKE %s ORDER BY started_at DESC"
        rows = self.database.query(text, f"{name}/%")
        return str(rows[0][0]) if rows else "it has not reported yet"

    def wait_for_verdicts(self) -> None:
        def is_over() -> bool:
            self.expect_alive()
            return not self.count_unfinished()

        wait_until(is_over)

    def expect_alive(self) -> None:
        for node in (*self.sites, *self.workers.values()):
            assert node.is_alive, f"{node.machine.name} ended: {node.log.read_text()[-4000:]}"

    def count_unfinished(self) -> int:
        states = self.count_states()
        return sum(number for state, number in states.items() if state not in OVER)

    def list_rows(self) -> list[Row]:
        return [
            Row(
                id=row[0],
                number=find_number(row[1]),
                state=row[2],
                status=row[3],
                attempt=row[4],
                failures=row[5],
                failure=row[6],
                worker=row[7],
                assessments=row[8],
                verdicts=row[9],
                created_at=row[10],
                started_at=row[11],
                finished_at=row[12],
                image=row[13],
            )
            for row in self.database.query(_ROWS)
        ]

    def get_row(self, pk: int) -> Row:
        return next(row for row in self.list_rows() if row.id == pk)

    def find_faults(self) -> list[str]:
        """Describe the submissions that do not have exactly one verdict, the right one.

        Those in `set_aside` must have failed instead.
        """
        rows = self.list_rows()
        faults = [
            f"submission {row.id}: {row.state}, {row.status} instead of"
            f" {self.submitted[row.number].status}, {row.failures} failures,"
            f" {row.verdicts} verdicts, {row.assessments} assessments: {row.failure}"
            for row in rows
            if (row.state, row.status, row.failures, row.verdicts, row.assessments)
            != ("finished", self.submitted[row.number].status, 0, 1, 1)
            and not (row.id in self.set_aside and row.state == "failed" and not row.verdicts)
        ]
        lost = set(self.acknowledged) - {row.id for row in rows}
        counts = Counter(row.number for row in rows)
        unseen = set(range(len(self.submitted))) - counts.keys()
        return [
            *faults,
            *(
                f"hand-in {number}: stored {count} times"
                for number, count in counts.items()
                if count > 1
            ),
            *(f"submission {pk}: acknowledged, and lost" for pk in sorted(lost)),
            *(f"hand-in {number}: never stored" for number in sorted(unseen)),
        ]

    def expect_all_right(self) -> None:
        """Wait until each submission has one right verdict and no run is left."""
        self.wait_for_verdicts()
        assert self.find_faults() == []
        for node in self.workers.values():
            wait_until(partial(_is_idle, node.machine))


@contextmanager
def deployment() -> Iterator[Deployment]:
    """Yield PostgreSQL and two sites, to which a test adds workers; remove all of it afterwards."""
    with tempfile.TemporaryDirectory(prefix="kriterion-machines-") as place:
        root = Path(place)
        root.chmod(0o711)
        (root / "sites").mkdir(mode=0o711)
        (root / "kriterion.toml").write_text(_SETTINGS)
        with network(root) as joined:
            joined.hub.mount_memory(root / "sites", _SITES_MEGABYTES)
            database = Database(joined.add("database"), root)
            database.start()
            made = Deployment(root, joined, database)
            made.add_site()
            made.load_content()
            made.add_site()
            yield made


def find_fake_time(offset: str = "+0s") -> dict[str, str]:
    """Return the variables that set a program's clock, as `+3600s`; empty without libfaketime."""
    libraries = sorted(Path("/usr/lib").glob(_FAKE_TIME))
    if not libraries:
        return {}
    return {
        "LD_PRELOAD": str(libraries[0]),
        "FAKETIME": offset,
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": f"{_ROOT}:{_FAKE_TIME_FIX}",
    }


def remove_content(node: Node) -> None:
    """Remove the content that a worker has fetched."""
    node.machine.run("rm", "-rf", str(node.machine.disk / "data" / "content"))


def hide_ocaml(node: Node) -> None:
    """Hide OCaml from the programs of a machine."""
    if _OCAML.is_dir():
        node.machine.run("mount", "-t", "tmpfs", "none", str(_OCAML))
    for program in Path("/usr/bin").glob("ocaml*"):
        node.machine.run("mount", "--bind", "/bin/false", str(program))


def _is_idle(machine: Machine) -> bool:
    return not machine.list_runs()


def _find_postgresql() -> Path:
    ordered = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    assert ordered, "PostgreSQL is not installed: apt-get install postgresql"
    return ordered[-1].parent
