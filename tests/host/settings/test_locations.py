from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.host.settings import load_settings, read_settings
from kriterion.host.settings.locations import expand_home, find_data_directory, find_settings_file


def test_the_nearest_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config" / "kriterion").mkdir(parents=True)
    for place, name in (("config/kriterion", "users"), (".", "here"), ("named", "named")):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "kriterion.toml").write_text(f"[images.{name}]")
    assert list(load_settings().images) == ["here"]
    assert list(load_settings(tmp_path / "named" / "kriterion.toml").images) == ["named"]
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "named" / "kriterion.toml"))
    assert list(load_settings().images) == ["named"]
    monkeypatch.setenv("KRITERION_CONFIG", "")
    assert load_settings().images == {}
    monkeypatch.delenv("KRITERION_CONFIG")
    (tmp_path / "kriterion.toml").unlink()
    assert list(load_settings().images) == ["users"]


def test_the_data_directory_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    assert load_settings().data == tmp_path / "data"
    assert read_settings('data = "elsewhere"', tmp_path / "a.toml").data == tmp_path / "data"


def test_the_data_directory_is_beside_the_settings_file(tmp_path: Path) -> None:
    assert read_settings('data = "data"', tmp_path / "a.toml").data == tmp_path / "data"


def test_the_data_of_an_ordinary_user_is_private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert load_settings().data == Path("/var/lib/kriterion")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert load_settings().data == Path("~/.local/share/kriterion").expanduser()


def test_a_user_without_a_home_must_name_a_data_directory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It ended in a traceback where HOME was unset and the user had no account."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 4_242)
    monkeypatch.setattr("os.getuid", lambda: 3_999_999_999)
    assert find_settings_file(None) is None
    with pytest.raises(OperatorError, match="has no home directory") as raised:
        find_data_directory(None)
    assert "KRITERION_DATA" in raised.value.fix


def test_the_home_of_an_unknown_user_is_taken_literally() -> None:
    assert expand_home("~nobody-has-this-name/x") == Path("~nobody-has-this-name/x")
