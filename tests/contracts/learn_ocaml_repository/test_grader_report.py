from typing import Any

import pytest

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import count_points, has_failure
from kriterion_tools.contracts.learn_ocaml_repository.report_document import read_report
from tests.contracts.learn_ocaml_repository.test_report_document import message, section


@pytest.mark.parametrize(
    ("document", "earned", "has_failed"),
    [
        ([], 0, False),
        ([message(5)], 5, False),
        ([message(5), message("failure")], 5, True),
        ([message(5), message(-2)], 3, True),
        ([message(2), message(-5)], 0, True),
        ([message("warning"), message("informative"), message("important")], 0, False),
        ([message(0)], 0, True),
        ([section(message(1), message(2)), message(3)], 6, False),
        ([section(message("failure"))], 0, True),
        # A section may cost no more than its minimum, and then still fails.
        ([message(5), section(message(-3), minscore=0)], 5, True),
        ([message(5), section(message(-3), minscore=-1)], 4, True),
        ([section(message(4), minscore=1)], 4, False),
        # Only the whole is never below nothing, its parts may be.
        ([message(5), section(message(-3))], 2, True),
    ],
)
def test_points_and_failure_are_computed_from_a_report(
    document: list[Any], earned: int, has_failed: bool
) -> None:
    report = read_report(document)
    assert (count_points(report), has_failure(report)) == (earned, has_failed)
