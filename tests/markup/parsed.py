"""Parse HTML into a list of elements, so that tests can check for forbidden ones."""

from html.parser import HTMLParser

EMPTY = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def list_elements(html: str) -> list[tuple[str, dict[str, str]]]:
    """List all elements with their attributes, in order."""
    parser = _Elements()
    parser.feed(html)
    parser.close()
    return parser.found


def assert_harmless(html: str) -> None:
    """Require that no element runs code, loads anything or styles the page."""
    for tag, attributes in list_elements(html):
        assert tag not in {
            *("script", "style", "link", "meta", "base", "iframe", "object", "embed", "form"),
            *(
                "foreignobject",
                "annotation-xml",
                "maction",
                "animate",
                "set",
                "image",
                "feimage",
                "template",
                "video",
                "mglyph",
            ),
            *("input", "button", "textarea", "select", "audio", "source", "frame", "marker"),
        }, tag
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            assert name not in {"style", "srcdoc", "srcset", "formaction", "ping", "name"}, name
            spaceless = "".join(value.split()).lower()
            if name == "src":
                assert spaceless.startswith("data:image/"), value
            elif name in {"href", "xlink:href"} and tag != "a":
                assert value.startswith("#"), value
            elif name == "href":
                assert spaceless.startswith(("#", "http://", "https://", "mailto:")), value
            elif name in {"fill", "stroke"}:
                assert "url(" not in spaceless or spaceless.startswith("url(#"), value
