"""Search for the slowest inputs, per kilobyte, of everything that renders.

Each lexer of Pygments gets short tokens repeatedly: tokens that many grammars know, texts made from
each of its regular expressions, and these without their last character, because matches that almost
succeed are the slow ones. Markdown, HTML, formulas and differences get their own. A piece is
interrupted after LIMIT_SECONDS of CPU. `SLOW_INPUTS=java,c` limits the search to some lexers.
"""

import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers import get_all_lexers, get_lexer_by_name

from kriterion.rendering.cpu_effort import CpuEffort

LENGTH = 3_000  # characters
LIMIT_SECONDS = 0.15
ROWS = 40
_GREW = 3.0  # times as long for twice the length: faster than linear
_WORTH_MILLISECONDS = 3.0  # per 1,000 characters: ordinary source text takes 1 to 3
_COMMON = (
    *(
        "a b\n",
        "a ",
        "a\n",
        " \n",
        "\n",
        "\t\n",
        " ",
        "\t",
        "\r",
        "é",
        "0",
        "0.",
        "1e",
        "a.b",
        "a,",
    ),
    *(
        "(",
        "[",
        "{",
        "<",
        "((",
        "[[",
        "{{",
        "<a",
        "</",
        "<a b=",
        "()",
        "[]",
        "{}",
        "a(",
        "a<",
        "a[",
    ),
    *('"', "'", "`", '"\\', "'\n", '"\n', "'''", '"""', "\\", "\\\n", "/*", "//", "#", "#{", "${"),
    *("$", "$(", "@", "=", "a=", "a:", "::", ";", "-", "--", "---\n", "->", "|", "||", "&", "&&"),
    *("*", "**", "_", "!", "?", "~", "%", "%{", "<!--", "<![CDATA[", "<?", "{-", "(*", "=begin\n"),
    *("<<A\n", "int a ", "a b c(", "a.b.c ", "a::b", "a b\n\n", "if a\n", "def a", "$a ", "@a\n"),
)
_MARKDOWN = (
    *("[", "![", "[a](", "[a][", "<", "* a\n", "> ", ">\n", "|-|\n", "a|b\n", "*a ", "_a ", "*a_"),
    *("[a]: b\n", "=\n", "-\n", "[a](b)", "`", "`a ", "``", "a``b", "~~a", "~", "\\", "&a", "&#1"),
    *(
        "<a ",
        "<a b='",
        "<!--",
        "<?",
        "<![CDATA[",
        "- ",
        "1. ",
        "- - ",
        "* * a\n",
        "\t",
        "    a\n\n",
    ),
    *("[](<", "[a](b 'c", "<a@b", "<http:", "a\\\n", "***a", "__a", "$a$ ", "$$", "\\(", "`$"),
    *("```\n", "~~~\n", "[a]\n", "![a](b)", "|a|\n|-|\n", "||", "&copy;", "\u00a0", "a\u0301"),
)
_HTML = (
    *("<p>", "</p>", "<b>", "</b></i>", "<b><i>", "<table>", "<table><b>", "<svg><p>", "<math>"),
    *("<a title='\"' ", "<p a ", "&", "&#", "&a", "<!--", "<!-->", "<select>", "<i><div>", "<td>"),
    *("<p style='color:red'>", "<p style='a:b;", "<p id=a>", "<p class='a b'>", "<", "<a href=#b>"),
    *("<img src=a>", "<h1>", "<li>", "<dd>", "<a>", "<font>", "<nobr>", "<form>", "<![CDATA["),
)
_FORMULAS = (
    *(
        "{",
        "}",
        "(",
        ")",
        "[",
        "a",
        "a_",
        "a^",
        "_",
        "^",
        "\\frac",
        "\\frac{",
        "\\sqrt{",
        "\\left(",
    ),
    *(
        "\\begin{array}",
        "\\begin{matrix}a&",
        "&",
        "\\\\",
        "\\text{",
        "\\color{a}",
        "\\mathbb ",
        "'",
    ),
    *(
        "\\overset{a}",
        "\\a",
        "1",
        "1.",
        "sum_",
        "sqrt",
        "root",
        "/",
        "a/",
        "((",
        "[[a],",
        "{:",
        "|",
    ),
    *("text(", '"', "hat", "color(", "-", "<=", "lim_", "|__", "a b ", "é", "\\"),
)


class _Row(NamedTuple):
    what: str
    token: str
    milliseconds: float  # per 1,000 characters
    grows: float
    interrupted: bool


def main() -> None:
    """Print the slowest of each kind, and how many grow faster than linearly."""
    rows: list[_Row] = []
    for kind, found in (("lexers", _list_lexers()), ("others", _list_others())):
        rows = sorted(found, key=lambda row: row.milliseconds, reverse=True)
        grown = {row.what for row in rows if row.interrupted or row.grows > _GREW}
        print(f"{kind}: {len(rows)} measured; {len(grown)} grow faster than their length")
        print(f"{'':30}{'repeated':32}{'ms per 1,000':>14}{'twice as long':>15}")
        for row in rows[:ROWS]:
            sign = ">" if row.interrupted else " "
            repeated = repr(row.token)[:30]
            print(f"{row.what:30}{repeated:32}{sign}{row.milliseconds:13.1f}{row.grows:14.1f}×")
        print(f"growing: {' '.join(sorted(grown))}\n", flush=True)


def _list_lexers() -> Iterator[_Row]:
    chosen = {name for name in os.environ.get("SLOW_INPUTS", "").split(",") if name}
    for _, aliases, _, _ in sorted(get_all_lexers(plugins=False)):
        if not aliases or (chosen and not chosen & set(aliases)):
            continue
        lexer = get_lexer_by_name(aliases[0], stripnl=False, ensurenl=False)
        worst: dict[float, _Row] = {}
        for token in dict.fromkeys((*_COMMON, *_list_own_tokens(lexer))):
            row = _measure(aliases[0], token, partial(_read_all, lexer))
            worst[row.milliseconds] = row
        yield worst[max(worst)]


def _read_all(lexer: Lexer, text: str) -> None:
    for _ in lexer.get_tokens(text):
        pass


def _list_others() -> Iterator[_Row]:
    from kriterion.markup.description import render_html_description, render_markdown_description
    from kriterion.markup.difference.text_difference import compare_texts
    from kriterion.markup.formulas.formula_delimiters import FormulaNotation
    from kriterion.markup.formulas.text_formulas import render_formula
    from kriterion.markup.highlight.source_html import render_console
    from kriterion.markup.html.link_base import Base
    from kriterion.markup.html.sanitise import sanitise
    from kriterion.markup.markdown.markdown_html import render_markdown

    def formulas(notation: FormulaNotation) -> Callable[[str], object]:
        draw_new = render_formula.__wrapped__
        return lambda text: [
            draw_new(text[at : at + 3_999], notation) for at in range(0, len(text), 3_999)
        ]

    kinds: tuple[tuple[str, Iterable[str], Callable[[str], object]], ...] = (
        ("Markdown of judges", _MARKDOWN, render_markdown),
        ("Markdown description", _MARKDOWN, lambda t: render_markdown_description(t, Base())),
        ("HTML of judges", _HTML, sanitise),
        ("HTML description", _HTML, lambda t: render_html_description(t, Base())),
        ("LaTeX", _FORMULAS, formulas(FormulaNotation.LATEX)),
        ("AsciiMath", _FORMULAS, formulas(FormulaNotation.ASCIIMATH)),
        (
            "console",
            ("\x1b[31m", "\x1b[1;", "\x1b]a", "\x1b[3", "\x1b[38;5;1ma", "\r"),
            render_console,
        ),
        ("difference, shuffled", _COMMON, lambda text: compare_texts(text, _shuffle_text(text))),
    )
    for name, tokens, render in kinds:
        for token in tokens:
            yield _measure(name, token, render)


def _measure(what: str, token: str, render: Callable[[str], object]) -> _Row:
    whole, interrupted = _measure_seconds(_repeat_token(token, LENGTH), render)
    milliseconds = whole * 1e6 / LENGTH
    if milliseconds < _WORTH_MILLISECONDS:
        return _Row(what, token, milliseconds, 0, interrupted=False)
    half, _ = _measure_seconds(_repeat_token(token, LENGTH // 2), render)
    return _Row(what, token, milliseconds, whole / max(half, 1e-4), interrupted)


def _measure_seconds(text: str, render: Callable[[str], object]) -> tuple[float, bool]:
    effort = CpuEffort(piece_seconds=LIMIT_SECONDS, whole_seconds=LIMIT_SECONDS)
    began = time.process_time()
    with suppress(RecursionError):
        effort.render_or_fall_back(lambda: render(text), lambda: None)
    return time.process_time() - began, effort.interrupted


def _repeat_token(token: str, length: int) -> str:
    """Repeat a token, in lines short enough to be highlighted."""
    text = (token * (length // len(token) + 1))[:length]
    if "\n" in token:
        return text
    return "\n".join(text[start : start + 1_900] for start in range(0, length, 1_900))


def _shuffle_text(text: str) -> str:
    pieces = list(text)
    random.Random(1).shuffle(pieces)
    return "".join(pieces)


def _list_own_tokens(lexer: Lexer) -> Iterator[str]:
    """Yield a text for each regular expression of a lexer, whole and without its last character."""
    if not isinstance(lexer, RegexLexer):
        return
    for rules in lexer._tokens.values():  # type: ignore[attr-defined]  # as it is processed
        for matches, *_ in rules:
            pattern = getattr(matches, "__self__", None)
            if not isinstance(pattern, re.Pattern):
                continue
            for optional in (False, True):
                with suppress(Exception):  # a construct without a short text
                    text = _make_text(re._parser.parse(pattern.pattern, pattern.flags), optional)  # type: ignore[attr-defined]
                    for token in (text, text[:-1], f"{text} ", f"{text}\n"):
                        if token and len(token) < LENGTH // 8:
                            yield token


def _make_text(parsed: Any, optional: bool) -> str:
    """Return a short text that a parsed regular expression matches, with or without its optional
    parts.
    """
    return "".join(_make_piece(str(kind), value, optional) for kind, value in parsed)


def _make_piece(kind: str, value: Any, optional: bool) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL":
            return "a" if value != ord("a") else "b"
        case "ANY":
            return "a"
        case "IN":
            return _choose_of_set(value)
        case "BRANCH":
            return _make_text(value[1][-1 if optional else 0], optional)
        case "SUBPATTERN":
            return _make_text(value[-1], optional)
        case "ATOMIC_GROUP":
            return _make_text(value, optional)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, below = value
            times = min(int(most), 2) if optional else 0
            return _make_text(below, optional) * max(int(least), times)
    return ""  # zero width: anchors, lookaround


def _choose_of_set(members: Any) -> str:
    (kind, value), *_ = members
    if str(kind) == "NEGATE":
        excluded = re.compile(
            "".join(
                re.escape(chr(v))
                if str(k) == "LITERAL"
                else f"{re.escape(chr(v[0]))}-{re.escape(chr(v[1]))}"
                for k, v in members
                if str(k) in ("LITERAL", "RANGE")
            ).join(("[", "]"))
        )
        return next(c for c in "a 0b(\n;é" if not excluded.match(c))
    match str(kind):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(value[0])
    return {"CATEGORY_DIGIT": "0", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}.get(str(value), "a")
