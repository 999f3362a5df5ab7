"""Compare the files of two submissions or versions."""

from collections.abc import Mapping
from typing import Any

from kriterion.markup.element import NOTHING, Markup
from kriterion.markup.visible_text import make_visible
from kriterion.web.accounts.models import User
from kriterion.web.submissions.services.renderings import PreparingError, render_comparison


def compare_files(
    one: Mapping[str, str],
    other: Mapping[str, str],
    titles: tuple[str, str],
    *,
    language: str,
    user: User,
    source_language: str,
) -> dict[str, Any]:
    """Return the context of the template `compared_files.html`.

    It contains each file with its panel, or a note that both sides are equal; and whether the
    panels are still being rendered.
    """
    names = list(dict.fromkeys((*other, *one)))
    if len(one) == len(other) == 1:  # compare them even if their names differ
        names = list(other)
        pairs = list(zip(one.values(), other.values(), strict=True))
    else:
        pairs = [(one.get(name, ""), other.get(name, "")) for name in names]
    try:
        panels = render_comparison(
            pairs, titles, language, user.pk, source_language=source_language
        ).panels
    except PreparingError:
        panels = None
    files = [
        {
            "name": make_visible(name),
            "is_same": before == after,
            "panel": Markup(panels[at] or "") if panels else NOTHING,
        }
        for at, (name, (before, after)) in enumerate(zip(names, pairs, strict=True))
    ]
    return {"files": files, "is_preparing": panels is None}
