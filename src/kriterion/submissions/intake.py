"""Turn the bytes of files into a submission, or refuse them with a reason."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kriterion.refusals import Refusal, RefusalKind
from kriterion.submissions.file_names import MAXIMUM_NAME_BYTES, filter_files
from kriterion.submissions.submission import MAXIMUM_BYTES, MAXIMUM_FILES, SubmittedFiles

UTF16 = RefusalKind("submission.utf-16", "the file is encoded as UTF-16; save it as UTF-8")
BINARY = RefusalKind("submission.binary", "the file is binary, not text; submit the source code")
NOT_UTF8 = RefusalKind(
    "submission.not-utf-8", "line %(line)s is not valid UTF-8; save the file as UTF-8"
)
NO_FILE = RefusalKind("submission.no-file", "there is no file to submit")
TOO_MANY = RefusalKind("submission.too-many-files", "at most %(count)s files can be submitted")
ONE_FILE = RefusalKind("submission.one-file-only", "this exercise accepts only one file")
BAD_NAME = RefusalKind("submission.invalid-name", "the file name “%(name)s” %(fault)s")
TOO_LONG = RefusalKind(
    "submission.too-large", "the file is too large: %(size)s bytes; the limit is %(most)s"
)
TOO_LONG_TOGETHER = RefusalKind(
    "submission.files-too-large",
    "the files are too large: %(size)s bytes together; the limit is %(most)s",
)

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_BOM = b"\xef\xbb\xbf"
_NOT_PRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]")


def accept_file(file_name: str, content: bytes, language: str = "en") -> SubmittedFiles | Refusal:
    """Return the submission in the bytes of a file: UTF-8 text, not too long, with LF line ends.

    A byte order mark is dropped, and the end of a name that is too long. An empty text is allowed.
    Source: dodona-edu/dodona e7be6f0d2, SubmissionsController#create (line ends) and Submission
    (length, counted afterwards).
    """
    # Converting line ends at most halves a text, so one that is far too long need not be copied.
    if len(content) > 2 * MAXIMUM_BYTES + len(_BOM):
        return _refuse_as_too_long(len(content))
    if content.startswith(_UTF16_MARKS):
        return Refusal(UTF16)
    if b"\0" in content:
        return Refusal(BINARY)
    source = content.removeprefix(_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if len(source) > MAXIMUM_BYTES:
        return _refuse_as_too_long(len(source))
    try:
        source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return Refusal(NOT_UTF8, {"line": line})
    name = _NOT_PRINTABLE.sub("\N{REPLACEMENT CHARACTER}", file_name[:MAXIMUM_NAME_BYTES])
    return SubmittedFiles(file_name=name, source=source, language=language)


def accept_files(
    files: Mapping[str, bytes],
    language: str = "en",
    *,
    expected_names: Sequence[str] = (),
    tests: Collection[str] = (),
    editor: Collection[str] = (),
    material: Collection[str] = (),
) -> SubmittedFiles | Refusal:
    """Return the submission in one or several files, or a refusal.

    Each file is treated as in `accept_file`; the limit holds for all together.

    `expected_names` are the names of the exercise's files: these come first and in that order, main
    file first. An exercise that asks for one file takes one. `tests` and `editor` are the
    exercise's own files, which students cannot submit, and `material` are all its files. The name
    of a single file is only shown.
    """
    if not files:
        return Refusal(NO_FILE)
    if len(files) > MAXIMUM_FILES:
        return Refusal(TOO_MANY, {"count": MAXIMUM_FILES})
    if len(files) > 1:
        filtered = filter_files(
            files, solution=expected_names, tests=tests, editor=editor, material=material
        )
        for name, fault in filtered.left_out.items():
            return Refusal(BAD_NAME, {"name": name, "fault": fault})
        if len(expected_names) == 1:
            return Refusal(ONE_FILE)
    first = [name for name in expected_names if name in files]
    names = [*first, *(name for name in files if name not in first)]
    intake_by_key: dict[str, SubmittedFiles] = {}
    for name in names:
        submission = accept_file(name, files[name], language)
        if isinstance(submission, Refusal):
            return submission if len(names) == 1 else replace(submission, file=name)
        intake_by_key[submission.file_name] = submission
    main, *others = intake_by_key.values()
    size = sum(len(each.source) for each in intake_by_key.values())
    if size > MAXIMUM_BYTES:
        return Refusal(TOO_LONG_TOGETHER, {"size": size, "most": MAXIMUM_BYTES})
    return replace(main, other_files={other.file_name: other.source for other in others})


def _refuse_as_too_long(size: int) -> Refusal:
    return Refusal(TOO_LONG, {"size": size, "most": MAXIMUM_BYTES})
