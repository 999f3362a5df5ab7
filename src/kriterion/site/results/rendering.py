"""Steps of live feedback rendered once for all who read alike, however many follow a submission."""

import asyncio
import logging
from weakref import WeakValueDictionary

from kriterion.contracts.dodona_judge.output import Context, Message, Tab, Test, Testcase
from kriterion.contracts.dodona_judge.progress import Change, ChangeKind
from kriterion.feedback.live import Insertion, LiveFeedback
from kriterion.feedback.reader import Reader
from kriterion.work.following import Step

_log = logging.getLogger(__name__)

# What is rendered in less than a millisecond is not worth another thread.
SMALL = 2_000  # characters

_Key = tuple[int, int, str, str]


class Rendering:
    """One attempt at a submission as readers of one role and language see it grow.

    Who follows begins with the attempt's first step, so the steps come in order, and the first one
    to come to a step renders it for the others.
    """

    def __init__(self, reader: Reader) -> None:
        self._live = LiveFeedback(reader)
        self._steps: list[tuple[Insertion, ...]] = []
        self._turn = asyncio.Lock()

    async def insertions(self, step: Step) -> tuple[Insertion, ...]:
        """What is new on the page with a step."""
        async with self._turn:
            if len(self._steps) < step.number:
                change = step.change
                self._steps.append(
                    self._rendered(change, step.number)
                    if _weight(change) <= SMALL
                    else await asyncio.to_thread(self._rendered, change, step.number)
                )
        return self._steps[step.number - 1]

    def _rendered(self, change: Change, number: int) -> tuple[Insertion, ...]:
        try:
            return tuple(self._live.insertions(change, number))
        except Exception:
            # The page gets all of it when the submission is over; the steps after it come still.
            _log.exception("a step of live feedback cannot be shown")
            return ()


_shared: WeakValueDictionary[_Key, Rendering] = WeakValueDictionary()


def rendering_for(submission_id: int, attempt: int, reader: Reader) -> Rendering:
    """The rendering of an attempt for such a reader: that of others who follow it, or a new one."""
    key = (submission_id, attempt, reader.role.value, reader.language)
    found = _shared.get(key)
    if found is None:
        found = _shared[key] = Rendering(reader)
    return found


def _weight(change: Change) -> int:
    """About how many characters there are to be rendered."""
    record = change.record
    match record:
        case Tab():
            return SMALL + 1 if change.kind is ChangeKind.FINISHED else 0
        case Context():
            return sum(map(_of_testcase, record.groups)) + _of_messages(record.messages)
        case Testcase():
            return _of_testcase(record)
        case Test():
            return _of_test(record)
        case Message():
            return len(record.description)
    return 0


def _of_testcase(testcase: Testcase) -> int:
    return sum(map(_of_test, testcase.tests)) + _of_messages(testcase.messages)


def _of_test(test: Test) -> int:
    shown = len(test.generated or "") + len(test.expected or "")
    return shown + _of_messages(test.messages)


def _of_messages(messages: tuple[Message, ...]) -> int:
    return sum(len(message.description) for message in messages)
