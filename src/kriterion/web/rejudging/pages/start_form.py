"""The form that starts a re-judging."""

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course, Series
from kriterion.web.rejudging.models import RejudgingChoice, RejudgingTools

_COURSE, _SERIES, _ACTIVITY = "course", "series-", "exercise-"


class StartForm(forms.Form):
    """What to assess again: everything in a course, or one series or exercise of it."""

    scope = forms.ChoiceField(label=_("What"))
    choice = forms.ChoiceField(
        choices=RejudgingChoice.choices,
        initial=RejudgingChoice.LATEST,
        label=_("Which submissions"),
    )
    run_again = forms.ChoiceField(
        choices=RejudgingTools.choices,
        initial=RejudgingTools.ALL,
        required=False,
        label=_("What runs again"),
        help_text=_("After a new version of a representer or an analyzer, the judge need not run."),
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
    def tools(self) -> RejudgingTools:
        return RejudgingTools(self.cleaned_data["run_again"] or RejudgingTools.ALL)

    @property
    def series(self) -> Series | None:
        return self._series.get(self.cleaned_data["scope"])

    @property
    def activity(self) -> Activity | None:
        return self._activities.get(self.cleaned_data["scope"])
