"""The schemas of learn-ocaml's files say the same as their readers, and as the example."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import read_meta
from kriterion_tools.contracts.learn_ocaml_repository.index import read_index
from kriterion_tools.contracts.learn_ocaml_repository.lesson import read_lesson, read_lessons
from kriterion_tools.contracts.learn_ocaml_repository.playground import read_playgrounds
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_index import read_series

EXAMPLE = Path(__file__).parents[2] / "examples" / "ocaml-course"
FILES = {
    "meta": "exercises/**/meta.json",
    "exercise-index": "exercises/index.json",
    "lessons": "lessons/lessons.json",
    "lesson": "lessons/[!l]*.json",
    "tutorials": "tutorials/index.json",
    "playgrounds": "playground/index.json",
}
READERS: dict[str, Callable[[bytes], tuple[Any, list[Fault]]]] = {
    "meta": read_meta,
    "exercise-index": read_index,
    "lessons": read_lessons,
    "lesson": lambda content: read_lesson("a", content),
    "tutorials": read_series,
    "playgrounds": read_playgrounds,
}
VALIDATORS = {name: jsonschema.Draft202012Validator(SCHEMAS[name].load()) for name in READERS}


@pytest.mark.parametrize("name", FILES)
def test_the_example_course_is_valid(name: str) -> None:
    files = list(EXAMPLE.glob(FILES[name]))
    assert files
    for file in files:
        VALIDATORS[name].validate(json.loads(file.read_bytes()))


def _is_fine(name: str, document: Any) -> bool:
    _, faults = READERS[name](json.dumps(document).encode())
    # that something is listed twice is more than a schema can say
    return all("twice" in fault.what or "again" in fault.what for fault in faults)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 3, -1, 2.5, 1e9, 9, "", "x", [], {}, ["x"], [["x", "y"]]]
)
IDS = st.sampled_from(["a", "b/c", "../a", "/a", "a//b", "", ".a", "a/.b", "a\n", "é", "a\x7f", 3])
TEXTS = st.sampled_from(["x", "", "exercise", "1", "2", 3, None])


def _objects(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Generate mostly valid objects; some have a missing, a wrong or an unknown key."""
    whole = st.fixed_dictionaries(keys)

    def spoiled(document: dict[str, Any]) -> st.SearchStrategy[Any]:
        changed = st.builds(
            lambda key, value: {**document, key: value}, st.sampled_from([*keys, "odd"]), VALUES
        )
        less = st.builds(
            lambda key: {k: v for k, v in document.items() if k != key}, st.sampled_from([*keys])
        )
        return st.one_of(st.just(document), st.just(document), changed, less)

    return whole.flatmap(spoiled)


VERSIONS = st.sampled_from(["1", "2"])
METAS = _objects(
    learnocaml_version=VERSIONS,
    kind=st.sampled_from(["exercise", "problem", "project", "Exercise"]),
    stars=st.sampled_from([0, 1, 2.5, 4, 5, 6, -1]),
    title=TEXTS,
    authors=st.sampled_from([[], [["a", "b"]], [["a"]], [["a", "b", "c"]], "a"]),
    focus=st.lists(TEXTS, max_size=2),
    max_score=st.sampled_from([0, 20, 2**30 - 1, 2**30, -1, 2.5]),
    backward_exercises=st.just(["a/b"]),
)
ENTRIES = st.one_of(IDS, IDS, st.tuples(IDS, METAS).map(list), VALUES)
EXERCISES = st.lists(ENTRIES, max_size=2)
GROUPS = st.recursive(
    _objects(title=TEXTS, exercises=EXERCISES),
    lambda inner: _objects(title=TEXTS, groups=st.dictionaries(st.sampled_from("ab"), inner)),
    max_leaves=4,
)
INDEXES = _objects(learnocaml_version=VERSIONS, exercises=EXERCISES) | _objects(
    learnocaml_version=VERSIONS, groups=st.dictionaries(st.sampled_from("ab"), GROUPS)
)
CONTENTS = st.sampled_from(
    [{"html": "x"}, {"code": "x"}, {"html": "x", "code": "y"}, {}, {"html": 3}, {"text": "x"}]
)
DOCUMENTS = {
    "meta": METAS,
    "exercise-index": INDEXES,
    "lessons": _objects(
        learnocaml_version=VERSIONS,
        lessons=st.lists(st.tuples(IDS, TEXTS).map(list) | VALUES, max_size=2),
    ),
    "lesson": _objects(
        learnocaml_version=VERSIONS,
        title=TEXTS,
        steps=st.lists(_objects(title=TEXTS, contents=st.lists(CONTENTS, max_size=2)), max_size=2),
    ),
    "tutorials": _objects(
        learnocaml_version=VERSIONS,
        series=st.dictionaries(
            st.sampled_from("ab"),
            _objects(
                title=TEXTS,
                tutorials=st.lists(IDS | st.tuples(IDS, VALUES).map(list) | VALUES, max_size=2),
            ),
        ),
    ),
    "playgrounds": st.lists(
        st.tuples(IDS, _objects(title=TEXTS, short_description=TEXTS)).map(list) | VALUES,
        max_size=2,
    ),
}


@pytest.mark.long(reason="a property over generated documents")
@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_a_document_is_valid_if_its_reader_reports_nothing(name: str, data: st.DataObject) -> None:
    document = data.draw(DOCUMENTS[name] | VALUES)
    assert VALIDATORS[name].is_valid(document) == _is_fine(name, document)
