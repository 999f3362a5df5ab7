"""The form for a judge of a course."""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.administration.fetched_forms import (
    ANALYZER_FIELDS,
    TRACK_TOOL_FIELDS,
    ToolForm,
)
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool, ToolKind
from kriterion_tools.errors import KriterionError

MAX_JUDGES = 20  # per course: each takes disk space, and they are fetched in turn
_LONGEST_TEXT = 10_000


class CourseJudgeForm(ToolForm):
    """A judge by its git address, in an image that the operator offers.

    There is no field for a directory: files of this machine are the operator's.
    """

    image = forms.ChoiceField(
        required=False, label=_("Image"), help_text=_("The environment in which the judge runs")
    )

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.instance.kind = ToolKind.JUDGE
        for name in ("kind", "directory", *TRACK_TOOL_FIELDS, *ANALYZER_FIELDS):
            del self.fields[name]
        self.fields["git_url"].required = True
        for name in ("description", "offers"):  # every page loads these fields of all judges
            self.fields[name].validators.append(MaxLengthValidator(_LONGEST_TEXT))
        names = sorted(this_machine().image_names)
        choices = [("", _("The image that the judge specifies")), *((name, name) for name in names)]
        self.fields["image"].choices = choices  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """Refuse names of the site's judges: exercises of other courses rely on them."""
        name = str(self.cleaned_data["name"])
        try:
            is_taken = name in this_machine().judges
        except KriterionError:
            is_taken = True
        is_taken |= Tool.objects.filter(kind=ToolKind.JUDGE, name=name, course=None).exists()
        if is_taken:
            raise forms.ValidationError(gettext("This site already has a judge with this name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = forms.ModelForm.clean(self) or {}
        self._check_name({**cleaned, "kind": ToolKind.JUDGE})
        others = Tool.objects.filter(course=self.instance.course_id).exclude(pk=self.instance.pk)
        if others.count() >= MAX_JUDGES:
            message = gettext("A course can have at most %(most)s judges. Remove one first.")
            self.add_error(None, message % {"most": MAX_JUDGES})
        return cleaned

    def save(self, commit: bool = True) -> Any:
        self.instance.directory = self._copy
        return forms.ModelForm.save(self, commit)
