"""Worker processes that are killed with SIGKILL in the middle of a re-judging."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kriterion.cli.server.data_directory import prepare_directory
from tests.web.forked_program import ForkedProgram, run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, data_directory, make_environment
from tests.web.site_python import run_python

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(600),
    pytest.mark.long(reason="a fault trial with processes"),
]

NUMBER = 200
MAKE = f"""
from tests.web.rejudging.rejudging_trial import make_assessed, make_course
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository
from kriterion.web.rejudging.services.control import start_rejudging
from kriterion_tools.contracts.dodona_judge.statuses import Status
repository = Repository.objects.create(name="r", state="ready")
course = make_course(Activity.objects.create(repository=repository, path="barcode"))
tina = User.objects.get(username="tina")
for number in range({NUMBER}):
    becomes = (Status.CORRECT, Status.WRONG)[number % 2]
    make_assessed(course, tina, was=Status.WRONG, becomes=becomes, number=number + 1)
start_rejudging(course, "all", by=tina)
"""
APPLY = """
from kriterion.web.accounts.models import User
from kriterion.web.rejudging.models import Rejudging
from kriterion.web.rejudging.services.control import apply_all
print(apply_all(Rejudging.objects.get(), by=User.objects.get(username="tina")))
"""
COUNT = """
import json
from kriterion.web.rejudging.models import Proposal, Rejudging
print(json.dumps({
    "state": Rejudging.objects.get().state,
    "proposed": Proposal.objects.filter(state="proposed").count(),
    "applied": Proposal.objects.filter(state="applied").count(),
}))
"""
LOOK = """
import json
from kriterion.web.rejudging.models import Proposal, Rejudging
from kriterion.web.submissions.models import PastAssessment, Submission
changed = Submission.objects.filter(accepted=True)
print(json.dumps({
    "state": Rejudging.objects.get().state,
    "proposed": Proposal.objects.filter(state="proposed").count(),
    "applied": Proposal.objects.filter(state="applied").count(),
    "failed": Proposal.objects.filter(state__in=("failed", "outdated")).count(),
    "listed": sorted(Proposal.objects.filter(level=2).values_list("submission", flat=True)),
    "changed": sorted(changed.values_list("pk", flat=True)),
    "attempts": sorted(set(changed.values_list("attempt", "assessment__attempt"))),
    "past": PastAssessment.objects.count(),
}))
"""


@contextmanager
def start_worker(env: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    command = (sys.executable, "-m", "tests.web.rejudging.rejudging_worker")
    with ForkedProgram(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.stdin.close()


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_kills_in_the_middle_change_nothing(tmp_path: Path, database: str) -> None:
    with data_directory() as data:
        env = make_environment(data)
        prepare_directory(data, demo=False)
        if database == "sqlite":
            _rejudge_with_kills(env)
        else:
            with cluster() as server:
                _rejudge_with_kills({**env, "DATABASE_URL": server.url})


def _rejudge_with_kills(env: dict[str, str]) -> None:
    def run(*command: str) -> str:
        return run_forked(command, env, check=True).stdout

    def shell(program: str) -> str:
        return run_python(env, program)

    def look() -> dict[str, object]:
        return json.loads(shell(LOOK))  # type: ignore[no-any-return]

    def wait_until(holds: Callable[[dict[str, object]], bool]) -> None:
        """Look every few proposals, and leave the processors to the worker meanwhile."""
        while not holds(json.loads(shell(COUNT))):
            time.sleep(0.05)

    def kill_when(holds: Callable[[dict[str, object]], bool]) -> None:
        with start_worker(env) as process:
            wait_until(holds)
            process.kill()

    def number(found: dict[str, object], name: str) -> int:
        return int(str(found[name]))

    run(*KRITERION, "manage", "migrate", "--verbosity=0")
    shell(MAKE)
    for share in (0.1, 0.4, 0.6):
        kill_when(lambda found, share=share: number(found, "proposed") >= share * NUMBER)  # type: ignore[misc]
    with start_worker(env):
        wait_until(lambda found: found["state"] == "ready")
    found = look()
    assert (found["proposed"], found["failed"], found["changed"]) == (NUMBER, 0, [])
    assert int(shell(APPLY)) == NUMBER
    for share in (0.1, 0.3, 0.5):
        kill_when(lambda found, share=share: number(found, "applied") >= share * NUMBER)  # type: ignore[misc]
    with start_worker(env):
        wait_until(lambda found: found["state"] == "applied")
    found = look()
    assert (found["applied"], found["failed"]) == (NUMBER, 0)
    assert found["changed"] == found["listed"]
    assert len(list(str(found["changed"]).split(","))) == NUMBER // 2
    assert found["attempts"] == [[2, 2]]
    assert found["past"] == NUMBER // 2
