import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.expectations import Expectation, read_expectations
from kriterion_tools.contracts.dodona_judge.statuses import Status

FILES = ("wrong.py", "loop.py", "ok.py")


def _expect(
    *statuses: Status, language: str | None = None, points: int | None = None
) -> Expectation:
    return Expectation(frozenset(statuses), language, points)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("# nothing yet\n", {}),
        ("wrong.py: wrong\n", {"wrong.py": _expect(Status.WRONG)}),
        ("wrong.py: Wrong answer\n", {"wrong.py": _expect(Status.WRONG)}),
        (
            "ok.py: correct\nloop.py:  time  limit exceeded",
            {"ok.py": _expect(Status.CORRECT), "loop.py": _expect(Status.TIME_LIMIT_EXCEEDED)},
        ),
        (
            "loop.py: [wrong, runtime error]",
            {"loop.py": _expect(Status.WRONG, Status.RUNTIME_ERROR)},
        ),
        (
            "wrong.py: {status: wrong, points: 12}",
            {"wrong.py": _expect(Status.WRONG, points=12)},
        ),
        (
            "wrong.py: {status: wrong, language: nl}",
            {"wrong.py": _expect(Status.WRONG, language="nl")},
        ),
        ("a: &w wrong.py\n", None),
        ('{"ok.py": "internal error"}', {"ok.py": _expect(Status.INTERNAL_ERROR)}),
        ("\N{ZERO WIDTH NO-BREAK SPACE}ok.py: correct", {"ok.py": _expect(Status.CORRECT)}),
        (
            "ok.py: &s correct\nwrong.py: *s",
            {"ok.py": _expect(Status.CORRECT), "wrong.py": _expect(Status.CORRECT)},
        ),
    ],
)
def test_each_line_states_the_expected_result_of_a_file(
    text: str, expected: dict[str, Expectation] | None
) -> None:
    expectations, findings = read_expectations(text.encode(), "expected.yaml", FILES)
    if expected is None:
        assert findings
    else:
        assert (expectations, findings) == (expected, [])


STATUSES = "write one of: correct, wrong, output limit exceeded"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "wrong.py: wrong\nwrog.py: wrong",
            "line 2: 'wrog.py' does not exist beside it (did you mean 'wrong.py'?)",
        ),
        (
            "zzz: wrong",
            "line 1: 'zzz' does not exist beside it (add the file, or remove the line)",
        ),
        (
            "wrong.py: wrnog",
            "line 1: 'wrnog' is not a status that a judge gives (did you mean 'wrong'?)",
        ),
        ("wrong.py: queued", "line 1: 'queued' is not a status that a judge gives"),
        ("wrong.py:", "line 1: must be a status, not nothing"),
        ("wrong.py: []", f"line 1: no status is given ({STATUSES}"),
        ("wrong.py: [wrong, [wrong]]", "line 1: must be a status, not a list"),
        ("wrong.py: {language: nl}", f"line 1: no status is given ({STATUSES}"),
        (
            "wrong.py:\n  status: wrong\n  reason: x",
            "line 3: 'reason' is not a known key (use status, language or points)",
        ),
        ("wrong.py: {status: {a: b}}", "line 1: must be a status, not a mapping"),
        (
            "wrong.py: wrong\nwrong.py: correct",
            "line 2: 'wrong.py' is listed twice (remove one of the lines)",
        ),
        ("[wrong.py]: wrong", "line 1: must be the name of a file, not a list"),
        ("- wrong.py", "must map files to statuses"),
        ("just words", "must map files to statuses"),
        ("a: [", "line 2: is not valid YAML"),
        ("a: b: c", "line 1: is not valid YAML"),
        ("a: 1\n--- \nb: 2", "is not valid YAML"),
        ("a: \x07", "line 1: is not valid YAML"),
        ("[" * 60000, "is nested more than 4 levels deep"),
        ("&a {? *a : *a}", "must be the name of a file, not"),
    ],
)
def test_a_faulty_line_is_reported_with_its_remedy(text: str, message: str) -> None:
    _, findings = read_expectations(text.encode(), "expected.yaml", FILES)
    assert [message in str(finding) for finding in findings] == [True], findings


def test_one_bad_line_does_not_invalidate_others() -> None:
    text = b"wrong.py: nonsense\nok.py: correct\nelse.py: wrong\n"
    expectations, findings = read_expectations(text, "expected.yaml", FILES)
    assert set(expectations) == {"ok.py"}
    assert [finding.where for finding in findings] == ["line 1", "line 3"]


@given(st.binary(max_size=300))
def test_any_bytes_are_expectations_or_findings(content: bytes) -> None:
    expectations, findings = read_expectations(content, "expected.yaml", FILES)
    assert set(expectations) <= set(FILES)
    assert all(str(finding).startswith("expected.yaml") for finding in findings)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(FILES),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=8,
    )
)
def test_any_yaml_is_expectations_or_findings(value: object) -> None:
    expectations, findings = read_expectations(
        yaml.safe_dump(value).encode(), "expected.yaml", FILES
    )
    assert expectations or findings or not value
