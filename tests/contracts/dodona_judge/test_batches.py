"""Batches: changes come back as they were, whatever a judge says."""

from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack, unpack
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

_maybe = st.none() | st.text(max_size=5)
_messages = st.builds(
    Message,
    format=st.text(max_size=5),
    description=st.text(),
    permission=st.sampled_from(Permission),
)
_data = st.none() | st.dictionaries(st.text(max_size=3), st.integers(0, 9) | st.text(max_size=3))
_tests = st.builds(
    Test,
    accepted=st.booleans(),
    description=st.none() | _messages,
    generated=_maybe,
    expected=_maybe,
    format=st.sampled_from(TestFormat),
    channel=_maybe,
    messages=st.lists(_messages, max_size=2).map(tuple),
    data=_data,
)
_testcases = st.builds(
    Testcase,
    accepted=st.booleans(),
    description=st.none() | _messages,
    tests=st.lists(_tests, max_size=2).map(tuple),
    data=_data,
)
_contexts = st.builds(
    Context, accepted=st.booleans(), groups=st.lists(_testcases, max_size=2).map(tuple), data=_data
)
_tabs = st.builds(
    Tab,
    description=st.text(),
    badge_count=st.none() | st.integers(0, 99),
    permission=st.sampled_from(Permission),
    groups=st.lists(_contexts, max_size=2).map(tuple),
)
_annotations = st.builds(
    Annotation,
    row=st.integers(0, 99),
    text=st.text(),
    type=st.sampled_from(AnnotationSeverity),
    column=st.none() | st.integers(0, 99),
)
_changes = st.builds(
    Change,
    kind=st.sampled_from(ChangeKind),
    path=st.lists(st.integers(0, 2**31), max_size=4).map(tuple),
    record=st.one_of(
        _messages, _tests, _testcases, _contexts, _tabs, _annotations, st.sampled_from(Status)
    ),
    permission=st.sampled_from(Permission),
    hidden=st.booleans(),
)


@given(st.lists(_changes, max_size=8))
def test_a_batch_round_trips_with_its_changes(changes: list[Change]) -> None:
    value = unpack(pack(map(encode_change, changes)))
    assert value == changes
    assert [type(change.record) for change in value] == [type(change.record) for change in changes]
