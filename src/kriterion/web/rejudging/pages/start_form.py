"""The form that starts a re-judging."""

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course, Series
from kriterion.web.rejudging.models import RejudgingChoice

_COURSE, _SERIES, _ACTIVITY = "course", "series-", "exercise-"


class StartForm(forms.Form):
    """What to assess again: everything in a course, or one series or exercise of it."""

    scope = forms.ChoiceField(label=_("What"))
    choice = forms.ChoiceField(
        choices=RejudgingChoice.choices,
        initial=RejudgingChoice.LATEST,
        label=_("Which submissions"),
    )

    def __init__(self, course: Course, data: QueryDict | None = None) -> None:
        super().__init__(data)
        language = get_language() or "en"
        self._series = {
            f"{_SERIES}{series.pk}": series for series in course.series.order_by("position")
        }
        listed = Activity.objects.filter(
            series__course=course, type=ActivityType.EXERCISE
        ).distinct()
        self._activities = {f"{_ACTIVITY}{activity.pk}": activity for activity in listed}
        scope = self.fields["scope"]
        assert isinstance(scope, forms.ChoiceField)
        names = [(key, activity.name(language)) for key, activity in self._activities.items()]
        scope.choices = [
            (_COURSE, gettext("The whole course")),
            (gettext("Series"), [(key, series.name) for key, series in self._series.items()]),
            (gettext("Exercises"), sorted(names, key=lambda pair: pair[1].lower())),
        ]

    @property
    def chosen(self) -> RejudgingChoice:
        return RejudgingChoice(self.cleaned_data["choice"])

    @property
    def series(self) -> Series | None:
        return self._series.get(self.cleaned_data["scope"])

    @property
    def activity(self) -> Activity | None:
        return self._activities.get(self.cleaned_data["scope"])
