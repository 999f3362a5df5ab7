"""A directory changes all at once, whatever happens meanwhile."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion.authoring.building import swap
from kriterion.authoring.building.swap import replace_directory
from kriterion.errors import MachineError, OperatorError


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "www"


def _fill(place: Path, text: str) -> None:
    with replace_directory(place) as new:
        (new / "page").write_text(text)


def _list_neighbours(place: Path) -> list[str]:
    return sorted(entry.name for entry in place.parent.iterdir())


def test_a_new_directory_replaces_the_old_one(place: Path) -> None:
    _fill(place, "one")
    _fill(place, "two")
    assert (place / "page").read_text() == "two"
    assert _list_neighbours(place) == ["www"]


def test_without_atomic_exchange_the_old_one_is_moved_aside(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(place, "one")
    monkeypatch.setattr(swap, "_exchange", lambda _one, _other: False)
    _fill(place, "two")
    assert (place / "page").read_text() == "two"
    assert _list_neighbours(place) == ["www"]


def test_a_failed_swap_keeps_the_old_one(place: Path) -> None:
    _fill(place, "one")
    with pytest.raises(ValueError, match="no"), replace_directory(place) as new:
        (new / "page").write_text("two")
        raise ValueError("no")
    assert (place / "page").read_text() == "one"
    assert _list_neighbours(place) == ["www"]


def test_readers_always_see_a_complete_directory(place: Path) -> None:
    _fill(place, "0")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from kriterion.authoring.building.swap import replace_directory\n"
        "for number in range(40):\n"
        "    with replace_directory(Path(sys.argv[1])) as new:\n"
        "        (new / 'page').write_text(str(number))\n"
    )
    process = subprocess.Popen((sys.executable, "-c", code, str(place)))
    seen = set()
    while process.poll() is None:
        descriptor = os.open(place, os.O_RDONLY)
        os.close(descriptor)
        seen.add(place.is_dir())
    assert process.returncode == 0
    assert seen == {True}


def test_leftovers_of_a_killed_program_are_removed(place: Path) -> None:
    _fill(place, "one")
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from kriterion.authoring.building.swap import replace_directory\n"
        "with replace_directory(Path(sys.argv[1])) as new:\n"
        "    (new / 'half').mkdir()\n"
        "    (new / 'half' / 'page').write_text('two')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    result = subprocess.run((sys.executable, "-c", code, str(place)), check=False)
    assert result.returncode == -signal.SIGKILL
    assert (place / "page").read_text() == "one"
    assert _list_neighbours(place) == [".www.making", "www"]
    _fill(place, "three")
    assert _list_neighbours(place) == ["www"]
    assert [entry.name for entry in place.iterdir()] == ["page"]


def test_a_directory_moved_aside_by_a_killed_program_is_restored(place: Path) -> None:
    _fill(place, "one")
    place.rename(place.with_name(".www.aside"))
    with pytest.raises(ValueError, match="no"), replace_directory(place):
        raise ValueError("no")
    assert (place / "page").read_text() == "one"
    assert _list_neighbours(place) == ["www"]


def test_two_programs_cannot_build_the_same_output_at_once(place: Path) -> None:
    with replace_directory(place) as new:
        (new / "page").write_text("one")
        with pytest.raises(OperatorError, match="another program"), replace_directory(place):
            pass
    assert (place / "page").read_text() == "one"


def test_an_unwritable_directory_is_a_machine_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError), replace_directory(tmp_path / "file" / "www"):
        pass
    with pytest.raises(MachineError), replace_directory(tmp_path / ("x" * 300)):
        pass
