"""Forms for courses and users."""

from datetime import datetime
from typing import ClassVar

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import InterfaceLanguage, Role, User
from kriterion.web.courses.models import Course, MemberRole, Registration, Series
from kriterion.web.courses.series_terms import ExtraTime

_FIRST_YEAR, _LAST_YEAR = 1970, 2999
_MADE_SLUG = 60  # characters, before a number that makes it unique
ROLES = (
    (Role.STUDENT, _("Student")),
    (Role.TEACHER, _("Teacher")),
    (Role.ADMINISTRATOR, _("Administrator (full access)")),
)
REGISTRATIONS = (
    (Registration.OPEN, _("Anyone can join")),
    (Registration.APPROVAL, _("Teachers approve requests to join")),
    (Registration.CLOSED, _("Teachers add members")),
)


def _in_our_time(moment: datetime) -> None:
    """Reject years that do not exist in every time zone."""
    if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise forms.ValidationError(gettext("Enter a year between 1970 and 2999."))


class CourseForm(forms.ModelForm):  # type: ignore[type-arg]
    registration = forms.ChoiceField(
        choices=REGISTRATIONS, label=_("Registration"), widget=forms.RadioSelect
    )
    slug = forms.SlugField(
        required=False,
        label=_("Name in the URL"),
        help_text=_("Leave empty to derive it from the name"),
    )

    class Meta:
        model = Course
        fields = ("name", "slug", "description", "registration", "visible", "archived")
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "description": _("Description (Markdown)"),
            "visible": _("Visible to everyone"),
            "archived": _("Archived"),
        }
        widgets: ClassVar[dict[str, object]] = {"description": forms.Textarea(attrs={"rows": 5})}

    def clean_slug(self) -> str:
        made = slugify(self.data.get("name", ""))[:_MADE_SLUG].strip("-")
        slug = self.cleaned_data.get("slug") or made or "course"
        others = Course.objects.exclude(pk=self.instance.pk)
        found, number = slug, 2
        while others.filter(slug=found).exists():
            if self.cleaned_data.get("slug"):
                raise forms.ValidationError(
                    gettext("Another course already uses this name in its URL.")
                )
            found, number = f"{slug}-{number}", number + 1
        return str(found)


def _moment_field(label: object, help_text: object = "") -> forms.DateTimeField:
    return forms.DateTimeField(
        required=False,
        label=label,  # type: ignore[arg-type]
        help_text=help_text,  # type: ignore[arg-type]
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        validators=[_in_our_time],
    )


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    opens_at = _moment_field(_("Students see it from"))
    deadline = _moment_field(_("Deadline"), _("Later submissions are marked as late"))
    closes_at = _moment_field(_("Closes"), _("Later submissions are refused"))
    hides_at = _moment_field(_("Students see it until"))
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
    until = _moment_field(_("Or a deadline of their own"))
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
        found = User.objects.filter(
            username=name, memberships__course=self._series.course_id
        ).first()
        if found is None:
            raise forms.ValidationError(gettext("No member of this course has this username."))
        return found

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


class MemberForm(forms.Form):
    """A user to add to a course."""

    user = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(choices=MemberRole.choices, label=_("Role"))

    def clean_user(self) -> User:
        name = str(self.cleaned_data["user"]).strip()
        found = User.objects.filter(username=name).first()
        if found is None:
            raise forms.ValidationError(gettext("There is no user with this username."))
        return found


class UserForm(forms.ModelForm):  # type: ignore[type-arg]
    """A user's account, for administrators."""

    role = forms.ChoiceField(choices=ROLES, label=_("Role"), widget=forms.RadioSelect)
    language = forms.ChoiceField(choices=InterfaceLanguage.choices, label=_("Language"))

    class Meta:
        model = User
        fields = ("username", "first_name", "last_name", "email", "role", "language", "is_active")
        labels: ClassVar[dict[str, object]] = {
            "username": _("Username"),
            "first_name": _("First name"),
            "last_name": _("Last name"),
            "email": _("Email address"),
            "is_active": _("Can log in"),
        }
        help_texts: ClassVar[dict[str, object]] = {"username": "", "is_active": ""}
