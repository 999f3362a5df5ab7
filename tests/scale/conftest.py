"""The deployment that all trials share, because it takes long to start."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.scale.deployment import Deployment, deployment, hide_ocaml
from tests.scale.machines import list_missing, wait_until
from tests.web.postgresql import PROGRAMS


@pytest.fixture(scope="package")
def started() -> Iterator[Deployment]:
    """Two sites and two workers, of which the second has no OCaml."""
    missing = list_missing()
    if missing:
        pytest.skip("; ".join(missing))
    if not list(PROGRAMS.glob("*/bin/initdb")):
        pytest.skip("PostgreSQL is not installed")
    with deployment() as made:
        made.add_worker("worker-1")
        lacking = made.add_worker("worker-2", megabytes=192, is_started=False)
        hide_ocaml(lacking)
        lacking.start()
        yield made


@pytest.fixture
def machines(started: Deployment) -> Deployment:
    """The deployment, with all machines working and idle."""
    for node in (*started.sites, *started.workers.values()):
        if not node.is_alive:
            node.start()
    for site in started.sites:
        started.wait_for_site(site)
    for name in started.workers:
        wait_until(partial(started.can_assess, name))
    wait_until(lambda: not started.count_unfinished())
    return started
