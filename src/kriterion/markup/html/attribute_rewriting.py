"""Rewrites those attributes of sanitised HTML that nh3's filter cannot: one becomes another.

nh3 writes attributes in double quotes and "<", ">" and quotes in them as entities. So in its output
every "<" begins a tag, and a regular expression can read the tags.
"""

import re
from html import unescape

from kriterion.markup.html.link_base import Base
from kriterion.markup.media_addresses import Media, extract_media_path

MAXIMUM_MEDIA = 4 * 1024 * 1024  # characters of pictures in one message

_TAG = re.compile(r"<[A-Za-z][^<>]*>")
_ATTRIBUTE = re.compile(r' ([\w:-]+)(?:="([^"]*)")?')
_REWRITTEN_PARTS = (' style="', "tab-link", "<img")


def rewrite_attributes(html: str, pictures: Media | Base) -> str:
    """Replace styles by classes or attributes, set the targets of tab links, insert pictures.

    A Base has already resolved the addresses of pictures; their sizes are added.
    """
    characters_left = MAXIMUM_MEDIA

    def rewrite_tag(match: re.Match[str]) -> str:
        nonlocal characters_left
        tag = match[0]
        if not any(sign in tag for sign in _REWRITTEN_PARTS):
            return tag
        name = re.split(r"[ >]", tag[1:], maxsplit=1)[0]
        attributes = dict(_ATTRIBUTE.findall(tag))
        _apply_style(attributes)
        if name == "a":
            _set_tab_link_target(attributes)
        elif name == "img":
            characters_left -= _insert_picture(attributes, pictures, characters_left)
            if "src" not in attributes:
                return _render_missing_picture(attributes.get("alt", ""))
        return _write_tag(name, attributes)

    return _TAG.sub(rewrite_tag, html)


def _apply_style(attributes: dict[str, str]) -> None:
    """Move what `allowlist` made of a style to the class, or in a drawing to attributes."""
    style = attributes.pop("style", "")
    if ":" in style:
        attributes |= (declaration.partition(":")[::2] for declaration in style.split(";"))
    elif style:
        classes = [*attributes.get("class", "").split(), *style.split()]
        attributes["class"] = " ".join(dict.fromkeys(classes))


def _set_tab_link_target(attributes: dict[str, str]) -> None:
    """Link to a line of the code, or to the whole feedback: the page's script finds the tab."""
    if "tab-link" in attributes.get("class", "").split():
        line = attributes.get("data-line", "")
        numbered = re.fullmatch(r"[0-9]{1,9}", line)
        attributes["href"] = f"#code-line-{line}" if numbered else "#feedback"


def _insert_picture(
    attributes: dict[str, str], pictures: Media | Base, characters_left: int
) -> int:
    """Insert a picture, and return its length in characters.

    The address of a missing picture, or of one longer than `characters_left`, is removed.
    """
    source = attributes.get("src", "")
    if isinstance(pictures, Base):
        data = source
        _add_size(attributes, pictures)
    elif not source or source.startswith("data:"):
        return 0
    else:
        data = pictures.get(extract_media_path(source), "")
    if not data or len(data) > characters_left:
        attributes.pop("src", None)
        return 0
    attributes["src"] = data
    return len(data)


def _add_size(attributes: dict[str, str], base: Base) -> None:
    """State the size of a picture, unless its author has."""
    if "width" in attributes or "height" in attributes:
        return
    size = base.measure(unescape(attributes.get("src", "")))
    if size is not None:
        attributes |= {"width": str(size.width), "height": str(size.height)}


def _render_missing_picture(alternative: str) -> str:
    """Render the alternative text of a picture that cannot be shown."""
    return f'<span class="look-text-muted">[{alternative or "▣"}]</span>'


def _write_tag(name: str, attributes: dict[str, str]) -> str:
    attribute_text = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{attribute_text}>"
