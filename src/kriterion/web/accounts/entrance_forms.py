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


class _Plain:
    """No placeholders: they vanish while typing, and repeat the labels. No link below a password
    either: the page has one for forgotten passwords.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        for field in self.fields.values():  # type: ignore[attr-defined]  # of Django's Form
            field.widget.attrs.pop("placeholder", None)
        for name in {"password", "oldpassword"} & set(self.fields):  # type: ignore[attr-defined]
            self.fields[name].help_text = ""  # type: ignore[attr-defined]


class LoginForm(_Plain, allauth_forms.LoginForm):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["login"].label = _("Username or email address")


class SignupForm(_Plain, allauth_forms.SignupForm):
    """A new account."""


class AddEmailForm(_Plain, allauth_forms.AddEmailForm):
    """One more mail address."""


class ChangePasswordForm(_Plain, allauth_forms.ChangePasswordForm):
    """A new password beside the one there is."""


class SetPasswordForm(_Plain, allauth_forms.SetPasswordForm):
    """Sets the first password of an account without one."""


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):
    """The address to send a link to."""


class ResetPasswordKeyForm(_Plain, allauth_forms.ResetPasswordKeyForm):
    """Sets a new password by a link from a mail."""


class ReauthenticateForm(_Plain, allauth_forms.ReauthenticateForm):
    """Asks for the password again before a sensitive change."""
