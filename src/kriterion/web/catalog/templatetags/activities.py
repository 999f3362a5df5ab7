"""Activities in templates."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from kriterion.web.catalog.models import Activity, TaskKind

register = template.Library()

_HARDEST = 5
# Languages that are not written as other words are.
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
    """The activity's name in the language of the page."""
    return activity.name(get_language() or "en")


@register.filter
def spelt(language: str) -> str:
    """The name of a programming language as people write it."""
    return _SPELT.get(language.lower()) or language[:1].upper() + language[1:]


@register.filter
def kind_word(kind: str) -> str:
    """The word for a kind of exercise in the language of the page; nothing for what is none."""
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
    """How difficult an exercise is, as dots and half dots."""
    told = gettext("Difficulty %(value)g of %(most)d") % {"value": value, "most": _HARDEST}
    dots = format_html_join(
        "",
        "<i{}></i>",
        ((_dot(value - at),) for at in range(_HARDEST)),
    )
    return format_html('<span class="difficulty" role="img" aria-label="{}">{}</span>', told, dots)


def _dot(left: float) -> SafeString:
    """The class of a dot, by what is left of the difficulty when the dots before it are drawn."""
    if left >= 1:
        return SafeString(' class="on"')
    return SafeString(' class="half"' if left >= 1 / 2 else "")
