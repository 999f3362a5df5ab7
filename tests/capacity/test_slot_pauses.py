"""The pause of a slot between two assessments, from the times of submissions."""

from kriterion.capacity.slot_pauses import FEWEST_PAUSES, Times, find_pause, list_pauses


def fill_slots(number: int, *, slots: int, pause: float) -> list[Times]:
    """Submissions that all wait from the start, and take two seconds each."""
    step = 2.0 + pause
    return [
        (0.0, 1.0 + number // slots * step, 3.0 + number // slots * step)
        for number in range(number)
    ]


def test_slots_that_always_have_work_show_their_pause() -> None:
    pauses = list_pauses(fill_slots(12, slots=3, pause=0.25))
    assert pauses == [0.25] * 9
    assert find_pause(fill_slots(3 + FEWEST_PAUSES, slots=3, pause=0.5)) == 0.5


def test_too_few_pauses_say_nothing() -> None:
    assert find_pause(fill_slots(2 + FEWEST_PAUSES, slots=3, pause=0.5)) is None
    assert find_pause([]) is None


def test_slots_that_have_nothing_to_do_do_not_pause() -> None:
    rows = [(10.0 * number, 10.0 * number + 0.1, 10.0 * number + 1) for number in range(30)]
    assert list_pauses(rows) == []


def test_a_queue_that_no_worker_served_for_long_is_no_pause() -> None:
    assert list_pauses([(0.0, 0.0, 1.0), (0.5, 600.0, 601.0), (0.5, 601.25, 602.0)]) == [0.25]
