"""A suite.yaml is read whole, and all its faults are told at once with their lines."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.suite_judge import suite
from kriterion_tools.suite_judge import yaml_nodes as document
from kriterion_tools.suite_judge.notations import NOTATIONS
from kriterion_tools.suite_judge.suite_reader import read_suite
from tests.memory import measure_peak
from tests.toolbox.suite_judge.conftest import JUDGE

SCHEMA = json.loads((JUDGE / "suite.schema.json").read_bytes())


def read(text: str | bytes) -> suite.Suite:
    """Read a suite beside which there is one file, in.txt."""
    encoded = text if isinstance(text, bytes) else text.encode()
    return read_suite(encoded, NOTATIONS["python"], _read_resource)


def _read_resource(path: str) -> bytes:
    if path != "in.txt":
        raise FileNotFoundError(2, "No such file or directory")
    return b"from a file"


def list_faults(text: str | bytes) -> list[str]:
    """What is said of a faulty suite."""
    with pytest.raises(suite.SuiteFaults) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def read_only(text: str) -> suite.SuiteTestcase:
    """The only testcase of a suite."""
    return read(text).tabs[0].contexts[0].testcases[0]


def simplify_like_an_editor(node: document.Node) -> Any:
    """The document without tags of ours, which no schema can speak of."""
    if isinstance(node, document.Scalar):
        return document.convert_scalar(node._replace(tag=""))
    if isinstance(node, document.Sequence):
        return [simplify_like_an_editor(item) for item in node.items]
    return {
        str(simplify_like_an_editor(key)): simplify_like_an_editor(value)
        for key, value in node.pairs
    }


def test_a_text_is_taken_literally() -> None:
    testcase = read_only("testcases: [{arguments: [3.10, no, 0x1, ~], stdout: 1e3}]")
    assert (testcase.arguments, testcase.stdout) == (("3.10", "no", "0x1", "~"), "1e3")


def test_data_has_the_type_it_looks_like() -> None:
    data = "[no, 010, 1:30, 2024-01-01, 1e3, '1', .inf, ~]"
    text = f"testcases:\n  - expression: f()\n    return: {data}"
    value = read_only(text).value
    assert value is not None
    assert value.notation == "['no', 10, '1:30', '2024-01-01', 1000.0, '1', inf, None]"


def test_tags_express_what_yaml_cannot() -> None:
    text = """
    testcases:
      - expression: f()
        return: [!tuple [1, !set [2]], !frozenset [], !literal "{(1, 2): b'x'}", !!binary eHl6]
    """
    value = read_only(text).value
    assert value is not None
    assert value.notation == "[(1, {2}), frozenset(), {(1, 2): b'x'}, b'xyz']"


def test_settings_are_inherited_and_overridden_singly() -> None:
    read_ = read("""
    timeout: 2
    compare: {tolerance: 0.1}
    tabs:
      - tab: A
        compare: {ignore_case: true}
        contexts:
          - timeout: 1
            testcases: [{stdout: x, compare: {whitespace: words}}]
      - testcases: [{stdout: x}]
    """)
    first, second = read_.tabs[0].contexts[0], read_.tabs[1].contexts[0]
    assert (first.timeout_seconds, second.timeout_seconds) == (1, 2)
    assert first.testcases[0].comparison == suite.Comparison(
        whitespace=suite.Whitespace.WORDS, ignore_case=True, tolerance=0.1
    )
    assert second.testcases[0].comparison == suite.Comparison(tolerance=0.1)


def test_an_anchor_can_be_reused() -> None:
    text = "testcases:\n- &a {stdin: {file: in.txt}, stdout: x}\n- *a\n"
    first, second = read(text).tabs[0].contexts
    assert first == second
    assert first.testcases[0].stdin == "from a file"


# What is wrong with it; what is said; and whether the schema can say so too.
FAULTS = [
    ("", "line 1: the file is empty", True),
    ("a: [", "line 2: not YAML", False),
    ("\tx", "line 1: not YAML", False),
    ("x: \x07", "line 1: not YAML", False),
    (b"a: 1\nb: \xff", "line 2: the file is not UTF-8", False),
    ("a: 1\n---\nb: 1", "line 2: a second document", False),
    ("[" * 100, "line 1: nested more than", False),
    ("*nothing", "line 1: anchor 'nothing' is not defined", False),
    ("- &a [*a]", "line 1: anchor 'a' is not defined", False),
    ("text", "line 1: a mapping", True),
    ("[]", "line 1: tabs: a list with at least one item", True),
    ("{}", "line 1: one of tabs, contexts, testcases is required", True),
    ("tabs: [{testcases: [{}]}]\ncontexts: [{testcases: [{}]}]", "line 2: either tabs", True),
    ("testcases: [{}]\ntestcases: [{}]", "line 2: the key 'testcases' is given twice", False),
    ("testcase: [{}]", "did you mean 'testcases'?", True),
    ("testcases: [{zzz: 1}]", "a testcase has no key 'zzz'; it knows description", True),
    ("testcases: [text]", "line 1: a mapping", True),
    ("contexts: [{description: x}]", "line 1: a context needs testcases", True),
    ("contexts: [{testcases: [{}, {}]}]", "the program runs in a context's first testcase", False),
    ("testcases: [{expression: f(), statement: f()}]", "either expression or statement", True),
    ("testcases: [{expression: f(), arguments: [a]}]", "either expression or arguments", True),
    ("testcases: [{expression: f(), return: 1, raises: E}]", "either return or raises", True),
    ("testcases: [{return: 1}]", "return goes with an expression", True),
    ("testcases: [{expression: 1 +}]", "expression: not Python", False),
    ("testcases: [{statement: 'if:'}]", "statement: not Python", False),
    ("testcases: [{expression: [f]}]", "a string is required here", True),
    ("testcases: [{arguments: x}]", "arguments must be a list", True),
    ('testcases: [{arguments: ["\\0"]}]', "an argument cannot contain a NUL", False),
    ("testcases: [{exit_code: 256}]", "an exit code must be a number from 0 to 255", True),
    ("testcases: [{exit_code: '1'}]", "an exit code must be a number from 0 to 255", True),
    ("testcases: [{timeout: 0}]", "a number of seconds above 0", True),
    ("testcases: [{timeout: .inf}]", "a number of seconds above 0", False),
    ("tabs: [{hidden: yes, testcases: [{}]}]", "true or false is required", True),
    ("tabs: [{permission: all, testcases: [{}]}]", "'all' is not one of student", True),
    ("testcases: [{compare: {whitespace: some}}]", "'some' is not one of exact", True),
    ("testcases: [{compare: {tolerance: -1}}]", "a tolerance must be a number, 0 or more", True),
    ("testcases: [{stdin: {file: no.txt}}]", "'no.txt' cannot be read: No such file", False),
    ("testcases: [{stdin: {}}]", "the key 'file' is missing", True),
    ("testcases: [{stdin: {file: /etc/passwd}}]", "is not a relative path", False),
    ("testcases: [{files: {../x: y}}]", "is not a relative path", False),
    ("testcases: [{description: {}}]", "at least one language", True),
    ("testcases: [{raises: {message: x}, expression: f()}]", "the key 'type' is missing", True),
    ("testcases: [{raises: 'not a name', expression: f()}]", "the name of an exception", False),
    ("testcases: [{expression: f(), return: !thing 1}]", "unknown tag '!thing'", False),
    ("testcases: [{expression: f(), return: !tuple 1}]", "unknown tag '!tuple'", False),
    ("testcases: [{expression: f(), return: !set [[1]]}]", "cannot be in a set", False),
    ("testcases: [{expression: f(), return: {? [1] : 2}}]", "cannot be in a set", False),
    ("testcases: [{expression: f(), return: !literal 1+x}]", "not a Python literal", False),
    ("testcases: [{expression: f(), return: !!int x}]", "'x' is not a !!int", False),
    ("testcases: [{expression: f(), return: !!binary x}]", "not base64", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "output", "in_schema"), FAULTS)
def test_a_fault_is_reported_with_its_line(text: str | bytes, output: str, in_schema: bool) -> None:
    faults = list_faults(text)
    assert any(output in fault for fault in faults), faults
    assert all(fault.startswith("line ") for fault in faults)
    if in_schema:
        encoded = text if isinstance(text, bytes) else text.encode()
        seen = simplify_like_an_editor(document.read_document(encoded)) if text else None
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(seen, SCHEMA)


def test_a_limited_number_of_faults_is_reported_in_order() -> None:
    faults = list_faults("tabs:\n" + "- tab: A\n" * 500)
    assert faults == sorted(faults, key=lambda one: int(one.split()[1].rstrip(":")))
    assert 10 <= len(faults) <= 100


WORDS = """tabs: contexts: testcases: expression: return: stdin: stdout: compare: files: raises:
{ } [ ] , ? | > & * ! !tuple !set !literal !!int !!binary ' # % @ ~ 1 .inf x &a *a --- ..."""
BLANKS = (" ", "\n", "\n  ", "\n    - ", "- ", '"', "\\", "\x00", "\u2028", "\ufeff", "\U0001f600")
PIECES = st.sampled_from((*WORDS.split(), *BLANKS))


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_a_suite_or_faults(text: str) -> None:
    try:
        read(text)
    except suite.SuiteFaults as caught:
        assert caught.faults


@given(st.binary(max_size=200))
def test_any_bytes_are_a_suite_or_faults(content: bytes) -> None:
    try:
        read(content)
    except suite.SuiteFaults as caught:
        assert caught.faults


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.long(reason="hostile suites of each kind")
@pytest.mark.parametrize(
    "text",
    [
        LAUGHS,
        "[" * 500_000,
        "{" * 500_000,
        "- " * 300_000,
        "a: " * 300_000,
        "? " * 300_000,
        "- x\n" * 200_000,
        "&a " * 200_000,
        "!" * 500_000,
        "'" * 500_000,
        "testcases:\n" + "- {zzz: 1}\n" * 30_000,
        "testcases:\n- {expression: f(), return: " + "9" * 500_000 + "}\n",
        "testcases:\n- {expression: " + "(" * 500_000 + "}\n",
        "testcases:\n- {expression: " + "-" * 500_000 + "1}\n",
        "testcases:\n- {expression: f(), return: !literal '" + "[" * 500_000 + "'}\n",
    ],
    ids=lambda text: text[:20],
)
def test_a_hostile_suite_is_refused_within_bounds(text: str) -> None:
    assert list_faults(text)
    assert measure_peak(lambda: list_faults(text)) < 64 << 20
