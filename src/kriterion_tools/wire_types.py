"""Types of documents, prepared for threads.

msgspec inspects a type when it is first decoded. While one thread does that, another thread that
decodes the same type crashes the process (msgspec 0.22). So every type is inspected at import, when
no other thread can use it: by a decoder at module level, or by `prepare_types`.
"""

from typing import Any

import msgspec


def prepare_types(*types: Any) -> None:
    """Have msgspec inspect types that are passed to `msgspec.convert`. Call it at module level."""
    for type_ in types:
        msgspec.json.Decoder(type_)
