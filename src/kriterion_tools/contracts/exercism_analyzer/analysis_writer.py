"""Write an analysis and tags as the files of an output directory."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis, Comment, CommentPlace
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS, TAGS


def write_output(analysis: Analysis, tags: Iterable[str]) -> dict[str, bytes]:
    """Return the two files (name → content)."""
    document: dict[str, Any] = {
        "comments": [_encode_comment(comment) for comment in analysis.comments]
    }
    if analysis.summary:
        document = {"summary": analysis.summary, **document}
    return {ANALYSIS: _encode_json(document), TAGS: _encode_json({"tags": list(tags)})}


def _encode_comment(comment: Comment) -> dict[str, Any]:
    written: dict[str, Any] = {
        "comment": comment.pointer,
        "params": dict(comment.params),
        "type": comment.type.value,
    }
    if comment.places:
        written["places"] = [_encode_place(place) for place in comment.places]
    return written


def _encode_place(place: CommentPlace) -> dict[str, Any]:
    return {name: value for name, value in asdict(place).items() if value is not None}


def _encode_json(value: dict[str, Any]) -> bytes:
    """Encode as JSON. A lone surrogate, which a student's source may contain, becomes "?"."""
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")
