"""Any output that a judge may come to, for laws (hypothesis)."""

from hypothesis import strategies as st

from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Testcase,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.output_records import Test as TestRecord
from kriterion_tools.contracts.dodona_judge.statuses import JUDGE_STATUSES
from kriterion_tools.contracts.dodona_judge.wire import MAXIMUM_NUMBER

_texts = st.text(max_size=8)
_numbers = st.integers(0, MAXIMUM_NUMBER)
_messages = st.builds(
    Message,
    format=st.sampled_from(("plain", "html", "code", "python")),
    description=_texts,
    permission=st.sampled_from(Permission),
)
_several_messages = st.lists(_messages, max_size=2).map(tuple)
_annotations = st.builds(
    Annotation,
    row=_numbers,
    text=_texts,
    type=st.sampled_from(AnnotationSeverity),
    column=st.none() | _numbers,
    rows=st.none() | _numbers,
    columns=st.none() | _numbers,
    external_url=st.none() | st.just("https://example.org/"),
)
_tests = st.builds(
    TestRecord,
    accepted=st.booleans(),
    description=st.none() | _messages,
    generated=_texts,
    expected=_texts,
    format=st.sampled_from(TestFormat),
    channel=st.none() | _texts,
    messages=_several_messages,
)
_testcases = st.builds(
    Testcase,
    accepted=st.booleans(),
    description=_messages,
    tests=st.lists(_tests, max_size=2).map(tuple),
    messages=_several_messages,
)
_contexts = st.builds(
    Context,
    accepted=st.booleans(),
    description=st.none() | _messages,
    groups=st.lists(_testcases, max_size=2).map(tuple),
    messages=_several_messages,
    data=st.none() | st.fixed_dictionaries({"statements": _texts}, optional={"stdin": _texts}),
)
_tabs = st.builds(
    Tab,
    description=_texts,
    badge_count=_numbers,
    permission=st.sampled_from(Permission),
    groups=st.lists(_contexts, max_size=2).map(tuple),
    messages=_several_messages,
)

outputs = st.builds(
    FullOutput,
    accepted=st.booleans(),
    status=st.sampled_from(JUDGE_STATUSES),
    description=st.none() | _texts,
    messages=_several_messages,
    groups=st.lists(_tabs, max_size=2).map(tuple),
    annotations=st.lists(_annotations, max_size=2).map(tuple),
)
