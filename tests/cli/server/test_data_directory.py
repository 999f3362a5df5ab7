"""The data directory: created once, private, and either for a demo or for production."""

from pathlib import Path

import pytest

from kriterion.cli.server.data_directory import find_default_directory, is_in_use, prepare_directory
from kriterion.errors import OperatorError


def test_a_new_data_directory_gets_its_own_key(tmp_path: Path) -> None:
    keys = set()
    for name in ("one", "two"):
        assert not is_in_use(tmp_path / name)
        prepare_directory(tmp_path / name, demo=False)
        assert is_in_use(tmp_path / name)
        keys.add((tmp_path / name / "secret-key").read_text())
    assert len(keys) == 2
    assert all(len(key) > 50 for key in keys)


def test_others_may_traverse_but_not_read_it(tmp_path: Path) -> None:
    prepare_directory(tmp_path / "data", demo=True)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o711
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "data").iterdir()} == {0o600}


def test_existing_files_are_kept(tmp_path: Path) -> None:
    prepare_directory(tmp_path, demo=False)
    (tmp_path / "kriterion.sqlite3").write_bytes(b"rows")
    key = (tmp_path / "secret-key").read_text()
    prepare_directory(tmp_path, demo=False)
    assert (tmp_path / "secret-key").read_text() == key
    assert (tmp_path / "kriterion.sqlite3").read_bytes() == b"rows"


# Whether it was made for a demo, and is then opened for one; whether that is refused.
@pytest.mark.parametrize(
    ("made", "opened", "refused"),
    [(False, False, False), (True, True, False), (False, True, True), (True, False, True)],
)
def test_a_demo_and_a_production_site_are_never_confused(
    tmp_path: Path, made: bool, opened: bool, refused: bool
) -> None:
    prepare_directory(tmp_path, demo=made)
    if refused:
        with pytest.raises(OperatorError, match="demo"):
            prepare_directory(tmp_path, demo=opened)
    else:
        prepare_directory(tmp_path, demo=opened)


@pytest.mark.parametrize("left", ["runtime", "tools", "maxima"])
def test_files_left_by_tools_do_not_count_as_data(tmp_path: Path, left: str) -> None:
    (tmp_path / left).mkdir()
    prepare_directory(tmp_path, demo=True)


def test_an_unusable_directory_is_reported_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorError) as raised:
        prepare_directory(tmp_path / "file" / "data", demo=False)
    assert "--data" in raised.value.fix


def test_the_demo_is_stored_beside_the_production_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITERION_DATA", "/srv/kriterion")
    assert find_default_directory() == Path("/srv/kriterion")
    assert find_default_directory(demo=True) == Path("/srv/kriterion-demo")
