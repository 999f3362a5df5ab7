"""What templates of every area use: addresses of assets, icons, initials."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from kriterion.site.static_files import asset as address_of

register = template.Library()


@register.simple_tag
def asset(name: str) -> str:
    """The address of a built style or script."""
    return address_of(name)


@register.simple_tag
def icon(name: str, text: str = "") -> SafeString:
    """A picture, drawn in the colour around it; `text` says what it means where no word does."""
    picture = format_html('<span class="icon icon-{}" aria-hidden="true"></span>', name)
    if not text:
        return picture
    return format_html('{}<span class="for-screen-readers">{}</span>', picture, text)
