"""The form of a repository: where it comes from, and who may use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import unquote

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.catalog.owner_space import read_quota_bytes, sum_bytes
from kriterion.web.courses.repository_access import (
    RepositoryPermission,
    find_permissions,
    select_known_repositories,
)
from kriterion.web.repositories.credentials import find_stored_login
from kriterion.web.repositories.directory_copy import find_allowed
from kriterion.web.repositories.models import Repository, Sharing
from kriterion.web.repositories.ssh_access import is_ssh_installed
from kriterion.web.repository_management.access_token_form import AccessTokenForm
from kriterion.web.repository_management.git_form import GitForm
from kriterion.web.repository_management.services.import_methods import (
    MAX_REPOSITORIES,
    describe_import_methods,
    find_upload_limit,
)
from kriterion.web.tools.machine import this_machine

SHARINGS = (
    (Sharing.PUBLIC, _("All teachers, only the exercises that everyone can see")),
    (Sharing.TEACHERS, _("All teachers, all exercises")),
    (Sharing.REQUEST, _("Teachers who ask; all teachers see its name")),
    (Sharing.PRIVATE, _("Only users who are given a right; nobody else sees that it exists")),
)
_SOURCES = ("git_url", "archive", "local_directory")


class RepositoryForm(GitForm, AccessTokenForm, forms.ModelForm):  # type: ignore[type-arg]
    """A repository of exercises: cloned, uploaded, or copied from a directory."""

    archive = forms.FileField(
        required=False,
        label=_("Archive"),
        help_text=_("A zip or tar.gz file, instead of a Git URL"),
    )
    sharing = forms.ChoiceField(
        required=False,
        choices=SHARINGS,
        label=_("Who may use it in courses"),
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Repository
        fields = (
            *("name", "git_url", "branch", "token_secret", "token_user", "remove_token"),
            *("archive", "local_directory"),
            *("default_judge", "sharing"),
        )
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "git_url": _("Git URL"),
            "branch": _("Branch"),
            "local_directory": _("Local directory"),
            "default_judge": _("Default judge"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "git_url": _("For example https://github.com/dodona-edu/example-exercises"),
            "branch": _("Leave empty for the default branch"),
            "local_directory": _("A directory on this server, instead of a Git URL"),
        }

    def __init__(self, user: User, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._user = user
        self._path_as_url = ""  # entered as the URL
        self.allow_ssh = is_ssh_installed()
        self._is_new = self.instance.pk is None
        if self._is_new and not may_administer(user):
            self.instance.owner = user
            self.instance.sharing = Sharing.PRIVATE
        elif not self._is_new and RepositoryPermission.SHARE not in find_permissions(
            user, self.instance
        ):
            del self.fields["sharing"]
        self.initial.setdefault("sharing", self.instance.sharing)
        self.prepare_token_fields(None if self._is_new else find_stored_login(self.instance))
        if not this_machine().settings.repository_directories:
            del self.fields["local_directory"]

    def clean_name(self) -> str:
        """Refuse a name of the same owner, but reveal no repository that the user may not know."""
        name = str(self.cleaned_data["name"])
        others = select_known_repositories(self._user).filter(
            owner=self.instance.owner_id, name=name
        )
        if others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(gettext("There is already a repository with this name."))
        return name

    def clean_git_url(self) -> str:
        """Take `file://` URLs and absolute paths as local directories, where these are allowed."""
        given = str(self.cleaned_data.get("git_url") or "").strip()
        path = unquote(given.removeprefix("file://")) if given.startswith("file://") else given
        if path.startswith("/") and "local_directory" in self.fields:
            self._path_as_url = path
            return ""
        return super().clean_git_url()

    def clean_sharing(self) -> str:
        return str(self.cleaned_data.get("sharing") or self.instance.sharing)

    def clean_archive(self) -> UploadedFile[Any] | None:
        archive: UploadedFile[Any] | None = self.cleaned_data.get("archive")
        if archive is not None and (archive.size or 0) > find_upload_limit(self._user):
            raise forms.ValidationError(gettext("The archive is too large."))
        return archive

    def clean_local_directory(self) -> str:
        place = str(self.cleaned_data.get("local_directory") or "").strip()
        if self._path_as_url and place not in (
            "",
            self._path_as_url,
            self.instance.local_directory,
        ):
            raise forms.ValidationError(gettext("Choose one source."))
        place = self._path_as_url or place
        if place and place != self.instance.local_directory:
            allowed = this_machine().settings.repository_directories
            # Whether it exists is found out later, so that the form does not explore the server.
            if find_allowed(Path(place), allowed) is None:
                raise forms.ValidationError(gettext("Repositories cannot be read from there."))
        return place

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [name for name in _SOURCES if cleaned.get(name)]
        refused = [name for name in _SOURCES if name in self.errors]
        if len(given) > 1:
            self.add_error(
                given[-1],
                gettext("Enter a Git URL or upload an archive, not both.")
                if given == ["git_url", "archive"]
                else gettext("Choose one source."),
            )
        elif self._is_new and not given and not refused:
            self.add_error("git_url", gettext("Enter a Git URL or upload an archive."))
        if "git_url" not in self.errors:
            self.check_token(str(cleaned.get("git_url") or ""))
        if any(name in self.errors for name in _SOURCES):
            self.add_error(None, describe_import_methods(self._user))
        if self._is_new and not may_administer(self._user):
            self._check_number()
        return cleaned

    def _check_number(self) -> None:
        if Repository.objects.filter(owner=self._user).count() >= MAX_REPOSITORIES:
            message = gettext("You can have at most %(most)s repositories. Remove one first.")
            self.add_error(None, message % {"most": MAX_REPOSITORIES})
        if sum_bytes(self._user) >= (most := read_quota_bytes()):
            message = gettext(
                "Your repositories take all of the %(most)s that they may take together. "
                "Remove one first."
            )
            self.add_error(None, message % {"most": filesizeformat(most)})
