"""allauth's forms without placeholders: labels above the fields suffice."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

# Texts of Django's password validators: its own Dutch addresses users formally, unlike this site.
ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
gettext_noop("Your password can’t be too similar to your other personal information.")
gettext_noop("Your password can’t be a commonly used password.")
gettext_noop("Your password can’t be entirely numeric.")
gettext_noop("Your old password was entered incorrectly. Please enter it again.")


class _WithoutPlaceholders:
    """Removes placeholders, which repeat the labels and disappear while users type.

    It also removes the link below password fields: the page has one for forgotten passwords.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for field in self.fields.values():  # type: ignore[attr-defined]  # of Django's Form
            field.widget.attrs.pop("placeholder", None)
        for name in {"password", "oldpassword"} & set(self.fields):  # type: ignore[attr-defined]
            self.fields[name].help_text = ""  # type: ignore[attr-defined]


class LoginForm(_WithoutPlaceholders, allauth_forms.LoginForm):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["login"].label = _("Username or email address")


class SignupForm(_WithoutPlaceholders, allauth_forms.SignupForm):
    """Creates an account."""


class AddEmailForm(_WithoutPlaceholders, allauth_forms.AddEmailForm):
    """Adds an email address to an account."""


class ChangePasswordForm(_WithoutPlaceholders, allauth_forms.ChangePasswordForm):
    """Replaces a password, after asking for the present one."""


class SetPasswordForm(_WithoutPlaceholders, allauth_forms.SetPasswordForm):
    """Sets the first password of an account without one."""


class ResetPasswordForm(_WithoutPlaceholders, allauth_forms.ResetPasswordForm):
    """Asks for the email address to which the link to a new password is sent."""


class ResetPasswordKeyForm(_WithoutPlaceholders, allauth_forms.ResetPasswordKeyForm):
    """Sets a new password, after a link in an email was followed."""


class ReauthenticateForm(_WithoutPlaceholders, allauth_forms.ReauthenticateForm):
    """Asks for the password again before a sensitive change."""
