"""Template tags for every area: addresses of assets, icons, the current section."""

from typing import Any

from django import template
from django.core.paginator import Page
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kriterion.web.base.static_files import asset as find_address
from kriterion.web.base.static_files import list_imports

register = template.Library()


@register.simple_tag
def asset(name: str) -> str:
    """Return the address of a built style, script or picture."""
    return find_address(name)


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a script, and at the same time the modules that it imports."""
    modules = ((address,) for address in list_imports(name))
    preloaded = format_html_join("", '<link rel="modulepreload" href="{}">', modules)
    return format_html('{}<script type="module" src="{}"></script>', preloaded, find_address(name))


@register.simple_tag
def icon(name: str, text: str = "") -> SafeString:
    """Draw an icon in the surrounding colour; `text` is its meaning if no word says it."""
    picture = format_html('<span class="icon icon-{}" aria-hidden="true"></span>', name)
    if not text:
        return picture
    return format_html('{}<span class="for-screen-readers">{}</span>', picture, text)


@register.simple_tag(takes_context=True)
def current(context: dict[str, Any], *names: str) -> SafeString:
    """Mark a navigation link as current on the pages of these routes, or of these areas."""
    match = getattr(context.get("request"), "resolver_match", None)
    # Compare areas, since routes of several areas share names: administration has courses, too.
    if match is None or not set(match.namespaces or [match.url_name]) & set(names):
        return SafeString()
    return SafeString(' aria-current="page"')


@register.filter
def page_numbers(page: Page[Any]) -> list[int | None]:
    """Return the page numbers to link to; None where some are left out."""
    return [
        number if isinstance(number, int) else None
        for number in page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    ]
