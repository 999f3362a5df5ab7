"""Finish sanitised HTML where one attribute becomes another.

nh3 writes attributes in double quotes with "<", ">" and quotes as entities. So in its output every
"<" begins a tag, and a pattern can read a tag.
"""

import re

from kriterion.markup.media_addresses import Media, path_of

MAXIMUM_MEDIA = 4 * 1024 * 1024  # characters of pictures in one message

_TAG = re.compile(r"<[A-Za-z][^<>]*>")
_ATTRIBUTE = re.compile(r' ([\w:-]+)(?:="([^"]*)")?')
_TO_FINISH = (' style="', "tab-link", "<img")


def finished(html: str, media: Media | None) -> str:
    """Turn looks into classes or attributes, resolve tab links and insert pictures.

    Without `media`, all pictures have their addresses already.
    """
    left = MAXIMUM_MEDIA

    def finish(found: re.Match[str]) -> str:
        nonlocal left
        tag = found[0]
        if not any(sign in tag for sign in _TO_FINISH):
            return tag
        name = re.split(r"[ >]", tag[1:], maxsplit=1)[0]
        attributes = dict(_ATTRIBUTE.findall(tag))
        _style(attributes)
        if name == "a":
            _tab_link(attributes)
        elif name == "img":
            left -= _picture(attributes, media, left)
            if "src" not in attributes:
                return _missing(attributes.get("alt", ""))
        return _written(name, attributes)

    return _TAG.sub(finish, html)


def _style(attributes: dict[str, str]) -> None:
    """Turn the looks that `allowed` made of a style into classes, or in a drawing attributes."""
    style = attributes.pop("style", "")
    if ":" in style:
        attributes |= (declaration.partition(":")[::2] for declaration in style.split(";"))
    elif style:
        classes = [*attributes.get("class", "").split(), *style.split()]
        attributes["class"] = " ".join(dict.fromkeys(classes))


def _tab_link(attributes: dict[str, str]) -> None:
    """Make a link to a line of the code, or to a tab that the page's script finds by name."""
    if "tab-link" in attributes.get("class", "").split():
        line = attributes.get("data-line", "")
        numbered = re.fullmatch(r"[0-9]{1,9}", line)
        attributes["href"] = f"#code-line-{line}" if numbered else "#feedback"


def _picture(attributes: dict[str, str], media: Media | None, left: int) -> int:
    """Insert a picture of the exercise and return its length; a missing one is removed."""
    source = attributes.get("src", "")
    if media is None:
        data = source
    elif not source or source.startswith("data:"):
        return 0
    else:
        data = media.get(path_of(source), "")
    if not data or len(data) > left:
        attributes.pop("src", None)
        return 0
    attributes["src"] = data
    return len(data)


def _missing(alternative: str) -> str:
    """Return the replacement for a picture that is not shown."""
    return f'<span class="look-text-muted">[{alternative or "▣"}]</span>'


def _written(name: str, attributes: dict[str, str]) -> str:
    written = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{written}>"
