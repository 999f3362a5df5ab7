import hashlib

from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representation_reader import read_representation
from kriterion_tools.contracts.exercism_representer.representation_writer import (
    write_no_representation,
    write_representation,
)


def test_the_digest_is_that_of_the_unchanged_text() -> None:
    for text in ("a", "a\n", " a", "é"):
        expected = hashlib.sha1(text.encode()).hexdigest()
        assert Representation(text=text).digest == expected


def test_mapping_and_version_are_not_part_of_the_digest() -> None:
    bare = Representation(text="a")
    assert Representation(text="a", mapping={"P": "x"}, version=7).digest == bare.digest


@given(
    text=st.text(min_size=1).filter(str.strip),
    mapping=st.dictionaries(st.text(), st.text()),
    version=st.integers(min_value=0, max_value=2**31 - 1),
)
def test_written_representations_are_read_back(
    text: str, mapping: dict[str, str], version: int
) -> None:
    representation = Representation(text=text, mapping=mapping, version=version)
    reading = read_representation(write_representation(representation))
    assert reading.representation == representation
    assert reading.violations == ()


def test_a_lone_surrogate_does_not_prevent_writing() -> None:
    odd = Representation(text="a\ud800", mapping={"P": "\udfff"})
    reading = read_representation(write_representation(odd))
    assert reading.representation is not None
    assert reading.representation.digest == odd.digest


def test_all_files_are_written_without_a_representation() -> None:
    files = write_no_representation("line 3: cannot be parsed", version=4)
    assert files["representation.txt"] == b""
    assert files["mapping.json"] == b"{}\n"
    assert b"4" in files["representation.json"]
    assert files["representation.out"] == b"line 3: cannot be parsed\n"
    assert read_representation(files).violations == ()
