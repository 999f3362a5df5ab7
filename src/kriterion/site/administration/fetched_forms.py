"""What administrators fill in of what is fetched: tools and repositories."""

from pathlib import Path
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.store.models import Renderer, Repository, Runner, Tool, ToolKind
from kriterion.work.git_address import AddressRefusal, read_address
from kriterion.work.machine import this_machine

KINDS = (
    (ToolKind.JUDGE, _("Judge")),
    (ToolKind.ANALYZER, _("Analyzer")),
    (ToolKind.REPRESENTER, _("Representer")),
)


class _FromGit(forms.Form):
    """An address that may be cloned from."""

    def clean_git_url(self) -> str:
        url = str(self.cleaned_data.get("git_url") or "").strip()
        if url:
            address = read_address(url, this_machine().settings.git_hosts)
            if isinstance(address, AddressRefusal):
                raise forms.ValidationError(address.reason)
        return url


class ToolForm(_FromGit, forms.ModelForm):  # type: ignore[type-arg]
    """A tool's record. Source: Dodona's of a judge (name, image, git URL, renderer, runner)."""

    kind = forms.ChoiceField(choices=KINDS, label=_("Kind"))
    languages = forms.CharField(
        required=False,
        label=_("Programming languages"),
        help_text=_("For analyzers and representers, with commas between them"),
    )
    renderer = forms.ChoiceField(  # type: ignore[assignment]  # no form's own
        choices=[(each.value, each.value) for each in Renderer],
        label=_("Renderer"),
        help_text=_("For judges"),
    )
    runner = forms.ChoiceField(
        choices=[(each.value, each.value) for each in Runner],
        label=_("Runner"),
        help_text=_("For judges"),
    )

    class Meta:
        model = Tool
        fields = (
            *("kind", "name", "git_url", "branch", "directory", "image", "languages"),
            *("renderer", "runner"),
        )
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "git_url": _("Git address"),
            "branch": _("Branch"),
            "directory": _("Directory on this machine"),
            "image": _("Image"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "name": _("What exercises call it, such as python"),
            "git_url": _("Such as https://github.com/dodona-edu/universal-judge"),
            "branch": _("Empty for the repository's own choice"),
            "directory": _("Instead of a git address: where the tool lies here"),
            "image": _("Empty for the one that it names itself"),
        }

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["languages"].initial = ", ".join(self.instance.programming_languages)
        self._copy = self.instance.directory

    def clean_directory(self) -> str:
        directory = str(self.cleaned_data.get("directory") or "")
        if directory and not Path(directory).is_absolute():
            raise forms.ValidationError(gettext("Give the whole path, from / on."))
        return directory

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        has_git, has_directory = cleaned.get("git_url"), cleaned.get("directory")
        if has_git and has_directory:
            self.add_error("directory", gettext("Give a git address or a directory, not both."))
        elif not has_git and not has_directory:
            is_judge = cleaned.get("kind") == ToolKind.JUDGE
            if (is_judge or not cleaned.get("image")) and "git_url" not in self.errors:
                self.add_error("git_url", gettext("Say where the tool is."))
        if cleaned.get("kind") != ToolKind.JUDGE and not cleaned.get("languages"):
            self.add_error("languages", gettext("Say for which languages it is."))
        return cleaned

    def save(self, commit: bool = True) -> Any:
        languages = str(self.cleaned_data["languages"]).split(",")
        self.instance.programming_languages = [name.strip() for name in languages if name.strip()]
        if self.cleaned_data.get("git_url"):  # what is there stays in use until there is another
            self.instance.directory = self._copy
        return super().save(commit)


class TryForm(forms.Form):
    """What a tool is tried on."""

    exercise = forms.ChoiceField(required=False, label=_("Exercise"))
    file_name = forms.CharField(label=_("File name"), max_length=200, initial="solution.py")
    source = forms.CharField(
        label=_("Code"),
        widget=forms.Textarea(attrs={"rows": 14, "class": "code-field", "spellcheck": "false"}),
        max_length=65_535,
        strip=False,
    )


class RepositoryForm(_FromGit, forms.ModelForm):  # type: ignore[type-arg]
    """A repository of exercises: cloned from an address, or uploaded."""

    archive = forms.FileField(
        required=False, label=_("Archive"), help_text=_("Instead of an address: zip or tar.gz")
    )

    class Meta:
        model = Repository
        fields = ("name", "git_url", "branch", "archive", "default_judge")
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "git_url": _("Git address"),
            "branch": _("Branch"),
            "default_judge": _("Judge of exercises that name none"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "git_url": _("Such as https://github.com/dodona-edu/example-exercises"),
            "branch": _("Empty for the repository's own choice"),
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [bool(cleaned.get("git_url")), bool(cleaned.get("archive"))]
        is_new = self.instance.pk is None
        if all(given):
            self.add_error("archive", gettext("Give an address or an archive, not both."))
        elif is_new and not any(given) and "git_url" not in self.errors:
            self.add_error("git_url", gettext("Say where the exercises are."))
        return cleaned
