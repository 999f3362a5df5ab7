"""Two hundred submissions that are slow to render: one family per input that grew faster than
linearly.

Found by repeating short tokens in every lexer of Pygments, in Markdown, HTML, formulas, escape
sequences and both sides of a test, at several lengths.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, SubmissionRecord
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Tab,
    Test,
    Testcase,
    TestFormat,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

NUMBER = 200
CODE = 63_000  # characters; the limit for submissions is 64 KiB
MESSAGE = 64_000

# Lexers that take quadratic or cubic time, and the input for which they do.
_BLANKS = (" \n", "\n", "\t\n")
_LEXERS = {
    "arduino c charmci cpp cuda ec freefem logos markdown nesc idris autohotkey mql": _BLANKS,
    "objective-c objective-c++ omg-idl trac-wiki promela gdscript": (" \n", "\n"),
    "c-objdump cpp-objdump gherkin python python2 numpy py+ul4": (" \n", "\t\n"),
    "aspectj java": ("\n", "a ", "a\n", "a b\n", "int a "),
    "csharp nemerle": ("a\n", "a b\n"),
    "autoit": (" \n", "  "),
    "ceylon gosu groovy": ("a\n", "a b\n", "\n"),
    "hybris irc pawn matlab agda dpatch genshitext css+genshitext js+genshitext": ("\n",),
    "fan": ("a", "é"),
    "peg org": ("[",),
    "apacheconf": ("<",),
    "elpi pike": ("/* ",),
    "kal livescript": ("$",),
    "make basemake": ("(", "1.", "é"),
    "javascript ocaml haskell html sql bash r prolog": (" \n", "a b\n", '"\n', "(", "/* "),
}
_MARKDOWN = (
    "[", "![", "[a](", "[a][", "<", "* a\n", "> a\n", "|-|\n", "a|b\n", "*a ", "_a ", "*a_", "a*",
    "[a]: b\n", "=\n", "-\n", "[a](b)", "![[", "*_", "**a", "a**", "`a", "`` ` ", "a\n\n", "<b>*",
    "[](", "***a", "[[]", "|`", "&", "$x$ ", "```c\n \n \n", "- - ", ">- ",
)  # fmt: skip
_HTML = (
    "</p>", "</b></i>", "<b><i>", "<b></p>", "<table><b>", "<svg><p>", "<a title='\"' ",
    "<p a b c ", "&", "&#", "<!--", "<select>", "<i><div>", "<math>",
    "<p style='color:red;width:1%'>",
)  # fmt: skip
_CONSOLE = ("\x1b[31m\x1b[0m", "\x1b[1;", "\x1b]a", "\x1b[3")


@dataclass(frozen=True, slots=True)
class Slow:
    """A submission, named by what makes it slow."""

    name: str
    record: AssessmentRecord


def make_ordinary_submission() -> Slow:
    """Return one that is not slow: two contexts, one of them wrong."""
    tests = (
        Test(accepted=True, generated="1\n2\n", expected="1\n2\n"),
        Test(accepted=False, generated="one\ntwo\n", expected="one\nTwo\n"),
    )
    return Slow(
        "ordinary", _make_record("def f(x):\n    return x + 1\n" * 20, "python", tests=tests)
    )


def list_slow_submissions() -> list[Slow]:
    """Return 200 submissions, cycling through the kinds; always the same ones."""
    others = [
        *_list_markdown(),
        *_list_html(),
        *_list_differences(),
        *_list_console(),
        *_list_lexed_messages(),
    ]
    return [*others, *islice(_list_lexers(), NUMBER - len(others))]


def _list_lexers() -> Iterator[Slow]:
    for names, tokens in _LEXERS.items():
        for name in names.split():
            for token in tokens:
                yield Slow(f"code {name} {token!r}", _make_record(_list_lines(token, CODE), name))


def _list_lexed_messages() -> Iterator[Slow]:
    for name in ("c", "java", "python", "csharp", "markdown"):
        for token in (" \n", "a b\n"):
            text = _list_lines(token, 8_000)
            messages = tuple(Message(description=text, format=name) for _ in range(20))
            yield Slow(f"messages {name} {token!r}", _make_record("x\n", "text", messages=messages))


def _list_markdown() -> Iterator[Slow]:
    for token in _MARKDOWN:
        message = Message(description=_repeat_token(token, 2 * MESSAGE), format="markdown")
        yield Slow(f"markdown {token!r}", _make_record("x\n", "text", messages=(message,)))
    table = "`|" * 2_000 + "\n" + "|-" * 2_000 + "\n" + "|\n" * 30_000
    message = Message(description=table, format="md")
    yield Slow("markdown, a wide table", _make_record("x\n", "text", messages=(message,)))


def _list_html() -> Iterator[Slow]:
    for token in _HTML:
        message = Message(description=_repeat_token(token, 4_000_000), format="html")
        yield Slow(f"html {token!r}", _make_record("x\n", "text", messages=(message,)))
    # The attributes of an element are compared pairwise; a quoted ">" hides them.
    attributes = " ".join(f"a{number}" for number in range(40_000))
    for start in ("<p ", '<p b=">" '):
        message = Message(description=f"{start}{attributes}>", format="html")
        yield Slow(f"html attributes {start!r}", _make_record("x\n", "text", messages=(message,)))


def _list_differences() -> Iterator[Slow]:
    random = Random(1)

    def letters(alphabet: str, length: int) -> str:
        return "".join(random.choice(alphabet) for _ in range(length))

    def lines(alphabet: str, number: int, length: int) -> str:
        return "\n".join(letters(alphabet, length) for _ in range(number))

    sides = {
        "long lines": (lines("abcd", 1_500, 990), lines("abcd", 1_500, 990)),
        "short lines": (lines("ab", 3_900, 1), lines("ab", 3_900, 1)),
        "many and few": (lines("ab", 900, 2), lines("ab", 16_000, 2)),
        "almost alike": (lines("ab", 19, 990), lines("ab", 21, 990)),
        "combining marks": ("a\u0301" * 100_000, "\u0301a" * 100_000),
        "blanks": (" " * 900_000, " " * 900_001 + "a"),
        "newlines": ("\n" * 900_000, "\n" * 900_001),
    }
    for name, (generated, expected) in sides.items():
        test = Test(accepted=False, generated=generated, expected=expected)
        yield Slow(f"difference, {name}", _make_record("x\n", "text", tests=(test,)))
        table = Test(accepted=False, generated=generated, expected=expected, format=TestFormat.CSV)
        yield Slow(f"table, {name}", _make_record("x\n", "text", tests=(table,)))
    many = tuple(
        Test(accepted=False, generated=letters("ab", 900), expected=letters("ab", 900))
        for _ in range(3_000)
    )
    yield Slow("difference, many tests", _make_record("x\n", "text", tests=many))


def _list_console() -> Iterator[Slow]:
    for token in _CONSOLE:
        message = Message(description=_repeat_token(token, MESSAGE), format="console")
        messages = (message,) * 10
        yield Slow(f"console {token!r}", _make_record("x\n", "text", messages=messages))
    remarks = tuple(
        Annotation(row=number // 50, column=number % 50, columns=900, text="x")
        for number in range(1_000)
    )
    code = "a = 1 + " * 240 + "\n"
    yield Slow("annotations", _make_record(code * 20, "python", annotations=remarks))


def _list_lines(token: str, length: int) -> str:
    """Repeat a token, in lines short enough to be highlighted."""
    text = _repeat_token(token, length)
    if "\n" in token:
        return text
    return "\n".join(text[start : start + 1_900] for start in range(0, length, 1_901))


def _repeat_token(token: str, length: int) -> str:
    return (token * (length // len(token) + 1))[:length]


def _make_record(
    source: str,
    language: str,
    *,
    messages: tuple[Message, ...] = (),
    tests: tuple[Test, ...] = (),
    annotations: tuple[Annotation, ...] = (),
) -> AssessmentRecord:
    contexts = tuple(
        Context(accepted=test.accepted, groups=(Testcase(accepted=test.accepted, tests=(test,)),))
        for test in tests
    )
    return AssessmentRecord(
        submission=SubmissionRecord(
            exercise="Slow",
            file_name="code",
            source=source,
            language="en",
            programming_language=language,
        ),
        judge=JudgeRecord(
            status=Status.WRONG,
            accepted=False,
            summary=None,
            feedback=FullOutput(
                accepted=False,
                status=Status.WRONG,
                messages=messages,
                groups=(Tab(description="Tests", groups=contexts),),
                annotations=annotations,
            ),
        ),
    )
