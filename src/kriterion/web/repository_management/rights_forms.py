"""Forms about rights on a repository."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import is_course_teacher
from kriterion.web.repositories.models import RepositoryRight

RIGHTS = (
    (RepositoryRight.USE, _("Use its exercises in courses")),
    (RepositoryRight.EDIT, _("Use it, change its settings, update and check it")),
)


class RightForm(forms.Form):
    right = forms.ChoiceField(choices=RIGHTS, label=_("Right"))


class RequestForm(RightForm):
    """A teacher's request for a right that they do not have."""

    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason for the request"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: QueryDict | None = None, *, may_use: bool) -> None:
        super().__init__(data)
        if may_use:
            self.fields["right"].choices = RIGHTS[1:]  # type: ignore[attr-defined]


class GrantForm(RightForm):
    """A teacher who gets a right."""

    user = forms.CharField(label=_("Username"), max_length=150)
    field_order = ("user", "right")

    def clean_user(self) -> User:
        name = str(self.cleaned_data["user"]).strip()
        user = User.objects.filter(username=name, is_active=True).first()
        if user is None or not is_course_teacher(user):
            raise forms.ValidationError(gettext("There is no teacher with this username."))
        return user
