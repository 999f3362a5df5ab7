"""A solution takes the first approach that its tags fit."""

import pytest

from kriterion_tools.contracts.exercism_analyzer.approaches import Approach, find_approach

# Source: what exercism/website 16bb79f pins.
LOOP = Approach(
    slug="loop",
    all_of=frozenset({"if"}),
    any_of=frozenset({"for", "repeat"}),
    none_of=frozenset({"do"}),
)


@pytest.mark.parametrize(
    ("tags", "taken"),
    [
        (["if", "for"], True),
        (["repeat", "if"], True),
        (["if", "for", "repeat", "other"], True),
        (["if"], False),
        (["for"], False),
        (["if", "for", "do"], False),
        ([], False),
    ],
)
def test_an_approach_is_recognised_by_its_tags(tags: list[str], taken: bool) -> None:
    assert LOOP.is_taken(tags) is taken
    assert (find_approach([LOOP], tags) is LOOP) is taken


def test_an_approach_without_tags_is_never_taken() -> None:
    assert find_approach([Approach(slug="a")], ["if"]) is None


def test_a_solution_without_tags_takes_no_approach() -> None:
    without_loops = Approach(slug="a", none_of=frozenset({"for"}))
    assert find_approach([without_loops], ["if"]) is without_loops
    assert find_approach([without_loops], []) is None


def test_the_first_matching_approach_is_taken() -> None:
    other = Approach(slug="other", all_of=frozenset({"if"}))
    assert find_approach([LOOP, other], ["if", "for"]) is LOOP
    assert find_approach([other, LOOP], ["if", "for"]) is other
