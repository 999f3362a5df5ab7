"""Ids: paths that stay where they belong."""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.ids import MAXIMUM_BYTES, find_id_fault


@pytest.mark.parametrize(
    "name", ["demo", "mooc/week1/seq3/ex1", "hferee/5.1_DNA", "a b", "été", "a..b", "x\\y"]
)
def test_real_paths_are_ids(name: str) -> None:
    assert find_id_fault(name) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is empty"),
        ("/etc/passwd", "has an empty part"),
        ("a//b", "has an empty part"),
        ("a/", "has an empty part"),
        ("..", "has a part that begins with a dot"),
        ("a/../../b", "has a part that begins with a dot"),
        ("./a", "has a part that begins with a dot"),
        (".git/config", "has a part that begins with a dot"),
        ("a\0b", "contains a control character"),
        ("a\nb", "contains a control character"),
        ("\ud800", "is not valid text"),
        ("x" * 201, "has a part longer than 200 bytes"),
        ("é" * 101, "has a part longer than 200 bytes"),
        ("x/" * 501, "is longer than 1,000 bytes"),
    ],
)
def test_a_path_that_leaves_the_root_is_not_an_id(name: str, fault: str) -> None:
    assert find_id_fault(name) == fault


@given(st.text(alphabet="./\\a\0~") | st.text())
def test_no_id_escapes(name: str) -> None:
    if find_id_fault(name) is None:
        assert posixpath.normpath(posixpath.join("/base", name)) == f"/base/{name}"
        assert len(name.encode()) <= MAXIMUM_BYTES
