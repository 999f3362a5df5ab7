"""Many small cases in one test: all of them run, and the failure names each that fails.

A test per case is the usual way. This one is for tables of hundreds of cases that each take a
millisecond, where most of the time would be pytest's own.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class Cases:
    """The cases that ran so far, and the errors of those that failed."""

    def __init__(self) -> None:
        self.count = 0
        self.failures: dict[str, Exception] = {}

    @contextmanager
    def case(self, name: str) -> Iterator[None]:
        """Run one case; what it raises is kept until all cases ran."""
        self.count += 1
        try:
            yield
        except Exception as error:
            error.add_note(f"in the case {name}")
            self.failures[f"{name} (again)" if name in self.failures else name] = error


@contextmanager
def collect_failures() -> Iterator[Cases]:
    """Raise the errors of all cases together at the end; no case at all is a failure, too."""
    cases = Cases()
    yield cases
    assert cases.count, "no case ran"
    if cases.failures:
        names = ", ".join(cases.failures)
        raise ExceptionGroup(
            f"{len(cases.failures)} of {cases.count} cases failed: {names}",
            list(cases.failures.values()),
        )
