"""allow.json, test_libs.txt and depend.txt, as the grader reads them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kriterion_tools
from kriterion_tools.contracts.learn_ocaml_repository.grading_files import (
    ALLOWANCES,
    KNOWN_LIBRARIES,
    MAXIMUM_DEPENDENCIES,
    MAXIMUM_FAULTS,
    check_allowances,
    check_libraries,
    read_dependencies,
)

GRADER = Path(kriterion_tools.__file__).parent / "learn_ocaml_judge"


@pytest.mark.parametrize(
    "text",
    ['{"allow": []}', ' {\n"allow" :[ "files" ,\t"sys"]\r\n}\n', json.dumps({"allow": ALLOWANCES})],
)
def test_files_the_grader_accepts_are_valid(text: str) -> None:
    assert check_allowances(text.encode()) == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", '["files"]', '{"allow": "files"}', '{"allow": ["files",]}', "\0"),
        *('{"allow": ["files"]} x', '{"allow": ["files"', '{"allow": [], "allow": []}'),
        *('\ufeff{"allow": []}', '{"allow": [files]}', '{"allow": [] /* all */}', '{"alow": []}'),
    ],
)
def test_another_form_is_invalid(text: str) -> None:
    (fault,) = check_allowances(text.encode())
    assert fault.fatal
    assert "one object" in fault.what


def test_an_unknown_word_is_reported_with_its_place() -> None:
    (fault,) = check_allowances(b'{"allow":\n ["files", "fils"]}')
    assert (fault.line, fault.column) == (2, 12)
    assert fault.what.startswith("must be one of files, sys") or "fils" in fault.what
    assert fault.fix == "did you mean 'files'?"


def test_libraries_are_listed_one_per_line() -> None:
    assert check_libraries(b"learn-ocaml.mutation_testing # why\r\n\n # none\n") == []
    (fault,) = check_libraries(b"learn-ocaml.test_lib\n  vg # pictures\n")
    assert (fault.line, fault.column, fault.fatal) == (2, 3, True)
    assert "vg" in fault.what


def test_dependencies_know_their_lines() -> None:
    dependencies = read_dependencies(b"# shared\n\nlib/a.mli\n lib/a.ml # b\n")
    assert list(dependencies) == [("lib/a.mli", 3), ("lib/a.ml", 4)]


def test_the_words_match_the_grader() -> None:
    schema = json.loads((GRADER / "allow.schema.json").read_bytes())
    assert tuple(schema["properties"]["allow"]["items"]["enum"]) == ALLOWANCES
    loading = (GRADER / "grader" / "loading.ml").read_text()
    assert all(f'"{name}"' in loading for name in KNOWN_LIBRARIES)


def test_the_number_of_reported_faults_is_limited() -> None:
    words = ", ".join(['"x"'] * 20_000)
    assert len(check_allowances(f'{{"allow": [{words}]}}'.encode())) == MAXIMUM_FAULTS
    assert len(check_libraries(b"x\n" * 20_000)) == MAXIMUM_FAULTS
    assert len(list(read_dependencies(b"x\n" * 20_000))) == MAXIMUM_DEPENDENCIES


@given(st.binary(max_size=200))
def test_any_bytes_are_valid_or_faulty(content: bytes) -> None:
    for fault in (*check_allowances(content), *check_libraries(content)):
        assert fault.what and fault.fatal
    list(read_dependencies(content))
