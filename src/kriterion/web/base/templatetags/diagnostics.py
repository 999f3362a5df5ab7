"""Filters for diagnostics on pages: rows of a check, of the doctor, or violations of a contract."""

from typing import Any

from django import template
from django.utils.translation import get_language

from kriterion.authoring.diagnostics import diagnostic_text
from kriterion.authoring.diagnostics.diagnostic_text import LocalizedText

register = template.Library()


@register.filter
def what_text(row: Any) -> LocalizedText:
    """Return the problem in a row, in the language of the page if it is translated."""
    code, english = _find_value(row, "code"), _find_value(row, "what")
    return diagnostic_text.translate_what(code, english, get_language() or "en")


@register.filter
def fix_text(row: Any) -> LocalizedText:
    """Return the remedy in a row, in the language of the page if it is translated."""
    code, english = _find_value(row, "code"), _find_value(row, "fix")
    return diagnostic_text.translate_fix(code, english, get_language() or "en")


def _find_value(row: Any, name: str) -> str:
    # Rows that were stored before diagnostics had codes lack the key.
    value = row.get(name) if isinstance(row, dict) else getattr(row, name, None)
    return value if isinstance(value, str) else ""
