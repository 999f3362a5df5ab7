"""Handmade backups, most of them invalid."""

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path

from kriterion.web.backups.backup_format import (
    ABOUT,
    DIGESTS,
    FORMAT,
    BackupDescription,
    Form,
    seal,
)


def repack(archive: Path, entries: Mapping[str, bytes]) -> Path:
    """Write an archive of these entries with a valid seal."""
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            if name.endswith("/"):
                entry.type = tarfile.DIRTYPE
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    seal(archive)
    return archive


def unpack(archive: Path) -> dict[str, bytes]:
    """The files of an archive, by name; and its directories, whose names end with a slash."""
    found = {}
    with tarfile.open(archive) as tar:
        for entry in tar:
            content = tar.extractfile(entry)
            if entry.isdir():
                found[f"{entry.name}/"] = b""
            elif content is not None and entry.isreg():
                found[entry.name] = content.read()
    return found


def empty_backup(archive: Path, *, of_format: int | None = FORMAT) -> Path:
    """A backup whose list of digests is empty."""
    about = BackupDescription(
        form=Form.PORTABLE, data="/", version="0", made_at="", format=of_format
    )
    return repack(archive, {ABOUT: about.encode(), DIGESTS: json.dumps({}).encode()})
