"""What one context leaves is gone before the next one starts."""

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from tests.toolbox.suite_judge.notes import NOTE, SHORT_LIVED, WAYS, make_source
from tests.toolbox.suite_judge.sandboxed import Assess

pytestmark = pytest.mark.machine

SUITE = f"""
testcases:
  - statement: "with contextlib.suppress(OSError): leave({NOTE})"
  - expression: find()
    return: {NOTE}
"""


def is_found(assessment: AssessmentRecord) -> bool:
    """Whether the second context found the note of the first."""
    assert assessment.judge is not None
    assert assessment.judge.violations == ()
    (tab,) = assessment.judge.feedback.groups
    leaving, finding = tab.groups
    assert leaving.accepted
    return finding.accepted


@pytest.mark.long(reason="judges every way to leave a note")
@pytest.mark.parametrize("way", WAYS)
def test_a_context_finds_nothing_left_by_another(assess_by: Assess, way: str) -> None:
    assert not is_found(assess_by("as it is", make_source(way), SUITE))


@pytest.mark.long(reason="every place for a note, without Landlock")
@pytest.mark.parametrize("way", WAYS)
def test_a_context_finds_nothing_on_a_kernel_without_landlock(assess_by: Assess, way: str) -> None:
    assert not is_found(assess_by("without Landlock", make_source(way), SUITE))


@pytest.mark.long(reason="the counter-test of every place for a note")
@pytest.mark.parametrize("way", [way for way in WAYS if way not in SHORT_LIVED])
def test_notes_are_found_if_nobody_removes_them(assess_by: Assess, way: str) -> None:
    assert is_found(assess_by("without a fence", make_source(way), SUITE))


def test_a_note_is_found_in_its_own_context(assess_by: Assess) -> None:
    suite = f"""
    contexts:
      - testcases:
        - statement: leave({NOTE})
        - {{expression: find(), return: {NOTE}}}
    """
    for way in ("a file in /dev/shm", "shared memory", "a semaphore"):
        judged = assess_by("as it is", make_source(way), suite).judge
        assert judged is not None and judged.accepted, way


MULTIPROCESSING = """
import multiprocessing, multiprocessing.shared_memory, sys
context = multiprocessing.get_context('fork')

def double(n): return 2 * n

def send(queue, lock, value):
    with lock, value.get_lock():
        value.value += 1
    queue.put('sent')

def work():
    queue, lock, value = context.Queue(), context.Lock(), context.Value('i', 0)
    workers = [context.Process(target=send, args=(queue, lock, value)) for _ in range(2)]
    for one in workers: one.start()
    said = [queue.get() for _ in workers]
    for one in workers: one.join()
    with context.Pool(2) as pool:
        doubled = pool.map(double, [1, 2])
    block = multiprocessing.shared_memory.SharedMemory(create=True, size=4)
    block.buf[0] = 7
    other = multiprocessing.shared_memory.SharedMemory(block.name)
    seen = other.buf[0]
    block.unlink()
    return said, value.value, doubled, seen
"""


def test_multiprocessing_works_in_each_context(assess_by: Assess) -> None:
    once = "{expression: work(), return: !tuple [[sent, sent], 2, [2, 4], 7]}"
    judged = assess_by("as it is", MULTIPROCESSING, f"testcases: [{once}, {once}]", 20).judge
    assert judged is not None
    assert judged.accepted, judged.feedback
