"""What a renderer is asked for and what it answers, as they cross the pipes."""

from enum import IntEnum, unique

import msgspec

from kriterion.contracts.dodona_judge.output import Permission
from kriterion.feedback.live import LiveState

MAXIMUM_HTML = 4 * 1024 * 1024  # characters of one answer; a page of them takes 30 ms to send


@unique
class Care(IntEnum):
    """How much work goes into a job."""

    FULL = 0
    PLAIN = 1  # everything as plain text, and less of it: full care killed a process


class Audience(msgspec.Struct, frozen=True, kw_only=True):
    """Who reads; `media` are the pictures of the exercise by their paths."""

    role: Permission
    language: str
    media: dict[str, str] = {}


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
    """What is new on the page with a change, which is a batch of one."""

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
    """How two submissions differ, file by file, under a title for each."""

    pairs: tuple[FilePair, ...]
    titles: tuple[str, str]
    audience: Audience
    care: Care = Care.FULL


Job = FeedbackJob | LiveJob | ComparisonJob


class RenderedFeedback(msgspec.Struct, frozen=True, kw_only=True, tag="feedback"):
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

    `care` is what the rest of the attempt is worth: plain, once something took too long.
    """

    insertions: tuple[RenderedInsertion, ...]
    state: LiveState
    care: Care = Care.FULL


class RenderedComparison(msgspec.Struct, frozen=True, kw_only=True, tag="comparison"):
    """A panel in HTML for each pair, None where both are the same."""

    panels: tuple[str | None, ...]


Rendered = RenderedFeedback | RenderedStep | RenderedComparison


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was rendered. A `tired` process was interrupted and should not render anything more."""

    rendered: Rendered
    tired: bool = False


encode = msgspec.msgpack.Encoder(enc_hook=str).encode  # Markup is a str of its own kind
decode_job = msgspec.msgpack.Decoder(Job).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
