"""Default places of the settings and of Kriterion's data."""

import os
from collections.abc import Mapping
from pathlib import Path

from kriterion.errors import OperatorError

FILE_NAME = "kriterion.toml"
_CONFIG = "KRITERION_CONFIG"


def find_settings_file(named: Path | None) -> Path | None:
    """Return the named file, or the first existing one: KRITERION_CONFIG's, this directory's, the
    user's.

    None if there is none, or if KRITERION_CONFIG is empty.
    """
    if named is None and (value := os.environ.get(_CONFIG)) is not None:
        return Path(value) if value else None
    configuration = expand_home(os.environ.get("XDG_CONFIG_HOME") or "~/.config")
    candidates = (Path(FILE_NAME), configuration / "kriterion" / FILE_NAME)
    return named or next((file for file in candidates if file.is_file()), None)


def use_settings_file(file: Path) -> None:
    """Let this process and those that it starts use the file."""
    os.environ[_CONFIG] = str(file.absolute())


def read_data_variable(variables: Mapping[str, str]) -> Path | None:
    """Return KRITERION_DATA as an absolute path; None if it is unset or empty."""
    value = variables.get("KRITERION_DATA")
    return Path(value).absolute() if value else None


def find_data_directory(configured: Path | None) -> Path:
    """Return KRITERION_DATA, else the file's, else /var/lib/kriterion for root, else the user's
    own.

    Raises OperatorError if the user has no home.
    """
    named = read_data_variable(os.environ) or configured
    if named is not None:
        return named
    if os.geteuid() == 0:
        return Path("/var/lib/kriterion")
    directory = expand_home(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    if not directory.is_absolute():
        raise OperatorError(
            f"user {os.geteuid()} has no home directory, and no data directory is set",
            fix="set KRITERION_DATA to a directory that this user may write",
            code="settings.no-data-directory",
        )
    return directory / "kriterion"


def expand_home(path: str | Path) -> Path:
    """Expand a leading ~; unchanged if that home is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
