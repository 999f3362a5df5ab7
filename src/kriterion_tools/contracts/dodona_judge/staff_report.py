"""Messages to staff about a judge's output that violates the contract or does not count."""

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
    """Join phrases, each with its value, in one message."""
    text = " ".join(translator.translate(sentence, value=value) for sentence, value in sentences)
    return Message(description=text, permission=Permission.STAFF)


def report_violations(
    violations: tuple[Violation, ...], translator: Translator
) -> tuple[Message, ...]:
    """List the violations with their places in a message; no message without violations."""
    lines = (
        f"{violation.place}: {violation.what}: {violation.excerpt}" for violation in violations
    )
    return _make_message(host_phrases.VIOLATIONS, "\n".join(lines), translator)


def report_excerpt(heading: Phrase, written: bytes, translator: Translator) -> tuple[Message, ...]:
    """Quote the beginning of some output in a message; no message without output."""
    return _make_message(
        heading, written[: 4 * MAXIMUM_EXCERPT_LENGTH].decode(errors="replace"), translator
    )


def restrict_to_staff(output: FullOutput, translator: Translator) -> FullOutput:
    """Hide an output from students. Annotations have no permission, so they become a message."""
    annotations = "\n".join(map(_format_annotation, output.annotations))
    messages = chain(
        output.messages, _make_message(host_phrases.ANNOTATIONS, annotations, translator)
    )
    return replace(
        output,
        messages=tuple(
            replace(message, permission=_raise_to_staff(message.permission)) for message in messages
        ),
        groups=tuple(
            replace(tab, permission=_raise_to_staff(tab.permission)) for tab in output.groups
        ),
        annotations=(),
    )


def _make_message(heading: Phrase, text: str, translator: Translator) -> tuple[Message, ...]:
    if not text:
        return ()
    if len(text) > MAXIMUM_EXCERPT_LENGTH:
        text = text[:MAXIMUM_EXCERPT_LENGTH] + translator.translate(host_phrases.TRUNCATED)
    description = f"{translator.translate(heading)}\n{text}"
    return (Message(format="code", description=description, permission=Permission.STAFF),)


def _format_annotation(annotation: Annotation) -> str:
    return f"{annotation.row + 1}: {annotation.type}: {annotation.text}"


def _raise_to_staff(permission: Permission) -> Permission:
    return permission if permission.may_see(Permission.STAFF) else Permission.STAFF
