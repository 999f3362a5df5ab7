"""Whether hints are reliable, judged by what polls find."""

from kriterion.web.submissions.live.hint_record import LATE_SECONDS, HintRecord


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_hints_are_unreliable_until_one_has_come() -> None:
    hints = HintRecord(Clock())
    assert not hints.is_reliable
    hints.note_hint(1)
    hints.note_poll({1: False}, {1})
    assert not hints.is_reliable  # nothing had changed
    hints.note_poll({1: True, 2: False}, {1})
    assert hints.is_reliable


def test_a_change_without_a_hint_makes_them_unreliable_for_a_while() -> None:
    clock = Clock()
    hints = HintRecord(clock)
    hints.note_poll({1: True}, {1})
    hints.note_poll({2: True}, set())
    assert hints.is_reliable  # it may still come
    clock.now += LATE_SECONDS + 0.1
    assert not hints.is_reliable
    clock.now += 10
    assert not hints.is_reliable
    clock.now += 30
    assert hints.is_reliable


def test_a_hint_that_comes_after_the_poll_is_in_time() -> None:
    clock = Clock()
    hints = HintRecord(clock)
    hints.note_poll({1: True}, {1})
    hints.note_poll({2: True}, set())
    clock.now += LATE_SECONDS / 2
    hints.note_hint(2)
    clock.now += 10
    assert hints.is_reliable
