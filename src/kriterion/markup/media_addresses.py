"""The pictures of an exercise, which messages refer to as `media/…`."""

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
"""`data:` addresses by the path that messages use ("media/tree.png")."""

NO_MEDIA: Media = {}


def embed_pictures(files: Mapping[str, bytes]) -> Media:
    """Select the pictures among the files, except very large ones: they are embedded in pages."""
    return {
        path: f"data:{TYPES[kind]};base64,{base64.b64encode(content).decode()}"
        for path, content in files.items()
        if (kind := path.rpartition(".")[2].lower()) in TYPES and len(content) <= MAXIMUM_BYTES
    }


def media_path(address: str) -> str:
    """Return the path that an address in a message refers to."""
    return unquote(address.partition("?")[0].partition("#")[0]).removeprefix("./")
