from pathlib import Path

import pytest

from kriterion.cli.terminal.document_output import write_output
from kriterion.errors import MachineError


def test_a_document_is_written_where_requested(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    write_output(b"one\n", tmp_path / "new" / "feedback.json")
    write_output(b"other\n", None)
    assert (tmp_path / "new" / "feedback.json").read_bytes() == b"one\n"
    assert capfdbinary.readouterr().out == b"other\n"


@pytest.mark.parametrize("place", [".", "/dev/full", "a-file/feedback.json"])
def test_an_unwritable_output_is_reported_with_its_path(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-file").touch()
    with pytest.raises(MachineError, match=f"^{place}: cannot be written: "):
        write_output(b"text", Path(place))
