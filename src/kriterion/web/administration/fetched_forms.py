"""Forms of tools, which are fetched."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.base.form_storing import store_fields
from kriterion.web.repository_management.git_form import GitForm
from kriterion.web.tools.models import Tool, ToolKind
from kriterion_tools.contracts.dodona_judge.dialect import (
    AnnotationEnds,
    Renderer,
    Runner,
    read_renderer,
    read_runner,
)

KINDS = (
    (ToolKind.JUDGE, _("Judge")),
    (ToolKind.ANALYZER, _("Analyzer")),
    (ToolKind.REPRESENTER, _("Representer")),
    (ToolKind.TEST_RUNNER, _("Test runner")),
)

# Fields by the kind of tool that has them; the others are for every kind.
JUDGE_FIELDS = ("renderer", "runner", "annotation_ends", "description", "offers", "manual")
TRACK_TOOL_FIELDS = ("languages", "exercises", "no_fallback")
ANALYZER_FIELDS = ("comments_git_url", "comments_directory", "comments_folder")

_SLUG_PATTERN = re.compile(r"[a-z0-9*?-]+")

RENDERERS = (
    (Renderer.AUTOMATIC.value, _("Automatic: shows everything the judge adds")),
    (Renderer.FEEDBACK_TABLE.value, _("FeedbackRenderer: leaves out Pythia's additions")),
    (
        Renderer.PYTHIA.value,
        _("PythiaFeedbackRenderer: shows Pythia's code annotations, comparisons and files"),
    ),
)
RUNNERS = (
    (Runner.SUBMISSION.value, "SubmissionRunner"),
    (Runner.PYTHIA_SUBMISSION.value, "PythiaSubmissionRunner"),
)
ANNOTATION_ENDS = (
    (AnnotationEnds.COUNT.value, _("Number of rows and characters, as Dodona's judges use them")),
    (AnnotationEnds.LAST_INDEX.value, _("Last row and character, counted from 0")),
)


class _NamedChoice(forms.ChoiceField):
    """A choice that also accepts its older names; the default is the first one."""

    def __init__(self, *, read: Callable[[str], str], **named: Any) -> None:
        super().__init__(required=False, **named)
        self._read = read

    def to_python(self, value: Any) -> str:
        name = str(value or "")
        if not name:
            return str(self.choices[0][0])  # type: ignore[index]
        try:
            return str(self._read(name))
        except ValueError:
            return name  # an invalid choice, which validation reports


class ToolForm(GitForm, forms.ModelForm):  # type: ignore[type-arg]
    """A tool's record. Source: Dodona's judge (name, image, git URL, renderer, runner)."""

    kind = forms.ChoiceField(choices=KINDS, label=_("Type"))
    languages = forms.CharField(
        required=False,
        label=_("Programming languages"),
        help_text=_("Separated by commas"),
    )
    exercises = forms.CharField(
        required=False,
        label=_("Exercises"),
        help_text=_(
            "For tools that only know some exercises: their slugs, separated by commas; "
            "* stands for any characters. Leave empty for all exercises"
        ),
    )
    no_fallback = forms.BooleanField(
        required=False,
        label=_("Leave the other exercises without a tool of this type"),
        help_text=_(
            "Otherwise the next tool for the language gets them, "
            "such as the one that Kriterion contains"
        ),
    )
    renderer = _NamedChoice(  # type: ignore[assignment]  # no form's own
        read=read_renderer,
        choices=RENDERERS,
        label=_("Feedback renderer"),
    )
    runner = _NamedChoice(
        read=read_runner,
        choices=RUNNERS,
        label=_("Submission runner"),
        help_text=_("Kriterion treats all runners the same way"),
    )
    annotation_ends = _NamedChoice(
        read=AnnotationEnds,
        choices=ANNOTATION_ENDS,
        label=_("Rows and columns in annotations"),
        help_text=_("Older documentation describes the last row and character"),
    )
    manual = forms.URLField(
        required=False,
        max_length=500,
        assume_scheme="https",
        label=_("Documentation"),
        help_text=_("URL of the documentation for exercise authors"),
    )

    class Meta:
        model = Tool
        fields = (
            *("kind", "name", "git_url", "branch", "directory", "image"),
            *(*TRACK_TOOL_FIELDS, *ANALYZER_FIELDS, *JUDGE_FIELDS),
        )
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "description": forms.Textarea(attrs={"rows": 3}),
            "offers": forms.Textarea(attrs={"rows": 4}),
        }
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "git_url": _("Git URL"),
            "branch": _("Branch"),
            "directory": _("Local directory"),
            "image": _("Image"),
            "description": _("Description"),
            "offers": _("Available in the image"),
            "comments_git_url": _("Git URL of the comment library"),
            "comments_directory": _("Local directory of the comment library"),
            "comments_folder": _("Folder in the comment library"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "name": _("The name that exercises use, for example python"),
            "git_url": _("For example https://github.com/dodona-edu/universal-judge"),
            "branch": _("Leave empty for the default branch"),
            "image": _("Leave empty to use the image that the tool specifies"),
            "description": _("Shown to teachers and exercise authors"),
            "offers": _("For example the modules that solutions can use, one per line"),
            "comments_git_url": _(
                "For analyzers: the texts of their comments, for example "
                "https://github.com/exercism/website-copy. Students do not see "
                "comments without a text"
            ),
            "comments_directory": _("Path on this server, instead of a Git URL"),
            "comments_folder": _(
                "Folder that contains the texts; leave empty for analyzer-comments"
            ),
        }

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.fields["languages"].initial = ", ".join(self.instance.programming_languages)
        self.fields["exercises"].initial = ", ".join(self.instance.options.get("exercises", ()))
        self.fields["no_fallback"].initial = not self.instance.options.get("fallback", True)
        self._copy = self.instance.directory
        self._comments = self.instance.comments_git_url, self.instance.comments_directory
        if self.instance.comments_git_url:  # in this case, the directory is our own
            self.initial["comments_directory"] = ""

    def clean_exercises(self) -> str:
        patterns = _split_list(str(self.cleaned_data.get("exercises") or ""))
        for pattern in patterns:
            if not _SLUG_PATTERN.fullmatch(pattern):
                message = gettext("%(name)s is not a slug, such as two-fer.") % {"name": pattern}
                raise forms.ValidationError(message)
        return ", ".join(patterns)

    def clean_directory(self) -> str:
        return self._clean_path("directory")

    def clean_comments_git_url(self) -> str:
        return self.read_git_address("comments_git_url")

    def clean_comments_directory(self) -> str:
        directory = self._clean_path("comments_directory")
        if directory and not Path(directory).is_dir():
            raise forms.ValidationError(gettext("This directory does not exist."))
        return directory

    def clean_comments_folder(self) -> str:
        folder = str(self.cleaned_data.get("comments_folder") or "").strip("/ ")
        if ".." in folder.split("/"):
            raise forms.ValidationError(gettext("Enter a folder inside the library."))
        return folder

    def _clean_path(self, name: str) -> str:
        directory = str(self.cleaned_data.get(name) or "")
        if directory and not Path(directory).is_absolute():
            raise forms.ValidationError(gettext("Enter an absolute path, starting with /."))
        return directory

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._check_name(cleaned)
        self._check_source(cleaned)
        is_judge = cleaned.get("kind") == ToolKind.JUDGE
        if not is_judge and not cleaned.get("languages") and "languages" not in self.errors:
            self.add_error("languages", gettext("Enter at least one programming language."))
        if is_judge and cleaned.get("exercises"):
            self.add_error("exercises", gettext("Exercises name their judge themselves."))
        self._check_comments(cleaned)
        return cleaned

    def _check_source(self, cleaned: dict[str, Any]) -> None:
        has_git, has_directory = cleaned.get("git_url"), cleaned.get("directory")
        if has_git and has_directory:
            self.add_error("directory", gettext("Enter a Git URL or a directory, not both."))
        elif not has_git and not has_directory:
            is_judge = cleaned.get("kind") == ToolKind.JUDGE
            if (is_judge or not cleaned.get("image")) and "git_url" not in self.errors:
                self.add_error("git_url", gettext("Enter a Git URL or a directory."))

    def _check_name(self, cleaned: dict[str, Any]) -> None:
        """The database would reject a second tool of that name; the form has no field for the
        course.
        """
        same = Tool.objects.filter(
            kind=cleaned.get("kind"), name=cleaned.get("name"), course=self.instance.course_id
        )
        if same.exclude(pk=self.instance.pk).exists():
            self.add_error("name", gettext("A tool of this type with this name already exists."))

    def _check_comments(self, cleaned: dict[str, Any]) -> None:
        given = [name for name in ("comments_git_url", "comments_directory") if cleaned.get(name)]
        if given and cleaned.get("kind") != ToolKind.ANALYZER:
            self.add_error(given[0], gettext("Only analyzers have a comment library."))
        elif len(given) > 1:
            message = gettext("Enter a Git URL or a directory, not both.")
            self.add_error("comments_directory", message)
        elif cleaned.get("comments_folder") and not given:
            refused = {"comments_git_url", "comments_directory"} & self.errors.keys()
            if not refused:
                message = gettext("Enter the comment library that contains this folder.")
                self.add_error("comments_folder", message)

    def save(self, commit: bool = True) -> Any:
        languages = str(self.cleaned_data["languages"])
        self.instance.programming_languages = list(_split_list(languages))
        self.instance.options = self._make_options()
        if self.cleaned_data.get("git_url"):  # the present copy stays in use until there is another
            self.instance.directory = self._copy
        self._keep_comments()
        return super().save(commit)

    def store(self) -> bool:
        """Save the changes; return False if the tool was deleted meanwhile.

        Copies stay as they are, because a fetch may just have replaced them.
        """
        given = self.cleaned_data.get("comments_git_url") or ""
        is_same_library = given == self._comments[0]
        kept = ["directory"] if self.cleaned_data.get("git_url") else []
        kept += ["comments_directory"] if given and is_same_library else []
        also = [
            "programming_languages",
            "options",
            *([] if is_same_library else ["comments_commit"]),
        ]
        return store_fields(self, also=also, without=kept)

    def _make_options(self) -> dict[str, Any]:
        """Return the options with the form's; the others stay as they are."""
        options = {
            name: value
            for name, value in self.instance.options.items()
            if name not in ("exercises", "fallback")
        }
        if self.cleaned_data.get("exercises"):
            options["exercises"] = list(_split_list(self.cleaned_data["exercises"]))
        if self.cleaned_data.get("no_fallback"):
            options["fallback"] = False
        return options

    def _keep_comments(self) -> None:
        """Keep the library in use until it is fetched again, unless its address changed."""
        address, copy = self._comments
        given = self.cleaned_data.get("comments_git_url")
        if given and given == address:
            self.instance.comments_directory = copy
        elif given or address:
            self.instance.comments_commit = ""


def _split_list(written: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, written.split(","))))


class TryForm(forms.Form):
    """The code on which to try a tool."""

    exercise = forms.ChoiceField(required=False, label=_("Exercise"))
    file_name = forms.CharField(label=_("File name"), max_length=200, initial="solution.py")
    source = forms.CharField(
        label=_("Code"),
        widget=forms.Textarea(attrs={"rows": 14, "class": "code-field", "spellcheck": "false"}),
        max_length=65_535,
        strip=False,
    )
