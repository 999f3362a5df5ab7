"""Run many small cases in one test, and name each that fails.

A test per case is the usual way. This one is for tables with hundreds of cases of a millisecond
each, where pytest itself would take most of the time.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class Cases:
    """The number of cases that ran, and the errors of those that failed."""

    def __init__(self) -> None:
        self.count = 0
        self.failures: dict[str, Exception] = {}

    @contextmanager
    def case(self, name: str) -> Iterator[None]:
        """Run one case and collect what it raises."""
        self.count += 1
        try:
            yield
        except Exception as error:
            error.add_note(f"in the case {name}")
            self.failures[f"{name} (again)" if name in self.failures else name] = error


@contextmanager
def collect_failures() -> Iterator[Cases]:
    """Raise all collected errors at the end. Fails as well if no case ran."""
    cases = Cases()
    yield cases
    assert cases.count, "no case ran"
    if cases.failures:
        names = ", ".join(cases.failures)
        raise ExceptionGroup(
            f"{len(cases.failures)} of {cases.count} cases failed: {names}",
            list(cases.failures.values()),
        )
