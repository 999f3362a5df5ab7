"""The ids of exercises, lessons, tutorials and playgrounds: paths of directories or files."""

import unicodedata

MAXIMUM_BYTES = 1_000  # of an id
MAXIMUM_PART_BYTES = 200  # of a directory's or file's name in it, without suffix


def find_id_fault(name: str) -> str | None:
    """Return why an id cannot name a file in the repository, or None.

    No part of an id may begin with a dot, so that no id leads out of its directory or to a hidden
    file.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return "is not valid text"
    if size > MAXIMUM_BYTES:
        return f"is longer than {MAXIMUM_BYTES:,} bytes"
    if any(unicodedata.category(character) == "Cc" for character in name):
        return "contains a control character"
    for part in name.split("/"):
        if not part:
            return "is empty" if not name else "has an empty part"
        if part.startswith("."):
            return "has a part that begins with a dot"
        if len(part.encode()) > MAXIMUM_PART_BYTES:
            return f"has a part longer than {MAXIMUM_PART_BYTES} bytes"
    return None
