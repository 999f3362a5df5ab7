import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.dodona_judge import scanner
from kriterion_tools.contracts.dodona_judge.scanner import MAXIMUM_DEPTH, Finding, Scanner

WRONG = Finding.WRONG
OPEN = Finding.OPEN


def _scan_by_bytes(content: bytes) -> tuple[Finding, int]:
    follower = Scanner()
    finding, at = follower.begin(content[:1], 0)
    for end in range(2, len(content) + 1):
        if finding is not OPEN:
            break
        finding, at = follower.advance(content[:end], 0, at)
    return finding, at


@pytest.mark.parametrize(
    ("content", "finding", "at"),
    [
        (b"{}", Finding.COMPLETE, 2),
        (b"{ \t\r\n} ", Finding.COMPLETE, 6),
        (b'{"a":1}{', Finding.COMPLETE, 7),
        (b'{"a":[1,{"b":[]},"x\\u00e9"],"c":-1.5e3 } ', Finding.COMPLETE, 40),
        (b'{"a":"} {","b":{"c":{"d":[true,false,null]}}}', Finding.COMPLETE, 45),
        (b"{{", WRONG, 1),
        (b"{,", WRONG, 1),
        (b"{a", WRONG, 1),
        (b"{'a'", WRONG, 1),
        (b'{"a" 1', WRONG, 5),
        (b'{"a":}', WRONG, 5),
        (b'{"a":1,}', WRONG, 7),
        (b'{"a":1 2}', WRONG, 7),
        (b'{"a":[1,]}', WRONG, 8),
        (b'{"a":[}', WRONG, 6),
        (b'{"a":{]', WRONG, 6),
        (b'{"a":[1}', WRONG, 7),
        (b'{"a":01}', WRONG, 7),
        (b'{"a":+1}', WRONG, 5),
        (b'{"a":.5}', WRONG, 5),
        (b'{"a":1.}', WRONG, 7),
        (b'{"a":NaN}', WRONG, 5),
        (b'{"a":nul}', WRONG, 8),
        (b'{"a":truey}', WRONG, 10),
        (b'{"a\n', WRONG, 3),
        (b'{"a":"\x00', WRONG, 6),
        (b'{"a":"b\\x', WRONG, 7),
        (b'{"a":"\\u12g', WRONG, 6),
        (b'{"a":"\\u12', OPEN, 6),
        (b'{"a":"\\', OPEN, 6),
        (b'{"a":tru', OPEN, 8),
        (b'{"a":1', OPEN, 6),
    ],
)
def test_an_object_ends_at_its_last_brace(content: bytes, finding: Finding, at: int) -> None:
    assert Scanner().begin(content, 0) == (finding, at)
    assert _scan_by_bytes(content) == (finding, at)


@pytest.mark.parametrize("bracket", [b"[", b'{"a":'])
def test_the_nesting_of_an_object_is_limited(bracket: bytes) -> None:
    closing = b"]" if bracket == b"[" else b"}"
    for levels, finding in (
        (MAXIMUM_DEPTH - 1, Finding.COMPLETE),
        (MAXIMUM_DEPTH, Finding.TOO_DEEP),
    ):
        content = b'{"a":' + bracket * levels + b"1" + closing * levels + b"}"
        assert Scanner().begin(content, 0)[0] is finding
        assert _scan_by_bytes(content)[0] is finding


def test_the_size_of_an_object_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "MAXIMUM_OBJECT_BYTES", 40)
    for value in (b'"' + b"x" * 50, b"1" * 50, b"[" + b" " * 50, b'"' + b"\\n" * 30):
        content = b'{"a":' + value
        assert Scanner().begin(content, 0) == _scan_by_bytes(content) == (Finding.TOO_LARGE, 40)
    whole = b'{"a":"' + b"x" * 32 + b'"}'
    assert Scanner().begin(whole, 0) == _scan_by_bytes(whole) == (Finding.COMPLETE, 40)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)  # fmt: skip
_objects = st.dictionaries(st.text(), _values, max_size=4)


@given(_objects, st.booleans(), st.none() | st.integers(0, 3), st.binary(max_size=3))
def test_any_object_is_scanned_to_its_end(
    value: dict[str, object], ascii_only: bool, indent: int | None, behind: bytes
) -> None:
    content = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    assert Scanner().begin(content + behind, 0) == (Finding.COMPLETE, len(content))
    assert _scan_by_bytes(content + behind) == (Finding.COMPLETE, len(content))


@pytest.mark.long(reason="a property over generated documents")
@given(st.lists(st.sampled_from('{}[]":,1-. \n\\ u0aetrufalsn'), max_size=40).map("".join))
def test_invalid_json_is_never_complete(text: str) -> None:
    content = b"{" + text.encode()
    finding, at = Scanner().begin(content, 0)
    assert _scan_by_bytes(content) == (finding, at)
    if finding is Finding.COMPLETE:
        assert isinstance(json.loads(content[:at]), dict)
    elif finding is WRONG:
        with pytest.raises(json.JSONDecodeError):
            json.loads(content)
