"""Check by writing whether the site can write where it needs to."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from kriterion.errors import FULL_DISK

FREE_BYTES = (
    8 * 1024 * 1024
)  # with less, the disk counts as full: the database and each run need some
_TRIED_BYTES = 65_536


@dataclass(frozen=True, kw_only=True, slots=True)
class DiskFault:
    """Why nothing can be written; `reason` names the place.

    `stops_runs` is False for a missing directory, which a run creates.
    """

    reason: str
    is_full: bool = False
    stops_runs: bool = True


def find_disk_fault() -> DiskFault | None:
    """Check the data directory, the database's and the one for temporary files."""
    places = {Path(settings.DATA), Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite":
        places.add(Path(connection.settings_dict["NAME"]).parent)
    for place in sorted(places):
        try:
            status = os.statvfs(place)
            left = status.f_bavail * status.f_frsize
            if left < FREE_BYTES:
                return DiskFault(reason=f"{place}: {left} bytes are left", is_full=True)
            with tempfile.TemporaryFile(dir=place, prefix=".kriterion-health-") as file:
                file.write(bytes(_TRIED_BYTES))
                file.flush()
        except OSError as error:
            return DiskFault(
                reason=f"{place}: {error.strerror}",
                is_full=error.errno in FULL_DISK,
                stops_runs=not isinstance(error, FileNotFoundError),
            )
    return None
