"""The messages between a renderer and its parent: jobs and answers.

Paths are bytes: names on a disk need not be text.
"""

from enum import IntEnum, unique
from typing import Any, TypeVar, get_args

import msgspec

from kriterion.feedback.html.live import LiveState
from kriterion.feedback.withholding import NOTHING_WITHHELD, Withholding
from kriterion_tools.contracts.dodona_judge.output_records import Permission

MAXIMUM_HTML = 4 * 1024 * 1024  # characters of one answer; a page of them takes 30 ms to send


@unique
class Care(IntEnum):
    """How much work goes into a job."""

    FULL = 0
    PLAIN = 1  # everything as plain text, and less of it: full care killed a process


class Audience(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a job is rendered for: the fields are as in Viewer."""

    role: Permission
    language: str
    media: dict[str, str] = {}
    hidden_rules: frozenset[str] = frozenset()
    marks_rules: bool = False
    withholding: Withholding = NOTHING_WITHHELD


class FeedbackJob(msgspec.Struct, frozen=True, kw_only=True, tag="feedback"):
    """All feedback on a submission. `document` is the assessment as it is stored.

    `comments` are what teachers say about solutions like it, in Markdown with placeholders for the
    solution's names.
    """

    document: bytes
    title: str
    audience: Audience
    comments: tuple[str, ...] = ()
    care: Care = Care.FULL


class LiveJob(msgspec.Struct, frozen=True, kw_only=True, tag="live"):
    """The insertions for one change; `change` is a batch of one."""

    change: bytes
    number: int
    state: LiveState
    audience: Audience
    care: Care = Care.FULL


class FilePair(msgspec.Struct, frozen=True, kw_only=True):
    """A file of two submissions."""

    one: str
    other: str


class ComparisonJob(msgspec.Struct, frozen=True, kw_only=True, tag="comparison"):
    """The difference of two submissions, file by file, each side with a title.

    `source_language` is the programming language of the files, "" if it is not known.
    """

    pairs: tuple[FilePair, ...]
    titles: tuple[str, str]
    audience: Audience
    source_language: str = ""
    care: Care = Care.FULL


class MediaPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where the files are that a text may show (as `Exercise.media`), and their URL."""

    repository: bytes
    directories: dict[bytes, tuple[bytes, ...]]
    address: str


class MarkdownText(msgspec.Struct, frozen=True, kw_only=True, tag="markdown"):
    """A teacher's Markdown; `place` prefixes every id in it.

    `heading` is the level of its outermost headings.
    """

    text: str
    place: str
    heading: int = 3
    media: MediaPlace | None = None


class HtmlText(msgspec.Struct, frozen=True, kw_only=True, tag="html"):
    """A teacher's HTML; `place` and `heading` are as in MarkdownText."""

    text: str
    place: str
    heading: int = 3
    media: MediaPlace | None = None


class SourceText(msgspec.Struct, frozen=True, kw_only=True, tag="source"):
    """Source text to highlight."""

    text: str
    language: str


Text = MarkdownText | HtmlText | SourceText


class TextsJob(msgspec.Struct, frozen=True, kw_only=True, tag="texts"):
    """The texts of one page."""

    texts: tuple[Text, ...]
    care: Care = Care.FULL


class LessonJob(msgspec.Struct, frozen=True, kw_only=True, tag="lesson"):
    """A step of a lesson or tutorial; the process reads it from the repository.

    `step` counts from 1; a number past the last step stands for the last step.
    """

    repository: bytes
    name: str
    is_tutorial: bool
    step: int
    place: str
    care: Care = Care.FULL


Job = FeedbackJob | LiveJob | ComparisonJob | TextsJob | LessonJob


class FeedbackHtml(msgspec.Struct, frozen=True, kw_only=True, tag="feedback"):
    """The feedback and the comments in HTML.

    `programs_stopped`: the sandbox stopped programs, so the verdict may not be the solution's
    fault. Without feedback, rendering failed.
    """

    feedback: str = ""
    comments: tuple[str, ...] = ()
    programs_stopped: bool = False


class RenderedInsertion(msgspec.Struct, frozen=True, array_like=True):
    """An insertion of live feedback."""

    id: str
    within: str
    html: str


class RenderedStep(msgspec.Struct, frozen=True, kw_only=True, tag="live"):
    """The insertions of a change, and the state after it.

    `care` is for the rest of the attempt: plain, once something took too long.
    """

    insertions: tuple[RenderedInsertion, ...]
    state: LiveState
    care: Care = Care.FULL


class RenderedComparison(msgspec.Struct, frozen=True, kw_only=True, tag="comparison"):
    """A panel in HTML for each pair, None where both are the same."""

    panels: tuple[str | None, ...]


class RenderedText(msgspec.Struct, frozen=True, kw_only=True):
    """A text in HTML, or plain if rendering it took too long."""

    html: str
    is_plain: bool = False


class RenderedTexts(msgspec.Struct, frozen=True, kw_only=True, tag="texts"):
    """The texts, in the order of the job."""

    texts: tuple[RenderedText, ...]


class RenderedLesson(msgspec.Struct, frozen=True, kw_only=True, tag="lesson"):
    """A step, and the titles of all; without titles there is no such lesson, or nothing in it.

    `known` is the runnable code of the steps before it.
    """

    exists: bool = True
    titles: tuple[str, ...] = ()
    step: int = 1
    text: RenderedText = RenderedText(html="")
    known: tuple[str, ...] = ()


Rendered = FeedbackHtml | RenderedStep | RenderedComparison | RenderedTexts | RenderedLesson
RenderedKind = TypeVar("RenderedKind", bound=Rendered)


class RenderAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What was rendered. A `tired` process was interrupted and must be replaced."""

    rendered: Rendered
    tired: bool = False


encode = msgspec.msgpack.Encoder(enc_hook=str).encode  # Markup is a str of its own kind
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_answer = msgspec.msgpack.Decoder(RenderAnswer).decode
_decoders: dict[type, msgspec.msgpack.Decoder[Any]] = {
    kind: msgspec.msgpack.Decoder(kind) for kind in get_args(Rendered)
}


def decode_rendered(document: bytes, kind: type[RenderedKind]) -> RenderedKind:
    rendered: RenderedKind = _decoders[kind].decode(document)
    return rendered
