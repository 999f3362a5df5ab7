"""Activities in templates."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from kriterion.store.models import Activity

register = template.Library()

_HARDEST = 4


@register.simple_tag
def activity_name(activity: Activity) -> str:
    """The activity's name in the language of the page."""
    return activity.name(get_language() or "en")


@register.simple_tag
def difficulty(value: float) -> SafeString:
    """How difficult an exercise is, as dots."""
    told = gettext("Difficulty %(value)g of %(most)d") % {"value": value, "most": _HARDEST}
    dots = format_html_join(
        "",
        "<i{}></i>",
        ((SafeString(' class="on"' if value > at else ""),) for at in range(_HARDEST)),
    )
    return format_html('<span class="difficulty" role="img" aria-label="{}">{}</span>', told, dots)
