"""Forms for courses and users."""

from datetime import datetime
from typing import ClassVar

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import InterfaceLanguage, Role, User
from kriterion.web.courses.models import Course, MemberRole, Registration, Series

_FIRST_YEAR, _LAST_YEAR = 1970, 2999
_MADE_SLUG = 60  # characters, before a number that makes it unique
ROLES = (
    (Role.STUDENT, _("Student")),
    (Role.TEACHER, _("Teacher")),
    (Role.ADMINISTRATOR, _("Administrator (full access)")),
)
REGISTRATIONS = (
    (Registration.OPEN, _("Anyone can join")),
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


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    deadline = forms.DateTimeField(
        required=False,
        label=_("Deadline"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        validators=[_in_our_time],
    )

    class Meta:
        model = Series
        fields = ("name", "description", "deadline", "visible")
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "description": _("Description (Markdown)"),
            "visible": _("Visible to students"),
        }
        widgets: ClassVar[dict[str, object]] = {"description": forms.Textarea(attrs={"rows": 3})}


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
