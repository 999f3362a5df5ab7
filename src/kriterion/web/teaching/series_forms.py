"""Forms of a series: its times and limits, and a student's extra time."""

from datetime import datetime
from typing import ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Series
from kriterion.web.courses.series_terms import ExtraTime

FIRST_YEAR, LAST_YEAR = 1970, 2999


def _in_our_time(moment: datetime) -> None:
    """Reject years that do not exist in every time zone."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise forms.ValidationError(gettext("Enter a year between 1970 and 2999."))


def moment_field(label: object, help_text: object = "") -> forms.DateTimeField:
    return forms.DateTimeField(
        required=False,
        label=label,  # type: ignore[arg-type]
        help_text=help_text,  # type: ignore[arg-type]
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        validators=[_in_our_time],
    )


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    opens_at = moment_field(_("Students see it from"))
    deadline = moment_field(_("Deadline"), _("Later submissions are marked as late"))
    closes_at = moment_field(_("Closes"), _("Later submissions are refused"))
    hides_at = moment_field(_("Students see it until"))
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
        )
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "description": _("Description (Markdown)"),
            "visible": _("Visible to students"),
        }
        widgets: ClassVar[dict[str, object]] = {"description": forms.Textarea(attrs={"rows": 3})}

    def clean_late_penalty(self) -> int:
        return self.cleaned_data["late_penalty"] or 0

    def clean(self) -> dict[str, object]:
        """Refuse moments in the wrong order."""
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        earlier: datetime | None = None
        for name in ("opens_at", "deadline", "closes_at", "hides_at"):
            moment = cleaned.get(name)
            if not isinstance(moment, datetime):
                continue
            if earlier is not None and moment < earlier:
                self.add_error(name, gettext("This must not be earlier than the time above it."))
            earlier = moment
        return cleaned


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
    until = moment_field(_("Or a deadline of their own"))
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
        )

    def clean_user(self) -> User:
        name = str(self.cleaned_data["user"]).strip()
        users = User.objects.filter(
            username=name, memberships__course=self._series.course_id
        ).first()
        if users is None:
            raise forms.ValidationError(gettext("No member of this course has this username."))
        return users

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if self._series.deadline is None:
            raise forms.ValidationError(gettext("Give the series a deadline first."))
        if cleaned["percent"] and self._series.opens_at is None:
            raise forms.ValidationError(
                gettext("A percentage needs the time from which students see the series.")
            )
        if not (cleaned["minutes"] or cleaned["percent"] or cleaned["until"]):
            raise forms.ValidationError(gettext("Enter minutes, a percentage or a deadline."))
        return cleaned
