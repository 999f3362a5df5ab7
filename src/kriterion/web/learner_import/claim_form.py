"""The form with which a learner exchanges a token of learn-ocaml for a password."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.learner_import.services.learner_tokens import find_claimable


class ClaimForm(forms.Form):
    token_secret = forms.CharField(
        max_length=100,
        label=_("Token"),
        help_text=_("For example ABC-DEF-GHI-JKL"),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    password1 = forms.CharField(
        label=_("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("New password (again)"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "token_secret" not in cleaned:
            return cleaned
        user = find_claimable(cleaned["token_secret"])
        if user is None:
            self.add_error("token_secret", describe_refused_token())
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", gettext("You must type the same password each time."))
        elif first and user is not None:
            try:
                validate_password(first, user)
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return cleaned


def describe_refused_token() -> str:
    return gettext("This token is unknown, or was used already. Log in with your password.")
