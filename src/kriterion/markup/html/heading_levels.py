"""Moves the headings of sanitised HTML below those of the page that shows it.

nh3 writes "<" in text and attributes as an entity, so every "<" in its output begins a tag.
"""

import re

from kriterion.markup.element import Markup

_LOWEST = 6
_TAG = re.compile(r"<(/?)h([1-6])(?=[ >])")


def move_headings(html: Markup, top: int) -> Markup:
    """Number the outermost headings `top`, and those within them consecutively.

    So a text that begins with h3, or jumps from h2 to h4, leaves no gap in the page's outline.
    """
    outline: list[int] = []  # the author's levels of the headings around a place
    opened: list[int] = []  # the new levels of the elements that are open

    def move(match: re.Match[str]) -> str:
        end, level = match[1], int(match[2])
        if end:
            return f"</h{opened.pop() if opened else level}"
        while outline and outline[-1] >= level:
            outline.pop()
        opened.append(min(top + len(outline), _LOWEST))
        outline.append(level)
        return f"<h{opened[-1]}"

    return Markup(_TAG.sub(move, html))
