"""The form of the capacity page: what a deadline brings, with measurements as defaults."""

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from kriterion.capacity.arrival_profile import DEFAULT_WINDOW_SECONDS, HOUR
from kriterion.capacity.service_times import ServiceTimes, from_mean
from kriterion.web.administration.capacity_measurements import DurationsBySubject
from kriterion.web.catalog.models import Activity

MAX_SUBMISSIONS = 200_000  # simulated for a page, in about a second; the command simulates more
TARGET_SECONDS = 30
_EXERCISES = 50  # that can be chosen, those with the most assessments
_ALL, _IMAGE, _EXERCISE = "all", "image-", "exercise-"


class CapacityForm(forms.Form):
    """How many students have a deadline, what they submit, and how long they may wait."""

    students = forms.IntegerField(
        label=_("Students with this deadline"), min_value=1, max_value=1_000_000
    )
    duration = forms.ChoiceField(
        label=_("An assessment takes as long as"),
        required=False,
        help_text=_("As measured in the latest assessments of this site."),
    )
    seconds = forms.FloatField(
        label=_("Or a mean duration in seconds"),
        required=False,
        min_value=0.01,
        max_value=86_400,
        help_text=_("For an exercise that this site has not assessed yet."),
    )
    submissions = forms.FloatField(
        label=_("Submissions of each student"), min_value=0.01, max_value=1_000
    )
    window = forms.FloatField(
        label=_("Hours before the deadline during which students submit"),
        min_value=0.1,
        max_value=24 * 14,
    )
    rush = forms.FloatField(
        label=_("Hours before the deadline at which the rate of submissions is half of its peak"),
        required=False,
        min_value=0.01,
        max_value=24 * 14,
        help_text=_("Leave empty to use the arrivals before earlier deadlines."),
    )
    slots = forms.IntegerField(
        label=_("Submissions that a worker assesses at once"), min_value=1, max_value=256
    )
    target = forms.FloatField(
        label=_("Seconds that submissions in the last hour may wait (95%)"),
        min_value=0,
        max_value=86_400,
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        initial: Mapping[str, object],
        overall: ServiceTimes | None,
        durations: DurationsBySubject,
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self._times = {f"{_IMAGE}{name}": times for name, times in durations.images.items()}
        if overall is not None:
            self._times[_ALL] = overall
        most_first = sorted(durations.activities.items(), key=lambda item: -len(item[1].seconds))
        by_exercise = dict(most_first[:_EXERCISES])
        self._times |= {f"{_EXERCISE}{pk}": times for pk, times in by_exercise.items()}
        self._offer(list(durations.images), list(by_exercise))

    def _offer(self, images: list[str], exercises: list[int]) -> None:
        """Offer what was measured; without that, the seconds are required."""
        field = self.fields["duration"]
        assert isinstance(field, forms.ChoiceField)
        if not self._times:
            del self.fields["duration"]
            self.fields["seconds"].required = True
            self.fields["seconds"].label = gettext("Seconds that an assessment takes on average")
            return
        language = get_language() or "en"
        activities = Activity.objects.in_bulk(exercises)
        choices: list[tuple[str, object]] = []
        if _ALL in self._times:
            choices.append((_ALL, self._describe(_ALL, gettext("All exercises"))))
        of_images = [(f"{_IMAGE}{image}", image) for image in images]
        of_exercises = [
            (f"{_EXERCISE}{pk}", activities[pk].name(language))
            for pk in exercises
            if pk in activities
        ]
        groups = ((gettext("Images"), of_images), (gettext("Exercises"), of_exercises))
        for heading, keys in groups:
            if keys:
                choices.append((heading, [(key, self._describe(key, name)) for key, name in keys]))
        field.choices = choices

    def _describe(self, key: str, name: str) -> str:
        seconds = number_format(round(self._times[key].mean, 1), 1)
        return gettext("%(name)s: %(seconds)s s") % {"name": name, "seconds": seconds}

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        students, each = cleaned.get("students"), cleaned.get("submissions")
        if students and each and students * each > MAX_SUBMISSIONS:
            text = gettext(
                "These are more than %(count)s submissions: use kriterion capacity on the server."
            )
            raise forms.ValidationError(text % {"count": number_format(MAX_SUBMISSIONS)})
        return cleaned

    def choose_service(self) -> ServiceTimes:
        """Return the durations that were chosen; the form is valid."""
        seconds = self.cleaned_data["seconds"]
        if seconds is not None:
            return from_mean(seconds)
        chosen = self._times.get(self.cleaned_data["duration"]) or self._times.get(_ALL)
        return chosen or next(iter(self._times.values()))


def make_initial(*, students: int, submissions: float, slots: int) -> dict[str, object]:
    """Return the values of a form that nobody has filled in."""
    return {
        "students": students,
        "submissions": round(submissions, 1),
        "window": DEFAULT_WINDOW_SECONDS / HOUR,
        "slots": slots,
        "target": TARGET_SECONDS,
    }
