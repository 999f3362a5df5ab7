from dataclasses import replace

from kriterion_tools.contracts.exercism_representer.consistency import (
    MAXIMUM_REPORTED,
    find_inconsistencies,
)
from kriterion_tools.contracts.exercism_representer.representation import Representation


def _list_messages(mapping: dict[str, str], text: str = "P_1 P_2 P_3") -> list[str]:
    return [
        str(inconsistency)
        for inconsistency in find_inconsistencies(Representation(text=text, mapping=mapping))
    ]


def test_two_placeholders_for_one_name_are_reported() -> None:
    assert _list_messages({"P_1": "x", "P_2": "y"}) == []
    assert _list_messages({"P_1": "x", "P_2": "y", "P_3": "x"}) == [
        "mapping.json 'P_3': stands for 'x', and so does 'P_1'"
    ]


def test_in_an_inverted_mapping_two_names_for_one_placeholder_are_fine() -> None:
    assert _list_messages({"name": "P_1", "name:": "P_1"}) == []


def test_only_the_first_of_many_are_reported() -> None:
    assert len(_list_messages({f"P_{number}": "x" for number in range(100)})) == MAXIMUM_REPORTED


def test_a_representer_may_declare_that_names_depend_on_the_scope() -> None:
    by_scope = Representation(text="P_1 P_2", mapping={"P_1": "x", "P_2": "x"}, by_scope=True)
    assert find_inconsistencies(by_scope) == ()
    assert find_inconsistencies(replace(by_scope, by_scope=False))
