"""Embeds the pictures of an exercise, to which messages refer as `media/…`."""

import base64
from collections.abc import Mapping
from urllib.parse import unquote

MAXIMUM_BYTES = 512 * 1024  # of one picture
TYPES = {
    "avif": "image/avif",
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}

Media = Mapping[str, str]
"""Maps the path that messages use, such as "media/tree.png", to a `data:` address."""

NO_MEDIA: Media = {}


def embed_pictures(files: Mapping[str, bytes]) -> Media:
    """Return `data:` addresses of the pictures among the files, except very large ones."""
    return {
        path: f"data:{TYPES[kind]};base64,{base64.b64encode(content).decode()}"
        for path, content in files.items()
        if (kind := path.rpartition(".")[2].lower()) in TYPES and len(content) <= MAXIMUM_BYTES
    }


def extract_media_path(address: str) -> str:
    """Return the path in an address: decoded, and without query, fragment and leading "./"."""
    return unquote(address.partition("?")[0].partition("#")[0]).removeprefix("./")
