"""Forms of a series: its times and limits, and a student's extra time."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.html import escape
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.feedback.withholding import normalize_title
from kriterion.web.accounts.models import User
from kriterion.web.courses.feedback_policy import FeedbackTime
from kriterion.web.courses.models import MOMENTS, Series
from kriterion.web.courses.series_terms import ExtraTime

FIRST_YEAR, LAST_YEAR = 1970, 2999
MAX_TABS = 50  # with a time of their own
_FEEDBACK_TIMES = (
    (FeedbackTime.AT_ONCE.value, _("At once")),
    (FeedbackTime.AFTER_DEADLINE.value, _("After the deadline")),
    (FeedbackTime.NEVER.value, _("Never")),
)
_TAB_FIELDS = {
    "tabs_at_once": FeedbackTime.AT_ONCE,
    "tabs_after_deadline": FeedbackTime.AFTER_DEADLINE,
    "tabs_never": FeedbackTime.NEVER,
}
_TITLES_HELP = _("One title per line, as written in each language.")


def _check_year(moment: datetime) -> None:
    """Reject years that do not exist in every time zone."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise forms.ValidationError(gettext("Enter a year between 1970 and 2999."))


def _describe_time_zone() -> str:
    return gettext("Time zone: %(zone)s") % {"zone": settings.TIME_ZONE.replace("_", " ")}


_ZONE = lazy(_describe_time_zone, str)()


def make_moment_field(label: object, help_text: object = "") -> forms.DateTimeField:
    """Make a field of a date and a time, which says in what time zone they are."""
    return forms.DateTimeField(
        required=False,
        label=label,  # type: ignore[arg-type]
        help_text=format_lazy("{} · {}", help_text, _ZONE) if help_text else _ZONE,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        validators=[_check_year],
    )


def make_tab_titles_field(label: object, help_text: object = "") -> forms.CharField:
    return forms.CharField(
        required=False,
        label=label,  # type: ignore[arg-type]
        help_text=help_text,  # type: ignore[arg-type]
        max_length=MAX_TABS * 100,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    opens_at = make_moment_field(_("Students see it from"))
    deadline = make_moment_field(_("Deadline"), _("Later submissions are marked as late"))
    closes_at = make_moment_field(_("Closes"), _("Later submissions are refused"))
    hides_at = make_moment_field(_("Students see it until"))
    late_penalty = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        initial=0,
        label=_("Penalty for late submissions (% of the points)"),
    )
    attempt_limit = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        label=_("Attempts per exercise"),
        help_text=_("Leave empty for any number. Failures of the server are not counted."),
    )

    feedback = forms.ChoiceField(
        required=False,
        choices=_FEEDBACK_TIMES,
        label=_("Students see feedback"),
        help_text=_(
            "After the deadline means once the series accepts nothing more from a student, with "
            "their extra time. Those who review submissions always see everything."
        ),
    )
    tabs_at_once = make_tab_titles_field(_("Tabs shown at once"), _TITLES_HELP)
    tabs_after_deadline = make_tab_titles_field(_("Tabs shown after the deadline"))
    tabs_never = make_tab_titles_field(_("Tabs never shown"))

    class Meta:
        model = Series
        fields = (
            "name",
            "description",
            "visible",
            "opens_at",
            "deadline",
            "closes_at",
            "hides_at",
            "late_penalty",
            "attempt_limit",
            "feedback",
        )
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "description": _("Description (Markdown)"),
            "visible": _("Visible to students"),
        }
        widgets: ClassVar[dict[str, object]] = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        instance: Series | None = None,
        tabs: Sequence[str] = (),
    ) -> None:
        initial: dict[str, object] = {}
        if instance is not None:
            for field, time in _TAB_FIELDS.items():
                titles = [title for title, when in instance.tab_feedback.items() if when == time]
                initial[field] = "\n".join(titles)
        super().__init__(data, instance=instance, initial=initial)
        if tabs:
            seen = gettext("Tabs so far: %(titles)s.") % {"titles": ", ".join(tabs)}
            # Judges write titles, and pages show the help text as HTML.
            self.fields["tabs_at_once"].help_text = f"{_TITLES_HELP} {escape(seen)}"

    def clean_late_penalty(self) -> int:
        return self.cleaned_data["late_penalty"] or 0

    def clean_feedback(self) -> str:
        """Keep the time if the form lacks the field: no feedback may appear by mistake."""
        return str(self.cleaned_data["feedback"] or self.instance.feedback)

    def clean(self) -> dict[str, object]:
        """Refuse moments in the wrong order, and feedback after an end that is not set."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        earlier: datetime | None = None
        for name in MOMENTS:
            moment = cleaned.get(name)
            if not isinstance(moment, datetime):
                continue
            if earlier is not None and moment < earlier:
                self.add_error(name, gettext("This must not be earlier than the time above it."))
            earlier = moment
        if any(field in self.data for field in _TAB_FIELDS):
            self.instance.tab_feedback = self._read_tab_feedback(cleaned)
        self.instance.feedback = cleaned.get("feedback", self.instance.feedback)
        policy = self.instance.feedback_policy
        has_end = cleaned.get("closes_at") or cleaned.get("hides_at")
        if policy.needs_end and not has_end and "closes_at" not in self.errors:
            self.add_error(
                "closes_at",
                gettext("Enter when the series closes: feedback is shown after that."),
            )
        return cleaned

    def _read_tab_feedback(self, cleaned: dict[str, object]) -> dict[str, str]:
        """Return the times of tabs by title; refuse a tab with two times."""
        times: dict[str, str] = {}
        known: set[str] = set()
        for field, time in _TAB_FIELDS.items():
            lines = str(cleaned.get(field) or "").splitlines()
            for title in (" ".join(line.split()) for line in lines if line.strip()):
                if normalize_title(title) in known:
                    self.add_error(
                        field, gettext("This tab is listed twice: %(title)s") % {"title": title}
                    )
                    break
                known.add(normalize_title(title))
                times[title] = time.value
        if len(times) > MAX_TABS:
            self.add_error(
                "tabs_at_once",
                gettext("Enter at most %(number)d titles in total.") % {"number": MAX_TABS},
            )
        return times


class ExtraTimeForm(forms.Form):
    """Extra time in a series for a student of its course."""

    user = forms.CharField(label=_("Username"), max_length=150)
    minutes = forms.IntegerField(
        required=False, min_value=0, max_value=1_000_000, label=_("Extra minutes")
    )
    percent = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=1000,
        label=_("Extra time in %"),
        help_text=_("Of the time from its opening to its deadline"),
    )
    until = make_moment_field(_("Or a deadline of their own"))
    early_opening = make_moment_field(
        _("An earlier opening"), _("The student sees the series before the others do")
    )
    reason = forms.CharField(
        required=False, max_length=200, label=_("Reason"), help_text=_("Students do not see it")
    )

    def __init__(self, series: Series, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self._series = series

    @property
    def extra_time(self) -> ExtraTime:
        return ExtraTime(
            minutes=self.cleaned_data["minutes"] or 0,
            percent=self.cleaned_data["percent"] or 0,
            until=self.cleaned_data["until"],
            early_opening=self.cleaned_data["early_opening"],
        )

    def clean_user(self) -> User:
        name = str(self.cleaned_data["user"]).strip()
        user = User.objects.filter(
            username=name, memberships__course=self._series.course_id
        ).first()
        if user is None:
            raise forms.ValidationError(gettext("No member of this course has this username."))
        return user

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        early_opening, opens_at = cleaned["early_opening"], self._series.opens_at
        has_time = bool(cleaned["minutes"] or cleaned["percent"] or cleaned["until"])
        if not (has_time or early_opening):
            raise forms.ValidationError(
                gettext("Enter minutes, a percentage, a deadline or an earlier opening.")
            )
        if isinstance(early_opening, datetime) and (opens_at is None or early_opening >= opens_at):
            raise forms.ValidationError(
                gettext("Enter an opening before the one of the series.")
                if opens_at
                else gettext("The series has no opening: students see it already.")
            )
        if has_time and self._series.deadline is None:
            raise forms.ValidationError(gettext("Give the series a deadline first."))
        if cleaned["percent"] and opens_at is None:
            raise forms.ValidationError(
                gettext("To give a percentage, first enter when the series opens.")
            )
        return cleaned
