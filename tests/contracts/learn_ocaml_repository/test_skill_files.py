"""focus.json and requirements.json, both ways."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import (
    encode_skills,
    group_by_focus,
    group_by_requirement,
    read_skills,
)

METAS = {
    "b/sum": Meta(focus=("lists", "recursion"), requirements=("functions",)),
    "a/max": Meta(focus=("lists", "lists"), requirements=("functions", "Lists")),
    "c": Meta(),
}


def test_skills_are_sorted_and_exercises_keep_the_order_of_the_index() -> None:
    assert encode_skills(group_by_focus(METAS)) == [
        {"lists": ["b/sum", "a/max"]},
        {"recursion": ["b/sum"]},
    ]
    assert encode_skills(group_by_requirement(METAS)) == [
        {"Lists": ["a/max"]},
        {"functions": ["b/sum", "a/max"]},
    ]


def test_a_course_without_skills_has_empty_files() -> None:
    assert encode_skills(group_by_focus({"c": Meta()})) == []


@pytest.mark.parametrize(
    "text",
    [
        '[{"lists": ["sum", "max"]}, {"trees": ["walk"]}]',
        '{"lists": ["sum", "max"], "trees": ["walk"]}',
        '[{"lists": ["sum"], "trees": ["walk"]}, {"lists": ["max", "sum"]}]',
    ],
)
def test_both_formats_are_read(text: str) -> None:
    skills, faults = read_skills(text.encode())
    assert skills == {"lists": ("sum", "max"), "trees": ("walk",)}
    assert faults == []


def test_the_semicolons_of_the_documentation_are_accepted() -> None:
    skills, (fault,) = read_skills(b'[{ "lists" : [ "sum" ; .. ; "max" ] }; .. ]')
    assert skills == {"lists": ("sum", "max")}
    assert not fault.fatal


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('"lists"', "must be an object"),
        ('[["lists"]]', "must be an object"),
        ('[{"lists": "sum"}]', "must be a list"),
        ('[{"lists": [3]}]', "must be a string"),
        ('[{"lists": ["sum"]}', "is not valid JSON"),
    ],
)
def test_odd_values_are_reported_with_their_place(text: str, what: str) -> None:
    _, (fault,) = read_skills(text.encode())
    assert fault.what.startswith(what)
    assert fault.line == 1


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8")),
        st.lists(st.sampled_from("abc"), min_size=1).map(tuple),
    )
)
def test_written_skills_are_read_back(skills: dict[str, tuple[str, ...]]) -> None:
    content = json.dumps(encode_skills(skills)).encode()
    read, faults = read_skills(content)
    assert faults == []
    assert read == {skill: tuple(dict.fromkeys(ids)) for skill, ids in skills.items()}


@given(st.binary(max_size=60))
def test_any_bytes_are_skills_or_faults(content: bytes) -> None:
    skills, faults = read_skills(content)
    assert skills is not None or faults
