from pathlib import Path

import pytest

from kriterion.settings import load_settings, read_settings


def test_the_nearest_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config" / "kriterion").mkdir(parents=True)
    for place, name in (("config/kriterion", "users"), (".", "here"), ("named", "named")):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "kriterion.toml").write_text(f"[images.{name}]")
    assert list(load_settings().images) == ["here"]
    assert list(load_settings(tmp_path / "named" / "kriterion.toml").images) == ["named"]
    monkeypatch.setenv("KRITERION_CONFIG", str(tmp_path / "named" / "kriterion.toml"))
    assert list(load_settings().images) == ["named"]
    monkeypatch.delenv("KRITERION_CONFIG")
    (tmp_path / "kriterion.toml").unlink()
    assert list(load_settings().images) == ["users"]


def test_the_data_directory_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KRITERION_DATA", str(tmp_path / "data"))
    assert load_settings().data == tmp_path / "data"
    assert read_settings('data = "elsewhere"', tmp_path / "a.toml").data == tmp_path / "data"


def test_the_data_directory_of_a_file_is_beside_it(tmp_path: Path) -> None:
    assert read_settings('data = "data"', tmp_path / "a.toml").data == tmp_path / "data"


def test_nobody_shares_the_data_of_an_ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert load_settings().data == Path("/var/lib/kriterion")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert load_settings().data == Path("~/.local/share/kriterion").expanduser()
