"""What the host tells the staff about an output that is not, or not only, what it should be."""

from collections.abc import Iterable
from itertools import chain

from msgspec.structs import replace

from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    FullOutput,
    Message,
    Permission,
)
from kriterion_tools.contracts.dodona_judge.violations import Violation
from kriterion_tools.translation.translator import Phrase, Translator

MAXIMUM_EXCERPT_LENGTH = 15_000


def report_sentences(sentences: Iterable[tuple[Phrase, object]], translator: Translator) -> Message:
    """Sentences in one message; what is in their braces is given beside them."""
    told = " ".join(translator.translate(sentence, value=value) for sentence, value in sentences)
    return Message(description=told, permission=Permission.STAFF)


def report_violations(
    violations: tuple[Violation, ...], translator: Translator
) -> tuple[Message, ...]:
    """What was wrong, each with its place; no message when nothing was."""
    lines = (f"{found.place}: {found.what}: {found.excerpt}" for found in violations)
    return _report(host_phrases.VIOLATIONS, "\n".join(lines), translator)


def report_excerpt(heading: Phrase, written: bytes, translator: Translator) -> tuple[Message, ...]:
    """The beginning of what was written; no message when nothing was."""
    return _report(
        heading, written[: 4 * MAXIMUM_EXCERPT_LENGTH].decode(errors="replace"), translator
    )


def for_staff_only(output: FullOutput, translator: Translator) -> FullOutput:
    """All of an output, but nothing of it for students.

    Annotations have no permission, so they become a message.
    """
    annotations = "\n".join(map(_line, output.annotations))
    messages = chain(output.messages, _report(host_phrases.ANNOTATIONS, annotations, translator))
    return replace(
        output,
        messages=tuple(replace(one, permission=_raised(one.permission)) for one in messages),
        groups=tuple(replace(tab, permission=_raised(tab.permission)) for tab in output.groups),
        annotations=(),
    )


def _report(heading: Phrase, text: str, translator: Translator) -> tuple[Message, ...]:
    if not text:
        return ()
    if len(text) > MAXIMUM_EXCERPT_LENGTH:
        text = text[:MAXIMUM_EXCERPT_LENGTH] + translator.translate(host_phrases.TRUNCATED)
    told = f"{translator.translate(heading)}\n{text}"
    return (Message(format="code", description=told, permission=Permission.STAFF),)


def _line(annotation: Annotation) -> str:
    return f"{annotation.row + 1}: {annotation.type}: {annotation.text}"


def _raised(permission: Permission) -> Permission:
    return permission if permission.sees(Permission.STAFF) else Permission.STAFF
