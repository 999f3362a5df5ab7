"""Store an uploaded archive."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings


def store_archive(chunks: Iterable[bytes]) -> Path:
    """Store an upload in the data directory; `repository_fetching` moves it from there."""
    place = Path(settings.DATA) / "uploads"
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place, prefix="upload-", delete=False) as file:
        for chunk in chunks:
            file.write(chunk)
    return Path(file.name)
