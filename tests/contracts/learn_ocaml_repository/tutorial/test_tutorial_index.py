"""The index of tutorials."""

import json

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import Text, TutorialSeries
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_index import (
    encode_series,
    make_default_series,
    read_series,
)


def make_index(*tutorials: object, version: str = "1") -> bytes:
    series = {"b": {"title": "B", "tutorials": tutorials}, "a": {"title": "A", "tutorials": []}}
    return json.dumps({"learnocaml_version": version, "series": series}).encode()


def test_series_keep_their_order() -> None:
    series, faults = read_series(make_index("one", ["two", "a title that does not count"]))
    assert faults == []
    assert series == (TutorialSeries("b", "B", ("one", "two")), TutorialSeries("a", "A"))


def test_learn_ocaml_refuses_a_missing_tutorial() -> None:
    series, [fault] = read_series(make_index("one", "two"), lambda name: name == "one")
    assert series is not None
    assert series[0].tutorials == ("one",)
    assert fault.path == "series.b.tutorials[1]"
    assert fault.upstream


def test_invalid_entries_are_left_out() -> None:
    series, faults = read_series(make_index("one", "one", "../x", 3, ["a"]))
    assert series is not None
    assert series[0].tutorials == ("one",)
    assert len(faults) == 4


def test_only_one_version_is_accepted() -> None:
    _, [fault] = read_series(make_index(version="2"))
    assert fault.upstream
    assert '"1"' in fault.what


def test_without_an_index_there_is_one_series() -> None:
    assert make_default_series(["a", "b"])[0].tutorials == ("a", "b")


def test_the_built_index_has_titles() -> None:
    encoded = encode_series([TutorialSeries("s", "S", ("a", "gone"))], {"a": (Text("A"),)})
    assert encoded["series"] == {"s": {"title": "S", "tutorials": [["a", ["A"]]]}}
    assert read_series(json.dumps(encoded).encode())[1] == []
