"""The form of a tool of one kind: its fields only, and one choice of where the tool comes from."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from kriterion.web.administration.fetched_forms import (
    ANALYZER_FIELDS,
    JUDGE_FIELDS,
    TRACK_TOOL_FIELDS,
    ToolForm,
)
from kriterion.web.tools.models import Tool, ToolKind

PURPOSES = {
    ToolKind.JUDGE: _("Runs tests on solutions and gives the result."),
    ToolKind.ANALYZER: _("Comments on solutions that work."),
    ToolKind.REPRESENTER: _("Groups solutions that differ only in names and layout."),
    ToolKind.TEST_RUNNER: _("Runs the tests of the exercises of an Exercism track."),
}

_GIT, _DIRECTORY, _IMAGE = "git_url", "directory", "image"  # also the field that each needs
_SOURCES = (
    (_GIT, _("A Git repository")),
    (_DIRECTORY, _("A directory on this server")),
    (_IMAGE, _("An image that contains the tool")),
)


class KindForm(ToolForm):
    """A tool of a kind that is settled. Its source decides which of its fields count."""

    use_required_attribute = False  # browsers would demand fields of sources that are not chosen

    source = forms.ChoiceField(choices=_SOURCES, label=_("Source"), widget=forms.RadioSelect)

    def __init__(self, data: QueryDict | None, tool: Tool) -> None:
        super().__init__(data, instance=tool)
        unneeded = ["kind"]
        if tool.kind == ToolKind.JUDGE:
            unneeded += TRACK_TOOL_FIELDS
            choices = _SOURCES[:2]  # a judge is a directory with a program in it
            self.fields["source"].choices = choices  # type: ignore[attr-defined]
        else:
            unneeded += JUDGE_FIELDS
            self.fields["languages"].required = True
        if tool.kind != ToolKind.ANALYZER:
            unneeded += ANALYZER_FIELDS
        for name in unneeded:
            del self.fields[name]
        for name in (_GIT, _DIRECTORY):
            self.fields[name].required = True  # if it is the source
        if tool.git_url:  # in this case, the directory is our own
            self.initial[_DIRECTORY] = ""
        self.initial["source"] = self._find_source(self.initial)

    @property
    def has_unusual_output(self) -> bool:
        """Whether a field about the judge's output has another value than usual, or an error."""
        names = ("renderer", "runner", "annotation_ends")
        usual = Tool()
        return any(
            name in self.errors or getattr(self.instance, name) != getattr(usual, name)
            for name in names
            if name in self.fields
        )

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["kind"] = self.instance.kind
        self.cleaned_data.setdefault("languages", "")
        return super().clean()

    def _check_source(self, cleaned: dict[str, Any]) -> None:
        """Demand the field of the chosen source, and disregard those of the others."""
        if not self.data.get("source"):
            self.errors.pop("source", None)
        source = cleaned.get("source") or self._find_source(cleaned)
        for name in {_GIT, _DIRECTORY} - {source}:
            cleaned[name] = ""
            self.errors.pop(name, None)
        if source != _GIT:
            cleaned["branch"] = ""
        if not cleaned.get(source) and source not in self.errors:
            self.add_error(source, self.fields[source].error_messages["required"])

    def _find_source(self, values: Mapping[str, Any]) -> str:
        filled = [name for name, _ in self.fields["source"].choices if values.get(name)]  # type: ignore[attr-defined]
        return filled[0] if filled else _GIT
