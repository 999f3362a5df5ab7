"""Template tags for activities."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from kriterion.web.catalog.models import Activity, TaskKind

register = template.Library()

_HARDEST = 5
# Languages whose names are not simply capitalised.
_SPELT = {
    "c++": "C++",
    "cpp": "C++",
    "csharp": "C#",
    "css": "CSS",
    "html": "HTML",
    "javascript": "JavaScript",
    "ocaml": "OCaml",
    "php": "PHP",
    "sql": "SQL",
    "typescript": "TypeScript",
}


@register.simple_tag
def activity_name(activity: Activity) -> str:
    """Return the activity's name in the page's language."""
    return activity.name(get_language() or "en")


@register.filter
def spelt(language: str) -> str:
    """Return the usual spelling of a programming language."""
    return _SPELT.get(language.lower()) or language[:1].upper() + language[1:]


@register.filter
def kind_word(kind: str) -> str:
    """Return the word for a kind of exercise in the page's language; "" if unknown."""
    match kind:
        case TaskKind.EXERCISE:
            return gettext("Exercise")
        case TaskKind.PROBLEM:
            return gettext("Problem")
        case TaskKind.PROJECT:
            return gettext("Project")
    return ""


@register.simple_tag
def difficulty(value: float) -> SafeString:
    """Draw the difficulty of an exercise as dots and half dots."""
    message = gettext("Difficulty %(value)g of %(most)d") % {"value": value, "most": _HARDEST}
    dots = format_html_join(
        "",
        "<i{}></i>",
        ((_choose_dot(value - at),) for at in range(_HARDEST)),
    )
    return format_html(
        '<span class="difficulty" role="img" aria-label="{}">{}</span>', message, dots
    )


def _choose_dot(left: float) -> SafeString:
    """Return the class of a dot by the difficulty that remains after the dots before it."""
    if left >= 1:
        return SafeString(' class="on"')
    return SafeString(' class="half"' if left >= 1 / 2 else "")
