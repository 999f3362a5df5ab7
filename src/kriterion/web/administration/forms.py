"""The form of a user's account."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import Role, User, list_languages

ROLES = (
    (Role.STUDENT, _("Student")),
    (Role.TEACHER, _("Teacher")),
    (Role.ADMINISTRATOR, _("Administrator (full access)")),
)


class UserForm(forms.ModelForm):  # type: ignore[type-arg]
    """A user's account, for administrators."""

    role = forms.ChoiceField(choices=ROLES, label=_("Role"), widget=forms.RadioSelect)
    language = forms.ChoiceField(choices=list_languages, label=_("Language"))

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
