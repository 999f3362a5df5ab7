"""What we write as an analyzer, any host reads: our own too."""

import json

from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Analysis,
    Comment,
    CommentPlace,
    CommentType,
)
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import AnalysisReading, read_output
from kriterion_tools.contracts.exercism_analyzer.analysis_writer import write_output
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS, TAGS

_COUNTS = st.integers(min_value=0, max_value=100)
_PLACES = st.builds(
    CommentPlace,
    row=_COUNTS,
    column=st.none() | _COUNTS,
    rows=st.none() | _COUNTS,
    columns=st.none() | _COUNTS,
    file=st.none() | st.just("a.py"),
)
_COMMENTS = st.builds(
    Comment,
    pointer=st.just("python.general.dead_code"),
    type=st.sampled_from(CommentType),
    params=st.dictionaries(st.sampled_from(["name", "code"]), st.text(max_size=20)),
    places=st.lists(_PLACES, max_size=3).map(tuple),
)


@given(st.none() | st.just("Nearly there"), st.lists(_COMMENTS, max_size=5).map(tuple))
def test_written_documents_are_read_back(
    summary: str | None, comments: tuple[Comment, ...]
) -> None:
    analysis = Analysis(summary=summary, comments=comments)
    files = write_output(analysis, ["construct:if"])
    assert read_output(files) == AnalysisReading(analysis=analysis, tags=("construct:if",))


def test_keys_are_those_of_the_contract() -> None:
    files = write_output(Analysis(comments=(Comment(pointer="a", params={"b": "c"}),)), [])
    assert json.loads(files[ANALYSIS]) == {
        "comments": [{"comment": "a", "params": {"b": "c"}, "type": "informative"}]
    }
    assert json.loads(files[TAGS]) == {"tags": []}


def test_a_lone_surrogate_in_the_students_code_can_be_written() -> None:
    files = write_output(Analysis(comments=(Comment(pointer="a", params={"b": "\ud800"}),)), [])
    assert b'"b": "?"' in files[ANALYSIS]
