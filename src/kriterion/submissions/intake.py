"""What may be handed in: the bytes of a file become a submission, or are refused with a reason."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kriterion.submissions.submission import MAXIMUM_BYTES, Submission

UTF16 = "the file is UTF-16 text; save it as UTF-8"
BINARY = "the file is not text but binary; hand in the source code"
NOT_UTF8 = "line %(line)s is not UTF-8 text; save the file as UTF-8"
TOO_LONG = "the file is too long: %(size)s bytes, and at most %(most)s may be"

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"
_NOT_PRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be a submission: a sentence for the one who handed it in.

    `words` may be translated; `values` are filled in afterwards, numbers as English writes them.
    """

    words: str
    values: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The sentence."""
        shown = {
            name: f"{value:,}" if isinstance(value, int) else value
            for name, value in self.values.items()
        }
        return self.words % shown if shown else self.words


def take_in(file_name: str, content: bytes, language: str = "en") -> Submission | Refusal:
    """The submission in the bytes of a file: UTF-8 text, not too long, with LF ending its lines.

    A byte order mark is no part of the text, and goes. An empty text may be handed in.
    Source: dodona-edu/dodona e7be6f0d2, SubmissionsController#create (line ends) and Submission
    (length, counted after that).
    """
    # Line ends at most halve a text, so what is far too long need not be copied to be measured.
    if len(content) > 2 * MAXIMUM_BYTES + len(_BOM):
        return _too_long(len(content))
    if content.startswith(_UTF16_MARKS):
        return Refusal(UTF16)
    if b"\0" in content:
        return Refusal(BINARY)
    source = content.removeprefix(_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if len(source) > MAXIMUM_BYTES:
        return _too_long(len(source))
    try:
        source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return Refusal(NOT_UTF8, {"line": line})
    name = _NOT_PRINTABLE.sub("\N{REPLACEMENT CHARACTER}", file_name)
    return Submission(file_name=name, source=source, language=language)


def _too_long(size: int) -> Refusal:
    return Refusal(TOO_LONG, {"size": size, "most": MAXIMUM_BYTES})
