"""Shared fixtures: golden files (`pytest --update-golden` rewrites them), patience on busy
machines, directories that runs can reach, and a record of outcomes.
"""

import gc
import importlib
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.isolation import find_site_settings, isolate, make_home, remove_home
from tests.outcomes import OutcomesPlugin
from tests.places import let_pass, make_base, remove_base
from tests.selection import STAGE_MARKERS, can_select, named_markers
from tests.spreading import spread_slow
from tests.stages import QUICK

# A clock never fails a test: neither running an example nor generating some may be too slow.
settings.register_profile("kriterion", deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.register_profile(QUICK, settings.get_profile("kriterion"), max_examples=25)
settings.load_profile("kriterion")

Golden = Callable[[Path, str], None]

_TESTS = Path(__file__).parent
CHROMIUM = Path("/usr/bin/chromium")
_CHROMIUM_ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(autouse=True)
def patient_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages wait until feedback is rendered, however busy the machine is."""
    if "kriterion.web.submissions.models" in sys.modules:
        renderings = importlib.import_module("kriterion.web.submissions.services.renderings")
        monkeypatch.setattr(renderings, "REQUEST_SECONDS", 60.0)
        monkeypatch.setattr(renderings, "WORKER_SECONDS", 850.0)
        monkeypatch.setattr("kriterion.rendering.process_handle.ANSWER_SECONDS", 800.0)
        renderings.clear_cache()  # rows of other tests have the same ids


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files anew, then compare"
    )
    parser.addoption(
        "--note-outcomes",
        metavar="FILE",
        type=Path,
        help="write what became of the tests to a file",
    )


_MADE = pytest.StashKey[Path]()
_HOME = pytest.StashKey[Path]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if sys.flags.optimize:
        pytest.exit("unset PYTHONOPTIMIZE, and leave out -O: no assertion would be made", 4)
    named = find_site_settings(os.environ)
    is_alone = not _is_worker(config) and not config.getoption("numprocesses", None)
    if named and is_alone and "KRITERION_TESTS_DATABASE_URL" not in os.environ:
        pytest.exit(
            f"unset {', '.join(named)}: tests would use that site, or run them with -n 1", 4
        )
    isolate()
    if not _is_worker(config) and config.option.basetemp is None:
        config.option.basetemp = config.stash[_MADE] = make_base()
    if not _is_worker(config):
        config.stash[_HOME] = make_home()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile, and later none of what stays: the modules and the tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    if _MADE in config.stash:
        remove_base(config.stash[_MADE])
    if _HOME in config.stash:
        remove_home(config.stash[_HOME])


def pytest_sessionstart(session: pytest.Session) -> None:
    file: Path | None = session.config.getoption("--note-outcomes")
    if file is not None and not _is_worker(session.config):
        session.config.pluginmanager.register(OutcomesPlugin(file))
    if _is_worker(session.config):
        session.config.pluginmanager.register(_SlowFirst())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files without a test that `-m` selects."""
    expression = config.option.markexpr
    if not expression or collection_path.suffix != ".py":
        return None
    return None if can_select(expression, named_markers(collection_path, _TESTS)) else True


# Not first: a conftest.py below this one may add markers.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Require a reason on markers that move a test to another stage, and their name in its file."""
    for item in items:
        for marker in map(item.get_closest_marker, ("alone", "long")):
            if marker is not None and not marker.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid}: {marker.name} has no reason=")
        unnamed = _markers_of_stages(item) - named_markers(item.path, _TESTS)
        if unnamed:
            raise pytest.UsageError(
                f"{item.nodeid}: name mark.{min(unnamed)} in its file or a conftest.py above,"
                " or else its stage leaves the file out"
            )


def _markers_of_stages(item: pytest.Item) -> frozenset[str]:
    return frozenset(marker.name for marker in item.iter_markers()) & STAGE_MARKERS


class _SlowFirst:
    """Start each parallel worker with its share of the long tests that have a timeout of their own.

    They are the slowest, and most of them are in one directory.
    """

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        items[:] = spread_slow(items, _is_slow, workers)


def _is_slow(item: pytest.Item) -> bool:
    return all(map(item.get_closest_marker, ("long", "machine", "timeout")))


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """pytest's own, made passable for runs."""
    tmp_path.chmod(0o711)
    return tmp_path


@pytest.fixture(scope="session", autouse=True)
def _reachable_directories(tmp_path_factory: pytest.TempPathFactory) -> None:
    let_pass(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, one per process; each test opens a context of its own.

    It keeps an event loop running in this thread, and Django refuses queries in such a thread.
    Tests do not use that loop, so they are allowed.
    """
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium
        browser = chromium.launch(executable_path=str(CHROMIUM), args=_CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with the content of a golden file."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), f"{file} differs (make golden, if meant)"

    return compare


@pytest.fixture(autouse=True)
def _no_work_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait for background work of pages before the test's database goes away."""
    if "_django_db_helper" in request.fixturenames or request.node.get_closest_marker("django_db"):
        request.getfixturevalue("_django_db_helper")  # to run before that fixture's tear-down
    yield
    module = sys.modules.get("kriterion.web.database.background")
    if module is not None:
        module.end_background_work()
