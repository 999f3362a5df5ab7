"""Check a comment library: every text by itself, and all comments that a tool can write."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kriterion.authoring.check_report import CheckReport, sort_findings
from kriterion.authoring.comments.comment_text import check_text, check_translation
from kriterion.authoring.comments.emitted_comments import EmittedComment, EmittedCommentList
from kriterion.authoring.counted_nouns import format_count
from kriterion.authoring.finding import convert_problems, error, notice, warning
from kriterion.authoring.subject import SubjectKind, find_library_around
from kriterion.exercises.comment_library import ENGLISH, list_comments, load_comment
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.contracts.exercism_analyzer.templates import find_placeholders, is_same_name
from kriterion_tools.diagnostic import Diagnostic


def check_comments(
    subject: str, library: Path, lists: Iterable[EmittedCommentList] = ()
) -> CheckReport:
    """Check a library or a part of one; `lists` are what tools can write."""
    part = library.resolve()
    files = Files(find_library_around(part) or part)
    problems = Problems()
    texts = _load_texts(files, part, problems)
    emitted: list[EmittedComment] = []
    for pointers in lists:
        emitted += pointers.comments
        problems.add(pointers.problems)
    findings = convert_problems(problems)
    for (pointer, language), (file, text) in texts.items():
        findings += check_text(text, file, language)
        if language != ENGLISH:
            _, english = texts.get((pointer, ENGLISH), ("", None))
            findings += check_translation(text, file, english)
    english_texts = {
        pointer: entry for (pointer, language), entry in texts.items() if language == ENGLISH
    }
    if emitted:
        findings += check_emitted(emitted, english_texts)
    if part != files.root:
        below = files.name(part)
        findings = [finding for finding in findings if Path(finding.file).is_relative_to(below)]
    return CheckReport(
        subject=subject,
        kind=SubjectKind.COMMENTS,
        root=files.root,
        facts=tuple(_describe_library(texts, emitted)),
        findings=sort_findings(findings),
    )


def check_emitted(
    emitted: Iterable[EmittedComment], texts: dict[str, tuple[str, str]]
) -> Iterator[Diagnostic]:
    """Check that each comment that tools can write exists with all its parameters, and the reverse.

    `texts` are file and text by pointer.
    """
    named = set()
    for emission in emitted:
        named.add(emission.pointer)
        if emission.pointer not in texts:
            what = f"comment {emission.pointer} does not exist"
            yield error(
                emission.file,
                what,
                where=emission.where,
                fix=f"add {find_comment_path(emission.pointer)}",
                code="comment.missing-for-pointer",
            )
        elif emission.params is not None:
            yield from _check_params(emission, emission.params, *texts[emission.pointer])
    for pointer in sorted(texts.keys() - named):
        yield notice(texts[pointer][0], "is not used by any known tool", code="comment.unused")


def _check_params(
    emitted: EmittedComment, supplied: frozenset[str], file: str, text: str
) -> Iterator[Diagnostic]:
    placeholders = find_placeholders(text)
    for name in placeholders:
        if name in supplied:
            continue
        similar = next((other for other in sorted(supplied) if is_same_name(name, other)), None)
        if similar is not None:
            what = (
                f"%{{{name}}} differs from the parameter {similar!r} in case: case-sensitive hosts"
                " insert nothing"
            )
            yield warning(file, what, fix=f"write %{{{similar}}}", code="comment.placeholder-case")
        else:
            yield error(
                file,
                f"no parameter supplies %{{{name}}}",
                fix=_format_reference(emitted),
                code="comment.unknown-placeholder",
            )
    for name in sorted(supplied):
        if not any(is_same_name(name, other) for other in placeholders):
            what = f"parameter {name!r} of {emitted.pointer} is not used in the comment"
            yield notice(emitted.file, what, where=emitted.where, code="comment.unused-parameter")


def _format_reference(emitted: EmittedComment) -> str:
    return f"see {emitted.file} {emitted.where}".rstrip()


def _load_texts(
    files: Files, part: Path, problems: Problems
) -> dict[tuple[str, str], tuple[str, str]]:
    """Return file and text by pointer and language, for a part of the library."""
    texts = {}
    for comment in list_comments(files, problems):
        if not (files.root / comment.file).is_relative_to(part):
            continue
        try:
            text = load_comment(files, comment.file, problems)
        except Unreadable as fault:
            problems.refuse(comment.file, str(fault), code="file.unreadable")
        else:
            texts[comment.pointer, comment.language] = (comment.file, text)
    return texts


def _describe_library(
    texts: dict[tuple[str, str], tuple[str, str]], emitted: list[EmittedComment]
) -> Iterator[str]:
    languages = ", ".join(sorted({language for _, language in texts}))
    yield format_count(len(texts), "comment") + (f" in {languages}" if languages else "")
    if emitted:
        pointers = {emission.pointer for emission in emitted}
        yield f"{format_count(len(pointers), 'pointer')} that a tool can write"
