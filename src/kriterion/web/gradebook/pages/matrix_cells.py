"""Render the cells of the matrix: thousands on a page, for which a template would be too slow."""

from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from kriterion.web.base.templatetags.frame import icon
from kriterion.web.gradebook.services.grade_export import format_points
from kriterion.web.gradebook.services.student_results import ExerciseResult

_ANY_ID = 0


class CellRenderer:
    """Renders cells in the language of the page, and each repeated part once."""

    def __init__(self) -> None:
        self._numbers: dict[Decimal, str] = {}
        self._contents: dict[tuple[object, ...], str] = {}
        before, after = reverse("submission", args=[_ANY_ID]).split(str(_ANY_ID))
        self._before_id = format_html('<td><a class="matrix-cell" href="{}', before)
        self._after_id = format_html('{}">', after)

    def render_row(self, results: Iterable[ExerciseResult | None]) -> SafeString:
        return mark_safe("".join(map(self._render, results)))  # noqa: S308 - all parts are escaped

    def format_number(self, points: Decimal) -> str:
        if points not in self._numbers:
            self._numbers[points] = str(number_format(Decimal(format_points(points))))
        return self._numbers[points]

    def _render(self, result: ExerciseResult | None) -> str:
        """Render what counts, as a link to the submission, and how many attempts there were."""
        if result is None:
            return self._empty_cell
        parts = (
            result.is_solved,
            result.is_pending,
            result.earned,
            result.possible,
            result.attempts,
            result.is_late,
        )
        content = self._contents.get(parts)
        if content is None:
            content = self._contents[parts] = self._render_content(result)
        return f"{self._before_id}{result.submission_id}{self._after_id}{content}"

    def _render_content(self, result: ExerciseResult) -> str:
        mark = (
            self._solved_mark
            if result.is_solved
            else self._pending_mark
            if result.is_pending
            else self._unsolved_mark
        )
        return format_html(
            '{}<span class="figures">{}/{}</span><span class="muted small">×{}{}</span>{}</a></td>',
            mark,
            self.format_number(result.earned),
            self.format_number(result.possible),
            result.attempts,
            self._attempts_label,
            self._late_mark if result.is_late else "",
        )

    @cached_property
    def _solved_mark(self) -> SafeString:
        return _make_mark("good", "check", gettext("Solved"))

    @cached_property
    def _pending_mark(self) -> SafeString:
        return _make_mark("info", "hourglass", gettext("Not assessed yet"))

    @cached_property
    def _unsolved_mark(self) -> SafeString:
        return _make_mark("bad", "cross", gettext("Not solved"))

    @cached_property
    def _empty_cell(self) -> SafeString:
        hidden = _make_hidden_text(gettext("nothing submitted"))
        return format_html('<td><span class="muted">–{}</span></td>', hidden)

    @cached_property
    def _attempts_label(self) -> SafeString:
        return _make_hidden_text(gettext("attempts"))

    @cached_property
    def _late_mark(self) -> SafeString:
        return format_html('<span class="pill pill-warn">{}</span>', gettext("Late"))


def _make_mark(kind: str, picture: str, meaning: str) -> SafeString:
    return format_html('<span class="state state-{}">{}</span>', kind, icon(picture, meaning))


def _make_hidden_text(text: str) -> SafeString:
    """Return a text for screen readers only."""
    return format_html('<span class="for-screen-readers"> {}</span>', text)
