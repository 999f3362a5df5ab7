"""Names of files in archives that every system can unpack."""

import re
from typing import Final
from unicodedata import normalize

# Windows limits a whole path to 260 characters, and Linux a name to 255 bytes.
_NAME_BYTES: Final = 100
_DEVICE: Final = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d|(com|lpt)[¹²³])(\.|$)")  # of Windows


class ArchiveNames:
    """Gives files or directories in one place names that differ on every system, by their keys."""

    def __init__(self) -> None:
        self._keys: dict[str, int] = {}

    def name(self, path: str, key: int) -> str:
        """Return a safe path; prefix the key if the path belongs to another key."""
        safe = make_safe_path(path)
        while self._keys.setdefault(normalize("NFC", safe).casefold(), key) != key:
            safe = f"{key}-{safe}"
        return safe


def make_safe_path(name: str) -> str:
    return "/".join(map(make_safe_name, name.split("/")))


def make_safe_name(name: str, max_bytes: int = _NAME_BYTES) -> str:
    """Return a name that stays below the current directory on every system."""
    cleaned = "".join(
        character if character.isalnum() or character in "._-+@ " else "_" for character in name
    )
    safe = _shorten(cleaned.strip(". "), max_bytes).rstrip(". ")
    return f"_{safe}" if not safe or _DEVICE.match(safe) else safe


def _shorten(name: str, max_bytes: int) -> str:
    """Return the beginning of a name, with its suffix if that is short."""
    if len(name.encode()) <= max_bytes:
        return name
    stem, dot, suffix = name.rpartition(".")
    ending = f".{suffix}" if dot and len(suffix.encode()) <= 10 else ""
    beginning = (stem if ending else name).encode()[: max_bytes - len(ending.encode())]
    return beginning.decode(errors="ignore") + ending
