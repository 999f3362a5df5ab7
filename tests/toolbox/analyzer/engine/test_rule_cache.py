"""Rules that were read once are cached until their file or its reader changes."""

import os
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine import rule_cache
from kriterion_tools.analyzer.engine.rule import RuleFile
from kriterion_tools.analyzer.engine.rule_cache import load_cached
from kriterion_tools.analyzer.engine.rule_fault import RuleFault
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.shipped import SHIPPED


class Reader:
    """A reader that counts how often it is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.times = 0

    def __call__(self) -> tuple[RuleFile | None, list[RuleFault]]:
        self.times += 1
        return read_rules(self.path.read_text(), self.path.name)


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    path = tmp_path / "a.yaml"
    path.write_bytes((SHIPPED / "python" / "general.yaml").read_bytes())
    return Reader(path)


def _load(reader: Reader) -> tuple[tuple[object, ...], list[RuleFault]]:
    file, faults = load_cached(reader.path, reader)
    assert file is not None
    # A rule is no other rule's equal, so they are compared by all that is in them.
    fields = [[getattr(rule, name) for name in rule.__slots__] for rule in file.rules]
    return (file.languages, file.stages, fields), faults


def test_cached_rules_equal_parsed_ones(reader: Reader) -> None:
    assert _load(reader) == _load(reader)
    assert reader.times == 1


@pytest.mark.parametrize("name", sorted(path.name for path in SHIPPED.iterdir() if path.is_dir()))
def test_every_shipped_rule_can_be_cached(name: str, tmp_path: Path) -> None:
    for path in sorted((SHIPPED / name).glob("*.yaml")):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        reader = Reader(copy)
        assert _load(reader) == _load(reader)
        assert reader.times == 1


def test_a_changed_file_is_read_again(reader: Reader) -> None:
    first = _load(reader)
    reader.path.write_text(reader.path.read_text() + "\n# more\ndisable: [a]\n")
    _load(reader)
    os.utime(reader.path, ns=(1, 1))
    assert _load(reader)[0] == first[0]
    assert reader.times == 3


def test_a_changed_reader_reads_again(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    _load(reader)
    changed = reader.path.with_name("rule.py")
    changed.touch()
    monkeypatch.setattr(rule_cache, "_list_engine_modules", lambda: [changed])
    _load(reader)
    assert reader.times == 2


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x80\x04.", b"\x80\x04N.", b"{}", b"null"])
def test_an_invalid_cache_is_rewritten(reader: Reader, content: bytes) -> None:
    first = _load(reader)
    (place,) = (reader.path.parent / "__pycache__").iterdir()
    place.write_bytes(content)
    assert _load(reader) == first
    assert _load(reader) == first
    assert reader.times == 2


def test_without_a_writable_cache_everything_is_read(reader: Reader) -> None:
    (reader.path.parent / "__pycache__").write_text("in the way")
    assert _load(reader) == _load(reader)
    assert reader.times == 2
