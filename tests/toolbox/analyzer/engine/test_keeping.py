"""Rules that were read once are kept, and never past their time."""

import os
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine import keeping
from kriterion_tools.analyzer.engine.fault import Fault
from kriterion_tools.analyzer.engine.keeping import kept
from kriterion_tools.analyzer.engine.reading import read_rules
from kriterion_tools.analyzer.engine.rule import RuleFile
from kriterion_tools.analyzer.engine.rulebook import SHIPPED


class Reader:
    """A reader that counts how often it is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.times = 0

    def __call__(self) -> tuple[RuleFile | None, list[Fault]]:
        self.times += 1
        return read_rules(self.path.read_text(), self.path.name)


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    path = tmp_path / "a.yaml"
    path.write_bytes((SHIPPED / "python" / "general.yaml").read_bytes())
    return Reader(path)


def _keep(reader: Reader) -> tuple[tuple[object, ...], list[Fault]]:
    file, faults = kept(reader.path, reader)
    assert file is not None
    # A rule is no other rule's equal, so they are compared by all that is in them.
    fields = [[getattr(one, name) for name in one.__slots__] for one in file.rules]
    return (file.languages, file.stages, fields), faults


def test_what_is_kept_is_what_was_read(reader: Reader) -> None:
    assert _keep(reader) == _keep(reader)
    assert reader.times == 1


def test_a_changed_file_is_read_anew(reader: Reader) -> None:
    first = _keep(reader)
    reader.path.write_text(reader.path.read_text() + "\n# more\ndisable: [a]\n")
    _keep(reader)
    os.utime(reader.path, ns=(1, 1))
    assert _keep(reader)[0] == first[0]
    assert reader.times == 3


def test_another_reader_reads_anew(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    _keep(reader)
    monkeypatch.setattr(keeping, "_READERS", ("rule.py",))
    _keep(reader)
    assert reader.times == 2


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x04.", b"\x80\x04N."])
def test_what_is_no_such_thing_is_made_anew(reader: Reader, content: bytes) -> None:
    first = _keep(reader)
    (place,) = (reader.path.parent / "__pycache__").iterdir()
    place.write_bytes(content)
    assert _keep(reader) == first
    assert _keep(reader) == first
    assert reader.times == 2


def test_where_nothing_can_be_kept_all_is_read(reader: Reader) -> None:
    (reader.path.parent / "__pycache__").write_text("in the way")
    assert _keep(reader) == _keep(reader)
    assert reader.times == 2
