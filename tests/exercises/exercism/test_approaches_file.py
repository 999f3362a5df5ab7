"""Approaches are read as far as they can be told; nothing in them keeps an exercise from use."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.exercises.exercism import load_exercise
from kriterion.exercises.exercism.approaches_file import (
    APPROACHES,
    load_approach_text,
    load_approaches,
    read_approaches,
)
from kriterion.exercises.problem import Problems
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach, find_approach
from kriterion_tools.diagnostic import Severity

LOOP = {"slug": "for-loop", "title": "For loop", "tags": {"all": ["construct:for-loop"]}}


def _read(written: object) -> tuple[tuple[Approach, ...], list[str]]:
    problems = Problems()
    content = json.dumps(written).encode()
    approaches = read_approaches(content, "config.json", problems)
    assert not problems.has_refusal
    return approaches, [str(problem) for problem in problems]


def test_approaches_keep_their_order() -> None:
    linq = {
        "uuid": "3857e426-8dac-41f2-bea0-4c8a0b8cd7bc",
        "slug": "linq",
        "title": "LINQ",
        "blurb": "Use LINQ.",
        "authors": [],
        "tags": {
            "all": ["construct:linq"],
            "any": ["uses:Enumerable.All", "uses:Enumerable.Any"],
            "not": ["technique:recursion"],
        },
    }
    found, problems = _read({"introduction": {"authors": []}, "approaches": [linq, LOOP]})
    assert found == (
        Approach(
            slug="linq",
            title="LINQ",
            blurb="Use LINQ.",
            all_of=frozenset({"construct:linq"}),
            any_of=frozenset({"uses:Enumerable.All", "uses:Enumerable.Any"}),
            none_of=frozenset({"technique:recursion"}),
        ),
        Approach(slug="for-loop", title="For loop", all_of=frozenset({"construct:for-loop"})),
    )
    assert problems == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"approaches": {}}, "config.json approaches: must be a list, not an object"),
        ({"approaches": ["loop"]}, "config.json approaches[0]: must be an object, not 'loop'"),
        (
            {"approaches": [{}]},
            "config.json approaches[0].slug: must be a non-empty string, not null",
        ),
        (
            {"approaches": [{"slug": "../a"}]},
            "config.json approaches[0].slug: must consist of letters, digits, _ and -, not be"
            " '../a'",
        ),
        (
            {"approaches": [{"slug": "a", "tags": []}]},
            "config.json approaches[0].tags: must be an object, not a list",
        ),
        (
            {"approaches": [{"slug": "a", "tags": {"all": "if"}}]},
            "config.json approaches[0].tags.all: must be a list of tags, not 'if'",
        ),
        (
            {"approaches": [{"slug": "a", "tags": {"not": [1]}}]},
            "config.json approaches[0].tags.not[0]: must be a tag, not 1",
        ),
    ],
)
def test_invalid_parts_are_dropped_and_reported(value: object, text: str) -> None:
    found, problems = _read(value)
    assert found == ()
    assert len(problems) == 1
    assert problems[0].startswith(text)


def test_an_invalid_tag_pattern_is_still_matched() -> None:
    """Else an approach would be taken by solutions that do not have all that it asks for."""
    found, problems = _read({"approaches": [{"slug": "a", "tags": {"all": ["if"]}}]})
    assert problems == [
        "config.json approaches[0].tags.all[0]: 'if' must begin with one of the categories"
        " paradigm, technique, construct, uses"
    ]
    assert find_approach(found, ["construct:if"]) is None


def test_the_first_of_two_approaches_with_one_name_counts() -> None:
    found, problems = _read({"approaches": [LOOP, LOOP | {"title": "Other"}]})
    assert [approach.title for approach in found] == ["For loop"]
    assert problems == [
        "config.json approaches[1].slug: 'for-loop' is already the slug of another approach"
    ]


def test_an_exercise_without_approaches_has_none(tmp_path: Path) -> None:
    assert load_approaches(tmp_path, tmp_path) == ((), ())


def test_approaches_are_loaded_from_the_exercise(tmp_path: Path) -> None:
    path = tmp_path / "leap" / APPROACHES
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"approaches": [LOOP]}))
    approaches, problems = load_approaches(tmp_path / "leap", tmp_path)
    assert [approach.slug for approach in approaches] == ["for-loop"]
    assert problems == ()


def test_unreadable_approaches_are_reported(tmp_path: Path) -> None:
    path = tmp_path / APPROACHES
    path.mkdir(parents=True)
    approaches, problems = load_approaches(tmp_path, tmp_path)
    assert approaches == ()
    assert [str(problem) for problem in problems] == [
        ".approaches/config.json: is not a regular file"
    ]
    assert {problem.severity for problem in problems} == {Severity.WARNING}


def test_links_out_of_the_repository_are_not_read(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "loop").mkdir(parents=True)
    (elsewhere / "config.json").write_text(json.dumps({"approaches": [LOOP]}))
    (elsewhere / "loop" / "content.md").write_text("secret")
    root = tmp_path / "track"
    (root / "leap").mkdir(parents=True)
    (root / "leap" / ".approaches").symlink_to(elsewhere)
    approaches, problems = load_approaches(root / "leap", root)
    assert approaches == ()
    assert "leads out of the repository" in str(problems[0])
    assert load_approach_text(root / "leap", root, "loop") == ""


@given(content=st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_bytes_are_approaches_or_problems(content: bytes) -> None:
    problems = Problems()
    read_approaches(content, "config.json", problems)
    assert not problems.has_refusal


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["slug", "title", "tags", "all", "any", "not"]) | st.text(), inner
        )
    ),
    max_leaves=20,
)


@given(written=_ANY)
def test_any_document_is_approaches_or_problems(written: object) -> None:
    _read({"approaches": written})


@pytest.mark.reference
def test_approaches_of_public_tracks_have_no_problems() -> None:
    directory = os.environ.get("KRITERION_REFERENCES")
    if directory is None:
        pytest.skip("KRITERION_REFERENCES names no directory")
    paths = sorted(Path(directory).glob(f"exercism+*/exercises/*/*/{APPROACHES}"))
    if not paths:
        pytest.skip("no track is there")
    with_tags = 0
    for path in paths:
        exercise = path.parent.parent
        approaches, problems = load_approaches(exercise, exercise)
        assert problems == (), path
        with_tags += any(approach.all_of or approach.any_of for approach in approaches)
    assert with_tags


def test_the_text_of_an_approach_is_read(tmp_path: Path) -> None:
    (tmp_path / ".approaches" / "for-loop").mkdir(parents=True)
    (tmp_path / ".approaches" / "for-loop" / "content.md").write_text("# Loop\n")
    (tmp_path / "content.md").write_text("elsewhere")
    assert load_approach_text(tmp_path, tmp_path, "for-loop") == "# Loop\n"
    for other in ("none", "..", "", "../..", "a/b", "\0"):
        assert load_approach_text(tmp_path, tmp_path, other) == ""


def test_odd_approaches_are_reported_with_the_exercise(tmp_path: Path) -> None:
    exercise = tmp_path / "exercises" / "practice" / "echo"
    for name, text in ((".meta/config.json", '{"files": {"solution": ["e.py"]}}'),):
        (exercise / name).parent.mkdir(parents=True)
        (exercise / name).write_text(text)
    (exercise / APPROACHES).parent.mkdir()
    (exercise / APPROACHES).write_text('{"approaches": [{"slug": "a", "tags": {"all": ["x"]}}]}')
    loaded, problems = load_exercise(exercise, tmp_path)
    assert loaded is not None
    (messages,) = [problem for problem in problems if problem.file.endswith(APPROACHES)]
    assert messages.where == "approaches[0].tags.all[0]"
