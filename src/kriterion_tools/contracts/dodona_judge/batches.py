"""Batches of changes in a growing judgement, compressed for storage."""

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

_KINDS = {
    "tab": Tab,
    "context": Context,
    "testcase": Testcase,
    "test": Test,
    "message": Message,
    "annotation": Annotation,
    "status": Status,
}
_TAGS = {kind: tag for tag, kind in _KINDS.items()}
_LEVEL = 1  # output is so repetitive that a higher level hardly makes it smaller


class _StoredChange(msgspec.Struct, frozen=True, array_like=True):
    """A change with the tag of its record's type, which the encoded record does not show."""

    kind: ChangeKind
    path: tuple[int, ...]
    permission: Permission
    hidden: bool
    tag: str
    record: msgspec.Raw


_decoder = msgspec.json.Decoder(list[_StoredChange])
_record_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    tag: msgspec.json.Decoder(kind) for tag, kind in _KINDS.items()
}


def encode_change(change: Change) -> bytes:
    """Encode a change for a batch."""
    return msgspec.json.encode(
        _StoredChange(
            change.kind,
            change.path,
            change.permission,
            change.hidden,
            _TAGS[type(change.record)],
            msgspec.Raw(msgspec.json.encode(change.record)),
        )
    )


def pack(changes: Iterable[bytes]) -> bytes:
    """Encode a batch for storage."""
    return zlib.compress(b"[" + b",".join(changes) + b"]", _LEVEL)


def unpack(document: bytes) -> list[Change]:
    """Return the changes of a batch, in order."""
    return [
        Change(
            kind=stored.kind,
            path=stored.path,
            record=_record_decoders[stored.tag].decode(stored.record),
            permission=stored.permission,
            hidden=stored.hidden,
        )
        for stored in _decoder.decode(zlib.decompress(document))
    ]
