"""Where the settings are, and where Kriterion keeps what is its own, when nobody says."""

import os
from pathlib import Path

FILE_NAME = "kriterion.toml"


def settings_file(named: Path | None) -> Path | None:
    """The one named, or the first that is there: the one KRITERION_CONFIG names, the one in this
    directory, the user's own. None when there is none."""
    if named is None and os.environ.get("KRITERION_CONFIG"):
        named = Path(os.environ["KRITERION_CONFIG"])
    configuration = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    usual = (Path(FILE_NAME), configuration / "kriterion" / FILE_NAME)
    return named or next((file for file in usual if file.is_file()), None)


def data_directory(configured: Path | None) -> Path:
    """KRITERION_DATA, else the file's, else /var/lib/kriterion for root, else the user's own."""
    if os.environ.get("KRITERION_DATA"):
        return Path(os.environ["KRITERION_DATA"]).absolute()
    if configured is not None:
        return configured
    if os.geteuid() == 0:
        return Path("/var/lib/kriterion")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kriterion"
