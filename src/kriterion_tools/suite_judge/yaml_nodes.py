"""A YAML document as nodes that know their line.

Scalars follow YAML 1.2's core schema, so `no`, `1:30` and `2024-01-01` are texts. A node keeps its
text as written, so `stdout: 3.10` means "3.10".
"""

import base64
import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml

DEEPEST = 40
MAX_NODES = 100_000

_PREFIX = "tag:yaml.org,2002:"


class DocumentFault(Exception):
    """The document is not valid YAML or exceeds our limits. `line` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


class Scalar(NamedTuple):
    """A text as written. If it is `plain` (without quotes), its spelling determines its type."""

    line: int
    tag: str
    text: str
    plain: bool
    size: int = 1


class Sequence(NamedTuple):
    """A list of nodes."""

    line: int
    tag: str
    items: tuple["Node", ...]
    size: int


class Mapping(NamedTuple):
    """Pairs of nodes, in order."""

    line: int
    tag: str
    pairs: tuple[tuple["Node", "Node"], ...]
    size: int


Node = Scalar | Sequence | Mapping


def read_document(document: bytes) -> Node:
    """Read the only YAML document in these bytes. Raises DocumentFault."""
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = document.count(b"\n", 0, error.start) + 1
        raise DocumentFault(line, "the file is not UTF-8") from error
    try:
        return _compose(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = error.problem or error.context or "not YAML"
        raise DocumentFault(mark.line + 1 if mark else 1, f"not YAML: {what}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise DocumentFault(line, f"not YAML: {error.reason}") from error


class _OpenNode:
    """A list or mapping whose end has not been read yet."""

    def __init__(self, event: yaml.CollectionStartEvent) -> None:
        self.line = _find_line(event)
        self.tag = _tag(event)
        self.anchor = event.anchor
        self.nodes: list[Node] = []
        self.size = 1

    def add(self, node: Node) -> None:
        self.nodes.append(node)
        self.size += node.size

    def close(self, event: yaml.Event) -> Node:
        if isinstance(event, yaml.SequenceEndEvent):
            return Sequence(self.line, self.tag, tuple(self.nodes), self.size)
        pairs = zip(self.nodes[::2], self.nodes[1::2], strict=True)
        return Mapping(self.line, self.tag, tuple(pairs), self.size)


def _compose(events: Iterator[yaml.Event]) -> Node:
    """Build nodes without recursion: hostile documents nest deeply, or grow by aliases."""
    root: Node | None = None
    open_nodes: list[_OpenNode] = []
    anchors: dict[str, Node] = {}
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            if len(open_nodes) == DEEPEST:
                raise DocumentFault(_find_line(event), f"nested more than {DEEPEST} levels deep")
            open_nodes.append(_OpenNode(event))
            continue
        anchor = None
        if isinstance(event, yaml.ScalarEvent):
            node: Node = Scalar(_find_line(event), _tag(event), event.value, event.implicit[0])
            anchor = event.anchor
        elif isinstance(event, yaml.CollectionEndEvent):
            ended = open_nodes.pop()
            node, anchor = ended.close(event), ended.anchor
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise DocumentFault(
                    _find_line(event), f"anchor {event.anchor!r} is not defined before this"
                )
            node = anchors[event.anchor]
        elif isinstance(event, yaml.DocumentStartEvent) and root is not None:
            raise DocumentFault(_find_line(event), "a second document; one file holds one suite")
        else:
            continue
        if anchor:
            anchors[anchor] = node
        if open_nodes:
            open_nodes[-1].add(node)
            if open_nodes[-1].size > MAX_NODES:
                raise DocumentFault(_find_line(event), f"more than {MAX_NODES} values")
        else:
            root = node
    if root is None:
        raise DocumentFault(1, "the file is empty")
    return root


def _find_line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _tag(event: yaml.NodeEvent) -> str:
    """Return the explicit tag, `!!name` for YAML's own; "" if there is none."""
    tag = getattr(event, "tag", None) or ""
    if tag == "!":
        return "!!str"
    return f"!!{tag[len(_PREFIX) :]}" if tag.startswith(_PREFIX) else tag


_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")

Plain = None | bool | int | float | str | bytes


def convert_scalar(node: Scalar) -> Plain:
    """Return the value of a scalar. Raises ValueError if its tag does not fit."""
    text = node.text
    if node.tag in ("!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary"):
        return _convert_tagged_value(node.tag, text)
    if node.tag:
        raise ValueError(f"unknown tag {node.tag!r}")
    if not node.plain:
        return text
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text) or _FALSE.fullmatch(text):
        return text.lower() == "true"
    if _INTEGER.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text) or _INFINITE.fullmatch(text):
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


def _convert_tagged_value(tag: str, text: str) -> Plain:
    if tag == "!!str":
        return text
    if tag == "!!binary":
        try:
            return base64.b64decode(text)
        except binascii.Error as error:
            raise ValueError(f"not base64: {error}") from error
    value = convert_scalar(Scalar(0, "", text, True))
    if tag == "!!float" and type(value) is int:
        return float(value)
    if type(value).__name__.replace("NoneType", "null") != tag[2:]:
        raise ValueError(f"{text!r} is not a {tag}")
    return value
