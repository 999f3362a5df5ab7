"""The texts of comments, with places for what an analyzer found: `Try %{name} += 1`.

`%{name}` stands for a parameter, `%%` for a percent sign; all else is as it is. What is filled in
is not read again. Names are forgiving: `%{export.name}` and `%{splat-arg.name}` are names, and
`%{className}` is filled in by `classname`.
Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md; exercism/website 16bb79f,
which knows names of letters, digits and "_" only, so that dotted ones show up raw.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MAXIMUM_FILLED = 64 * 1024  # characters

_MARK = re.compile(r"%%|%\{(?P<name>[^{}\n]{1,100})\}|%")
# What is no such name is no placeholder unless a parameter is called like it: %{a: 1} is Elixir.
_NAME = re.compile(r"[\w./-]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """A text that was filled in, in Markdown.

    `missing` are names in the text that no parameter has, `unused` parameters that no name asks
    for. `cut` holds when it became too long and is not whole.
    """

    text: str
    missing: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    cut: bool = False


def fill_in(template: str, params: Mapping[str, str]) -> Filled:
    """The text with the values of its parameters; a missing one is empty."""
    folded = _by_folded_name(params)
    pieces: list[str] = []
    missing: dict[str, None] = {}
    used: set[str] = set()
    length = done = 0
    for mark in _MARK.finditer(template):
        name = mark["name"]
        key = None if name is None else name if name in params else folded.get(_folded(name))
        if key is not None:
            used.add(key)
            value = params[key]
        elif name is not None and _NAME.fullmatch(name):
            missing[name] = None
            value = ""
        else:
            value = "%" if mark[0] == "%%" else mark[0]
        pieces += (template[done : mark.start()], value)
        length += mark.start() - done + len(value)
        done = mark.end()
        if length > MAXIMUM_FILLED:
            break
    text = "".join((*pieces, template[done:]))
    return Filled(
        text=text[:MAXIMUM_FILLED],
        missing=tuple(missing),
        unused=tuple(key for key in params if key not in used),
        cut=len(text) > MAXIMUM_FILLED,
    )


def placeholders(template: str) -> tuple[str, ...]:
    """The names in a text, each once."""
    return tuple(
        dict.fromkeys(
            mark["name"]
            for mark in _MARK.finditer(template)
            if mark["name"] is not None and _NAME.fullmatch(mark["name"])
        )
    )


def stray_percents(template: str) -> Iterator[int]:
    """Where a "%" stands that is neither a placeholder's nor written twice."""
    for mark in _MARK.finditer(template):
        if mark[0] == "%" or (mark["name"] is not None and not _NAME.fullmatch(mark["name"])):
            yield mark.start()


def is_same_name(one: str, other: str) -> bool:
    """Whether a parameter of one name fills in a placeholder of the other."""
    return _folded(one) == _folded(other)


def _by_folded_name(params: Mapping[str, str]) -> dict[str, str]:
    """The first parameter of each name, whatever the case of its letters."""
    return {_folded(key): key for key in reversed(tuple(params))}


def _folded(name: str) -> str:
    return name.casefold()
