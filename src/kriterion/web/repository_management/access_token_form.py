"""Fields for the access token of a private repository."""

from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.repositories.credentials import (
    remove_login,
    remove_unused_login,
    store_login,
)
from kriterion.web.repositories.git_login import GitLogin
from kriterion.web.repositories.models import Repository, RepositoryCredential

_DEFAULT_USER = "git"  # GitHub, GitLab and Forgejo ignore the username of a personal token
_LONGEST_TOKEN, _LONGEST_USER = 1000, 200
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class _TokenInput(forms.PasswordInput):
    """A readable field that is never filled in.

    A browser would take a token for a password, and the field before it for a username.
    """

    input_type = "text"


class AccessTokenForm(forms.Form):
    """A stored token is never shown; an empty field keeps it while the address stays the same.

    The page that is shown while nothing can be stored repeats no form with a field of this name.
    """

    token_secret = forms.CharField(
        required=False,
        max_length=_LONGEST_TOKEN,
        label=_("Access token"),
        widget=_TokenInput(attrs=_PLAIN),
    )
    token_user = forms.CharField(
        required=False,
        max_length=_LONGEST_USER,
        label=_("Username of the token"),
        help_text=_("Leave empty unless the Git host names one, as for deploy tokens"),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    remove_token = forms.BooleanField(required=False, label=_("Remove the stored access token"))

    def prepare_token_fields(self, stored: RepositoryCredential | None) -> None:
        secret = self.fields["token_secret"]
        if stored is None:
            del self.fields["remove_token"]
            secret.help_text = _(
                "For a private repository with an https:// URL: a token that may only read it. "
                "It is never shown again"
            )
        else:
            secret.help_text = _("Leave empty to keep the stored one. A new URL needs a new token")

    def clean_token_secret(self) -> str:
        return _read_plain_text(self.cleaned_data["token_secret"])

    def clean_token_user(self) -> str:
        return _read_plain_text(self.cleaned_data["token_user"])

    def check_token(self, git_url: str) -> None:
        """Refuse a token for an address to which it must not be sent."""
        if self.cleaned_data.get("token_secret") and not _is_confidential(git_url):
            message = gettext("An access token needs a Git URL that begins with https://.")
            self.add_error("token_secret", message)

    def store_token(self, repository: Repository) -> bool:
        """Store or remove the token; return whether there was anything to change."""
        token = self.cleaned_data["token_secret"]
        if token:
            username = self.cleaned_data["token_user"] or _DEFAULT_USER
            store_login(repository, GitLogin(username=username, token=token))
        elif self.cleaned_data.get("remove_token"):
            remove_login(repository)
        else:
            return remove_unused_login(repository)
        return True


def _read_plain_text(text: str) -> str:
    """Return a text of a single line; anything else could change what git reads."""
    if not text.isascii() or not text.isprintable() or " " in text:
        raise forms.ValidationError(gettext("Use only letters, digits and punctuation."))
    return text


def _is_confidential(git_url: str) -> bool:
    """Whether the connection to an address is encrypted or stays on this machine."""
    parts = urlsplit(git_url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
