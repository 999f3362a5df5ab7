"""Where the settings are, and where Kriterion keeps what is its own, when nobody says."""

import os
from pathlib import Path

from kriterion.errors import OperatorError

FILE_NAME = "kriterion.toml"


def settings_file(named: Path | None) -> Path | None:
    """The one named, or the first that is there: the one KRITERION_CONFIG names, the one in this
    directory, the user's own. None when there is none, or when KRITERION_CONFIG is empty."""
    if named is None and "KRITERION_CONFIG" in os.environ:
        return Path(os.environ["KRITERION_CONFIG"]) if os.environ["KRITERION_CONFIG"] else None
    configuration = expand_home(os.environ.get("XDG_CONFIG_HOME") or "~/.config")
    usual = (Path(FILE_NAME), configuration / "kriterion" / FILE_NAME)
    return named or next((file for file in usual if file.is_file()), None)


def data_directory(configured: Path | None) -> Path:
    """KRITERION_DATA, else the file's, else /var/lib/kriterion for root, else the user's own.

    Raises OperatorError when that user has no home.
    """
    if os.environ.get("KRITERION_DATA"):
        return Path(os.environ["KRITERION_DATA"]).absolute()
    if configured is not None:
        return configured
    if os.geteuid() == 0:
        return Path("/var/lib/kriterion")
    directory = expand_home(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    if not directory.is_absolute():
        raise OperatorError(
            f"user {os.geteuid()} has no home directory, and no data directory is named",
            fix="set KRITERION_DATA to a directory that this user may write",
        )
    return directory / "kriterion"


def expand_home(path: str | Path) -> Path:
    """The path with the home that it begins with; as it is where nobody knows that home."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
