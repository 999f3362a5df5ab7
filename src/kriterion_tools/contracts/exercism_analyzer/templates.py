"""The texts of comments, with placeholders: `Try %{name} += 1`.

`%{name}` stands for a parameter, `%%` for a percent sign; everything else is literal, including the
inserted values. Names are matched leniently: `%{export.name}` and `%{splat-arg.name}` are names,
and the parameter `classname` fills `%{className}`. Source: exercism/docs 19e037f,
building/tooling/analyzers/interface.md; exercism/website 16bb79f, which accepts letters, digits and
"_" only, and shows dotted placeholders unchanged.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MAXIMUM_FILLED = 64 * 1024  # characters

_MARK = re.compile(r"%%|%\{(?P<name>[^{}\n]{1,100})\}|%")
# Other text in %{…} is a placeholder only if a parameter has this name: %{a: 1} is Elixir.
_NAME = re.compile(r"[\w./-]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class FilledText:
    """A text with its parameters filled in, in Markdown.

    `missing` are placeholders without a parameter, `unused` parameters without a placeholder. `cut`
    says that the text is truncated at MAXIMUM_FILLED.
    """

    text: str
    missing: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    cut: bool = False


def fill_in(template: str, params: Mapping[str, str]) -> FilledText:
    """Replace the placeholders by the parameters' values; a missing one becomes empty."""
    folded = _index_by_folded_name(params)
    pieces: list[str] = []
    missing: dict[str, None] = {}
    used: set[str] = set()
    length = done = 0
    for mark in _MARK.finditer(template):
        name = mark["name"]
        key = None if name is None else name if name in params else folded.get(_fold_name(name))
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
    return FilledText(
        text=text[:MAXIMUM_FILLED],
        missing=tuple(missing),
        unused=tuple(key for key in params if key not in used),
        cut=len(text) > MAXIMUM_FILLED,
    )


def find_placeholders(template: str) -> tuple[str, ...]:
    """Return the names of the placeholders in a text, without duplicates."""
    return tuple(
        dict.fromkeys(
            mark["name"]
            for mark in _MARK.finditer(template)
            if mark["name"] is not None and _NAME.fullmatch(mark["name"])
        )
    )


def find_stray_percents(template: str) -> Iterator[int]:
    """Yield the offset of each "%" that neither begins a placeholder nor is doubled."""
    for mark in _MARK.finditer(template):
        if mark[0] == "%" or (mark["name"] is not None and not _NAME.fullmatch(mark["name"])):
            yield mark.start()


def is_same_name(first: str, second: str) -> bool:
    """Whether a parameter of one name fills a placeholder of the other."""
    return _fold_name(first) == _fold_name(second)


def _index_by_folded_name(params: Mapping[str, str]) -> dict[str, str]:
    """Index the parameters by case-folded name; the first wins."""
    return {_fold_name(key): key for key in reversed(tuple(params))}


def _fold_name(name: str) -> str:
    return name.casefold()
