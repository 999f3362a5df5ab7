"""The form of an activity's details: its titles, labels and difficulty."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.catalog.models import Activity
from kriterion.web.database.storable import make_storable

_MAX_NAME = 200  # characters
_MAX_LABELS = 20
_MAX_LABEL = 60  # characters
_HARDEST = 5
_NAMES = {"name_en": "en", "name_nl": "nl"}


class ActivityForm(forms.Form):
    """An editor's replacements for the repository's details of an activity.

    Hidden initial values show which fields the editor changed, so a colleague's changes to others
    stay.
    """

    name_en = forms.CharField(
        required=False, max_length=_MAX_NAME, label=_("Title in English"), show_hidden_initial=True
    )
    name_nl = forms.CharField(
        required=False, max_length=_MAX_NAME, label=_("Title in Dutch"), show_hidden_initial=True
    )
    labels = forms.CharField(
        required=False,
        max_length=1500,
        label=_("Labels"),
        help_text=_("Separated by commas. Teachers and students find the activity by them."),
        show_hidden_initial=True,
    )
    difficulty = forms.FloatField(
        required=False,
        min_value=0,
        max_value=_HARDEST,
        label=_("Difficulty"),
        help_text=_("From 0 to 5. Leave empty to show none."),
        widget=forms.NumberInput(attrs={"step": "any"}),
        show_hidden_initial=True,
    )

    def __init__(self, activity: Activity, data: QueryDict | None = None) -> None:
        initial: dict[str, Any] = {
            name: activity.names.get(language, "") for name, language in _NAMES.items()
        }
        labels = ", ".join(map(str, activity.labels))
        super().__init__(
            data, initial={**initial, "labels": labels, "difficulty": activity.difficulty}
        )

    def clean_name_en(self) -> str:
        return _read_line(self.cleaned_data["name_en"])

    def clean_name_nl(self) -> str:
        return _read_line(self.cleaned_data["name_nl"])

    def clean_labels(self) -> list[str]:
        named = map(_read_line, str(self.cleaned_data["labels"]).split(","))
        labels = list(dict.fromkeys(label for label in named if label))
        if len(labels) > _MAX_LABELS or any(len(label) > _MAX_LABEL for label in labels):
            raise forms.ValidationError(
                gettext("Enter at most %(most)d labels of at most %(longest)d characters.")
                % {"most": _MAX_LABELS, "longest": _MAX_LABEL}
            )
        return labels

    def list_changes(self) -> dict[str, Any]:
        """Return the editor's changes, as `replace_details` expects them."""
        changed = {name: self.cleaned_data[name] for name in self.changed_data}
        names = {_NAMES[name]: changed.pop(name) for name in _NAMES if name in changed}
        return {**changed, **({"names": names} if names else {})}


def _read_line(text: str) -> str:
    return " ".join(make_storable(text).split())
