"""Any files are a representation, or a reason why there is none."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.languages import SUFFIXES
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import BY_SPELLING, combine_versions, represent
from kriterion_tools.solution.solution_files import MAXIMUM_BYTES
from kriterion_tools.solution.unusable import UnusableSolution

PLACEHOLDER = re.compile(r"PLACEHOLDER_[1-9]\d*")


def make_outcome(
    files: dict[str, bytes], name: str = "python"
) -> Representation | UnusableSolution:
    language = load_language(name)
    assert language is not None
    return represent(files, language)


def represent_source(source: str, name: str = "python") -> Representation:
    outcome = make_outcome({"solution": source.encode()}, name)
    assert isinstance(outcome, Representation), outcome
    return outcome


def get_reason(content: bytes, name: str = "python") -> str:
    outcome = make_outcome({"solution": content}, name)
    assert isinstance(outcome, UnusableSolution), outcome
    return outcome.reason


def test_a_representation_resembles_the_original() -> None:
    source = represent_source("def double(x: int) -> int:\n    # twice\n    return (x) * 0x2\n")
    assert source.text == (
        "(module\n"
        "  (function_definition def PLACEHOLDER_1\n"
        "    (parameters PLACEHOLDER_2)\n"
        "    (block (return_statement return (binary_operator PLACEHOLDER_2 * 2)))))\n"
    )
    assert source.mapping == {"PLACEHOLDER_1": "double", "PLACEHOLDER_2": "x"}


def test_names_are_numbered_by_first_occurrence_in_the_result() -> None:
    source = represent_source("# b a\ndef g(b):\n    return b\n\ndef f(a):\n    return a + 1\n")
    numbers = [
        int(placeholder.rpartition("_")[2]) for placeholder in PLACEHOLDER.findall(source.text)
    ]
    assert sorted(set(numbers), key=numbers.index) == [1, 2, 3, 4]
    assert list(source.mapping) == [f"PLACEHOLDER_{number}" for number in (1, 2, 3, 4)]


def test_a_name_that_looks_like_a_placeholder_is_replaced_too() -> None:
    own = represent_source("def PLACEHOLDER_2(PLACEHOLDER_1):\n    return PLACEHOLDER_1\n")
    assert own.text == represent_source("def f(x):\n    return x\n").text
    assert sorted(own.mapping.values()) == ["PLACEHOLDER_1", "PLACEHOLDER_2"]
    library = represent_source("def f(x):\n    return PLACEHOLDER_1.PLACEHOLDER_2(x)\n")
    assert set(PLACEHOLDER.findall(library.text.replace("name:PLACEHOLDER", ""))) == set(
        library.mapping
    )


def test_files_are_sorted_and_share_names() -> None:
    files = {"b.py": b"def f():\n    return 1\n", "a.py": b"from b import f\nprint(f())\n"}
    other = {"a.py": b"from b import g\nprint(g())\n", "b.py": b"def g():\n    return 1\n"}
    outcome, alike = make_outcome(files), make_outcome(other)
    assert isinstance(outcome, Representation) and isinstance(alike, Representation)
    assert outcome.text == alike.text
    assert outcome.mapping == {"PLACEHOLDER_1": "f"}


@pytest.mark.long(reason="hostile code in each language")
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"def f(:\n", "solution:1: syntax error"),
        (b"x = 1\ny = (\n", "syntax error"),
        (b"x = '\xff'\n", "byte 5 (0xff) is not UTF-8"),
        (b"x = 1\0\n", "byte 5 is NUL"),
        (b"\x7fELF\x02\x01\x01\0", "is NUL"),
        (b"x = 1\n" * (MAXIMUM_BYTES // 6 + 1), "larger than 2,000,000 bytes"),
        (b"x = 1\n" * 300_000, "more than 1,000,000 parts"),
        (b"f(1)\n" * 30_000, "longer than 512,000 characters"),
    ],
)
def test_unrepresentable_code_is_refused_with_a_reason(content: bytes, why: str) -> None:
    assert why in get_reason(content)


def test_a_solution_needs_a_file() -> None:
    assert make_outcome({}) == UnusableSolution("no files")


@pytest.mark.long(reason="hostile code in each language")
@pytest.mark.parametrize("name", ["python", "javascript", "java"])
def test_deep_nesting_is_harmless(name: str) -> None:
    deep = "(" * 100_000 + "1" + ")" * 100_000
    form = {"python": "x = {}\n", "javascript": "x = {};\n", "java": "class A {{ int x = {}; }}"}
    source = represent_source(form[name].format(deep), name)
    assert source.text == represent_source(form[name].format("1"), name).text
    lists = form[name].format("f(" * 50_000 + "1" + ")" * 50_000)
    assert "512,000" in get_reason(lists.encode(), name)


@pytest.mark.long(reason="hostile code in each language")
def test_garbage_is_rejected_early() -> None:
    noise = b"(){}[]'=+;\n\t.," * (MAXIMUM_BYTES // 16)
    assert "for the parser to continue" in get_reason(noise) or "syntax error" in get_reason(noise)


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n\r\n"])
def test_line_endings_and_a_byte_order_mark_make_no_difference(ends: str) -> None:
    source = "def f():\n    return '''a\nb'''\n"
    plain = make_outcome({"solution": source.encode()})
    if ends != "\n\r\n":
        assert make_outcome({"solution": source.replace("\n", ends).encode("utf-8-sig")}) == plain


def test_the_version_combines_engine_and_language() -> None:
    source = represent_source("x = 1\n")
    language = load_language("python")
    assert language is not None
    assert source.version == combine_versions(language)
    assert language.version < BY_SPELLING


@pytest.mark.parametrize("name", SUFFIXES)
@given(content=st.binary(max_size=300))
def test_any_bytes_are_a_representation_or_refused(name: str, content: bytes) -> None:
    outcome = make_outcome({"solution": content}, name)
    assert isinstance(outcome, UnusableSolution) or outcome.text.endswith(")\n")


TOKENS = ["def", "f", "x", "(", ")", ":", "\n    ", "\n", "=", "'a'", '"', "1", "class", "+", "{"]


@pytest.mark.long(reason="a property for each language")
@pytest.mark.parametrize("name", SUFFIXES)
@given(
    words=st.lists(st.sampled_from([*TOKENS, "}", "[", "]", ";", ",", "if", "f'{x}'", "//", "#"]))
)
def test_any_tokens_are_a_representation_or_refused(name: str, words: list[str]) -> None:
    outcome = make_outcome({"solution": " ".join(words).encode()}, name)
    if isinstance(outcome, Representation):
        used = PLACEHOLDER.findall(outcome.text.replace("name:PLACEHOLDER", ""))
        assert set(used) == set(outcome.mapping)
        assert json.dumps(outcome.mapping)


@pytest.mark.parametrize("name", ["tsx", "javascript"])
def test_elements_in_a_program_are_part_of_it(name: str) -> None:
    source = "export const Hello = (props) => <p className='a'>Hello, {{{}}}!</p>;\n"
    one, other = (represent_source(source.format(what), name) for what in ("props.a", "props.b"))
    assert one.text != other.text
    renamed = represent_source(source.format("x.a").replace("(props)", "(x)"), name)
    assert renamed.text == one.text
    greeting = represent_source(source.format("props.a").replace("Hello,", "Bye,"), name)
    assert greeting.text != one.text
