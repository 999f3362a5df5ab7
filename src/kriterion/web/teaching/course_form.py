"""The form of a course's settings."""

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.courses.copy_course import CopyPlan, find_first_time
from kriterion.web.courses.models import Course, Registration
from kriterion.web.teaching.series_forms import FIRST_YEAR, LAST_YEAR

_MADE_SLUG = 60  # characters, before a number that makes it unique
REGISTRATIONS = (
    (Registration.OPEN, _("Anyone can join")),
    (Registration.APPROVAL, _("Teachers approve requests to join")),
    (Registration.CLOSED, _("Teachers add members")),
)
FOR_ADMINISTRATORS = ("queue_weight", "max_running", "max_running_each")


class CourseForm(forms.ModelForm):  # type: ignore[type-arg]
    registration = forms.ChoiceField(
        choices=REGISTRATIONS, label=_("Registration"), widget=forms.RadioSelect
    )
    slug = forms.SlugField(
        required=False,
        label=_("Name in the URL"),
        help_text=_("Leave empty to derive it from the name"),
    )

    class Meta:
        model = Course
        fields = (
            "name",
            "slug",
            "description",
            "registration",
            "visible",
            "archived",
            "anonymous_review",
            "only_latest_waits",
            *FOR_ADMINISTRATORS,
        )
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "description": _("Description (Markdown)"),
            "visible": _("Visible to everyone"),
            "archived": _("Archived"),
            "anonymous_review": _("Hide students' names from assistants and mentors"),
            "only_latest_waits": _("Only the latest submission to an exercise waits"),
            "queue_weight": _("Share of the workers"),
            "max_running": _("Maximum of submissions that run at once"),
            "max_running_each": _("Maximum of submissions of one member that run at once"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "anonymous_review": _(
                "They review without knowing whose submissions they see. Results and downloads "
                "are closed to them."
            ),
            "only_latest_waits": _(
                "A new submission cancels the member's earlier ones to that exercise that have not "
                "begun to run, and takes their place."
            ),
            "max_running": _("Empty: no limit"),
            "max_running_each": _("Empty: no limit"),
            "queue_weight": _(
                "While submissions of several courses wait, a course with 3 gets three times the "
                "workers of one with 1."
            ),
        }
        widgets: ClassVar[dict[str, object]] = {"description": forms.Textarea(attrs={"rows": 5})}

    def __init__(self, *arguments: Any, for_administrator: bool, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["queue_weight"].required = False
        if not for_administrator:
            for name in FOR_ADMINISTRATORS:
                del self.fields[name]

    def clean_queue_weight(self) -> int:
        return int(self.cleaned_data.get("queue_weight") or self.instance.queue_weight)

    def clean_slug(self) -> str:
        chosen = str(self.cleaned_data.get("slug") or "")
        if not chosen:
            return self.instance.slug or make_slug(self.data.get("name", ""))
        if Course.objects.exclude(pk=self.instance.pk).filter(slug=chosen).exists():
            raise forms.ValidationError(
                gettext("Another course already uses this name in its URL.")
            )
        return chosen


def make_slug(name: str) -> str:
    """Return a slug from a course's name that no course has."""
    made = slugify(name)[:_MADE_SLUG].strip("-") or "course"
    slug, number = made, 2
    while Course.objects.filter(slug=slug).exists():
        slug, number = f"{made}-{number}", number + 1
    return slug


class CopyForm(forms.Form):
    """The name of a course's copy, and when it begins."""

    name = forms.CharField(max_length=200, label=_("Name"))
    starts_on = forms.DateField(
        required=False,
        label=_("First day"),
        help_text=_("All times move along. Without a date, the copy has no times."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, course: Course, data: QueryDict | None = None) -> None:
        first = find_first_time(course)
        initial = {"name": course.name}
        super().__init__(data, initial=initial)
        if first is None:
            del self.fields["starts_on"]

    def clean_starts_on(self) -> date | None:
        day: date | None = self.cleaned_data["starts_on"]
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise forms.ValidationError(gettext("Enter a year between 1970 and 2999."))
        return day

    @property
    def plan(self) -> CopyPlan:
        name = str(self.cleaned_data["name"])
        return CopyPlan(
            name=name, slug=make_slug(name), starts_on=self.cleaned_data.get("starts_on")
        )
