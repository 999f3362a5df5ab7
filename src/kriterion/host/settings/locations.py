"""Default places of the settings and of Kriterion's data."""

import os
from pathlib import Path

from kriterion.errors import OperatorError

FILE_NAME = "kriterion.toml"


def settings_file(named: Path | None) -> Path | None:
    """Return the named file, or the first existing one: KRITERION_CONFIG's, this directory's, the
    user's.

    None if there is none, or if KRITERION_CONFIG is empty.
    """
    if named is None and "KRITERION_CONFIG" in os.environ:
        return Path(os.environ["KRITERION_CONFIG"]) if os.environ["KRITERION_CONFIG"] else None
    configuration = expand_home(os.environ.get("XDG_CONFIG_HOME") or "~/.config")
    usual = (Path(FILE_NAME), configuration / "kriterion" / FILE_NAME)
    return named or next((file for file in usual if file.is_file()), None)


def data_directory(configured: Path | None) -> Path:
    """Return KRITERION_DATA, else the file's, else /var/lib/kriterion for root, else the user's
    own.

    Raises OperatorError if the user has no home.
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
    """Expand a leading ~; unchanged if that home is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
