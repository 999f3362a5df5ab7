"""What users may change about themselves."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import Appearance, User, list_languages

APPEARANCES = (
    (Appearance.SYSTEM, _("Same as device")),
    (Appearance.LIGHT, _("Light")),
    (Appearance.DARK, _("Dark")),
)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """Name, language and appearance."""

    language = forms.ChoiceField(choices=list_languages, label=_("Language"))
    appearance = forms.ChoiceField(
        choices=APPEARANCES, label=_("Appearance"), widget=forms.RadioSelect
    )

    class Meta:
        model = User
        fields = ("first_name", "last_name", "language", "appearance")
        labels: ClassVar[dict[str, object]] = {
            "first_name": _("First name"),
            "last_name": _("Last name"),
        }
