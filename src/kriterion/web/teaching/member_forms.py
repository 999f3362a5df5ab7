"""Forms about the members of a course."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.courses.member_list import MAX_BYTES
from kriterion.web.courses.models import MemberRole


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=MemberRole.choices, label=_("Role"))


class NewMemberForm(RoleForm):
    """A user to add to a course."""

    user = forms.CharField(label=_("Username"), max_length=150)
    field_order = ("user", "role")

    def clean_user(self) -> User:
        name = str(self.cleaned_data["user"]).strip()
        user = User.objects.filter(username=name).first()
        if user is None:
            raise forms.ValidationError(gettext("There is no user with this username."))
        return user


class MemberListForm(forms.Form):
    """A list of members: a file, or the same typed or pasted."""

    file = forms.FileField(
        required=False,
        label=_("CSV file"),
        help_text=_("At most 8 MB and 50,000 people, from any spreadsheet program"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
    )
    text = forms.CharField(
        required=False,
        max_length=1_000_000,
        strip=False,
        label=_("Or a list"),
        help_text=_("A username or email address on each line, and a role if not a student"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        if not (self.errors or cleaned.get("file") or str(cleaned.get("text") or "").strip()):
            raise forms.ValidationError(gettext("Choose a file or enter a list."))
        return cleaned

    @property
    def content(self) -> bytes:
        """Return the list's bytes, at most one more than allowed, for the reader to refuse."""
        file = self.cleaned_data["file"]
        if file is not None:
            return bytes(file.read(MAX_BYTES + 1))
        return str(self.cleaned_data["text"]).encode()
