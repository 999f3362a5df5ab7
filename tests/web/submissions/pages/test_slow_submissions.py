"""Whatever a submission is made of, no request renders it, and its page is there at once."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import markdown_it
import nh3
import pytest
from django.urls import reverse
from django.utils import timezone
from rapidfuzz.distance import Indel

from benchmarks.slow_submissions import Slow, list_slow_submissions, make_ordinary_submission
from kriterion.markup.highlight import source_tokens as highlight
from kriterion.rendering.pool import Pool
from kriterion.rendering.process_limits import ProcessBounds
from kriterion.web.submissions.models import Assessment, RenderedFeedback, Submission
from kriterion.web.submissions.services import renderings
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db


class PoolWithoutProcesses(Pool):
    """A queue without processes."""

    def _start_one(self) -> None:
        pass


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendering never ends, and no page waits for it."""
    pool = PoolWithoutProcesses()
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(1, ProcessBounds(piece_seconds=0.05, whole_seconds=0.2, process_seconds=30))
    monkeypatch.setattr(renderings, "renderers", lambda: pool)


@pytest.fixture
def forbid_rendering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every library that renders fails in this process."""

    def fail(*_: Any, **__: Any) -> Any:
        raise AssertionError("a request renders")

    monkeypatch.setattr(highlight, "_merge_tokens", fail)
    monkeypatch.setattr(nh3.Cleaner, "clean", fail, raising=False)
    monkeypatch.setattr(markdown_it.MarkdownIt, "render", fail)
    monkeypatch.setattr(Indel, "opcodes", fail, raising=False)
    yield


class Counted:
    """How many functions were called."""

    calls = 0


@contextmanager
def count_calls() -> Iterator[Counted]:
    """Counts the calls in this thread: unlike seconds they are the same on a busy machine."""
    counted = Counted()

    def count_call(_frame: Any, event: str, _argument: Any) -> None:
        if event in ("call", "c_call"):
            counted.calls += 1

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        yield counted
    finally:
        sys.setprofile(before)


def finish(submission: Submission, slow: Slow) -> None:
    Assessment.objects.update_or_create(
        submission=submission,
        defaults={"attempt": submission.attempt, "document": Assessment.packed(slow.record)},
    )
    source = slow.record.submission.source or ""
    submission.attempt += 1
    submission.files = {"code": source}
    submission.state, submission.status = "finished", "wrong"
    submission.finished_at = timezone.now()
    submission.save()


@pytest.mark.long(reason="two hundred pages, each with a submission of its own")
@pytest.mark.usefixtures("no_processes", "forbid_rendering")
def test_two_hundred_slow_submissions_are_shown_without_waiting(world: World) -> None:
    """Making each of them takes about as many steps as making that of an ordinary one."""
    client = client_for(world.ada)
    address = reverse("submission", args=[world.submission.pk])

    def read_page(slow: Slow) -> tuple[Any, int]:
        finish(world.submission, slow)
        renderings.renderers()._queues.clear()
        with count_calls() as counted:
            response = client.get(address)
        return response, counted.calls

    read_page(make_ordinary_submission())  # whose templates are read
    usual = read_page(make_ordinary_submission())[1]
    assert usual > 1_000  # they are counted
    for slow in list_slow_submissions():
        page, calls = read_page(slow)
        html = page.content.decode()
        assert page.status_code == 200, slow.name
        assert "The feedback is being prepared" in html, slow.name
        assert "data-preparing" in html, slow.name
        assert len(html) < 200_000, slow.name
        assert calls < 1.5 * usual, f"{slow.name}: {calls} calls, usually {usual}"


@cache
def _list_by_name() -> dict[str, Slow]:
    return {slow.name: slow for slow in list_slow_submissions()}


@pytest.mark.long(reason="renders the largest feedback")
@pytest.mark.usefixtures("small_bounds", "forbid_rendering")
@pytest.mark.parametrize(
    "name",
    ["code java 'a b\\n'", "markdown '!['", "html '</p>'", "table, long lines", "annotations"],
)
def test_a_slow_submission_is_rendered_once_and_stored(world: World, name: str) -> None:
    finish(world.submission, _list_by_name()[name])
    renderings.render_ahead(world.submission)
    stored = RenderedFeedback.objects.get(submission=world.submission)
    renderings.clear_cache()
    response = client_for(world.ada).get(reverse("submission", args=[world.submission.pk]))
    html = response.content.decode()
    assert "too long" in html or "left out" in html or "Only the first" in html
    assert "data-preparing" not in html
    assert RenderedFeedback.objects.get() == stored


def test_rendered_feedback_replaces_the_placeholder(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(world.submission, make_ordinary_submission())
    client = client_for(world.ada)
    address = reverse("submission", args=[world.submission.pk])
    pool = PoolWithoutProcesses()
    with monkeypatch.context() as patched:
        patched.setattr(renderings, "renderers", lambda: pool)
        patched.setattr(renderings, "REQUEST_SECONDS", 0.0)
        first = client.get(address).content.decode()
    assert "data-preparing" in first
    assert "return x + 1" in first  # the code as plain text
    assert "source-keyword" not in first
    again = client.get(address).content.decode()
    assert "data-preparing" not in again
    assert "source-keyword" in again


@pytest.mark.usefixtures("no_processes", "forbid_rendering")
def test_a_comparison_that_is_not_ready_says_so(world: World) -> None:
    other = Submission.objects.create(
        user=world.ada, activity=world.exercise, number=2, files={"a.py": "x\n" * 30_000}
    )
    address = reverse("compare", args=[world.submission.pk, other.pk])
    html = client_for(world.ada).get(address).content.decode()
    assert "The comparison is being prepared" in html
    assert 'id="compared" data-preparing' in html


def test_feedback_that_cannot_be_rendered_shows_the_code_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impossible(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            return None, child

    pool = Impossible(1)
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    finish(world.submission, make_ordinary_submission())
    client = client_for(world.ada)
    html = client.get(reverse("submission", args=[world.submission.pk])).content.decode()
    assert "cannot be shown: preparing it takes too long" in html
    assert "return x + 1" in html
    assert "data-preparing" not in html
    other = Submission.objects.create(
        user=world.ada, activity=world.exercise, number=2, files={"a.py": "x\n"}
    )
    compared = client.get(reverse("compare", args=[world.submission.pk, other.pk]))
    assert "This file cannot be compared" in compared.content.decode()


def test_a_machine_failure_is_not_cached(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            raise OSError("too many open files")

    pool = Broken(1)
    finish(world.submission, make_ordinary_submission())
    client = client_for(world.ada)
    address = reverse("submission", args=[world.submission.pk])
    with monkeypatch.context() as patched:
        patched.setattr(renderings, "renderers", lambda: pool)
        renderings.render_ahead(world.submission)
        assert not RenderedFeedback.objects.exists()
        assert "data-preparing" in client.get(address).content.decode()
    assert "source-keyword" in client.get(address).content.decode()


def test_what_could_not_be_rendered_is_not_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be shown without feedback for ever, whatever the reason was."""

    class Failing(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            return None, None

    pool = Failing(1)
    finish(world.submission, make_ordinary_submission())
    with monkeypatch.context() as patched:
        patched.setattr(renderings, "renderers", lambda: pool)
        renderings.render_ahead(world.submission)
        assert not RenderedFeedback.objects.exists()
    # The only thread of the pool caches the result of a job before it begins another one.
    pool.submit("next", cast("Any", None), None).result(60)
    renderings.clear_cache()  # as by a new start
    page = client_for(world.ada).get(reverse("submission", args=[world.submission.pk]))
    assert "source-keyword" in page.content.decode()


def test_each_reader_gets_an_own_rendering(world: World) -> None:
    finish(world.submission, make_ordinary_submission())
    renderings.render_ahead(world.submission)
    address = reverse("submission", args=[world.submission.pk])
    client = client_for(world.ada)
    english = client.get(address).content.decode()
    world.ada.language = "nl"
    world.ada.save()
    dutch = client.get(address).content.decode()
    assert "Your output" in english
    assert "Your output" not in dutch
    assert RenderedFeedback.objects.count() == 1


def test_many_slow_submissions_of_one_student_do_not_delay_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one process and twenty jobs of Ada's before it, Ben's is at most the third."""
    began: list[object] = []
    may_begin = threading.Event()

    class Counting(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            may_begin.wait(60)
            began.append(job.title)
            return None, child

    pool = Counting(1)
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)
    ours = make_ordinary_submission()
    for number in range(2, 22):
        hers = Submission.objects.create(user=world.ada, activity=world.exercise, number=number)
        finish(hers, ours)
        client_for(world.ada).get(reverse("submission", args=[hers.pk]))
    bens = Submission.objects.create(user=world.ben, activity=world.hidden_exercise, number=1)
    finish(bens, ours)
    client_for(world.ben).get(reverse("submission", args=[bens.pk]))
    key = next(reversed(pool._pending))
    pending = pool._pending[key]
    may_begin.set()
    pending.result(60)
    assert began.index("Tides") <= 2
