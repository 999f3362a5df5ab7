from typing import Any

import pytest

from kriterion_tools.contracts.learn_ocaml_repository.grader_report import count_points, has_failure
from kriterion_tools.contracts.learn_ocaml_repository.report_document import read_report
from tests.contracts.learn_ocaml_repository.test_report_document import make_message, make_section


@pytest.mark.parametrize(
    ("document", "earned", "has_failed"),
    [
        ([], 0, False),
        ([make_message(5)], 5, False),
        ([make_message(5), make_message("failure")], 5, True),
        ([make_message(5), make_message(-2)], 3, True),
        ([make_message(2), make_message(-5)], 0, True),
        (
            [make_message("warning"), make_message("informative"), make_message("important")],
            0,
            False,
        ),
        ([make_message(0)], 0, True),
        ([make_section(make_message(1), make_message(2)), make_message(3)], 6, False),
        ([make_section(make_message("failure"))], 0, True),
        # A section may cost no more than its minimum, and then still fails.
        ([make_message(5), make_section(make_message(-3), minscore=0)], 5, True),
        ([make_message(5), make_section(make_message(-3), minscore=-1)], 4, True),
        ([make_section(make_message(4), minscore=1)], 4, False),
        # Only the whole is never below nothing, its parts may be.
        ([make_message(5), make_section(make_message(-3))], 2, True),
    ],
)
def test_points_and_failure_are_computed_from_a_report(
    document: list[Any], earned: int, has_failed: bool
) -> None:
    report = read_report(document)
    assert (count_points(report), has_failure(report)) == (earned, has_failed)
