"""Forms of reviews: a review, an item of the rubric, a request for a second look."""

from collections.abc import Collection
from decimal import Decimal
from typing import ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.models import Course
from kriterion.web.review.models import Review, RubricItem
from kriterion.web.review.services.reviewing import MAX_COMMENT
from kriterion.web.review.services.rubrics import find_given_points


class _PointsField(forms.DecimalField):
    """A draft may lack the points, a complete review may not, so they are not called optional."""

    is_needed_later = True


class ReviewForm(forms.Form):
    """A comment, and the points for each item of the rubric; `seen` is the revision shown."""

    comment = forms.CharField(
        required=False,
        label=_("Comment"),
        max_length=MAX_COMMENT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("You can use Markdown."),
    )
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, items: Collection[RubricItem], review: Review | None, data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self._items = list(items)
        given = {} if review is None else dict(review.scores.values_list("item", "points"))
        for item in self._items:
            self.fields[f"item-{item.pk}"] = _PointsField(
                required=False,
                min_value=0,
                max_value=item.points,
                max_digits=6,
                decimal_places=2,
                label=_("%(name)s (of %(points)s)") % _describe(item),
                help_text=item.description,
                initial=given.get(item.pk),
            )
        self.order_fields([*(f"item-{item.pk}" for item in self._items), "comment", "seen"])
        self.initial["comment"] = "" if review is None else review.comment
        self.initial["seen"] = 0 if review is None else review.revision

    @property
    def scores(self) -> dict[int, Decimal]:
        """Return the points of each item that has some."""
        values = {item.pk: self.cleaned_data[f"item-{item.pk}"] for item in self._items}
        return {item: points for item, points in values.items() if points is not None}

    @property
    def is_whole(self) -> bool:
        """Whether every item has points."""
        return len(self.scores) == len(self._items)


class RubricItemForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """An item, and the exercises that it applies to."""

    points = forms.DecimalField(
        label=_("Maximum points"), min_value=Decimal("0.01"), max_digits=6, decimal_places=2
    )

    class Meta:
        model = RubricItem
        fields = ("name", "points", "series", "activity", "description")
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name"),
            "series": _("Applies in"),
            "activity": _("Applies to"),
            "description": _("Explanation"),
        }

    def __init__(
        self, course: Course, data: QueryDict | None = None, *, instance: RubricItem | None = None
    ) -> None:
        super().__init__(data, instance=instance)
        series, activity = self.fields["series"], self.fields["activity"]
        assert isinstance(series, forms.ModelChoiceField)
        assert isinstance(activity, forms.ModelChoiceField)
        series.queryset = course.series.order_by("position", "pk")
        series.empty_label = gettext("The whole course")
        activity.queryset = (
            Activity.objects.filter(series__course=course, type=ActivityType.EXERCISE)
            .select_related("repository")
            .distinct()
            .order_by("path")
        )
        activity.empty_label = gettext("Every exercise")

    def clean_points(self) -> Decimal:
        """Refuse fewer points than a review already gave."""
        points: Decimal = self.cleaned_data["points"]
        if self.instance.pk is not None:
            most = find_given_points([self.instance]).get(self.instance.pk)
            if isinstance(most, Decimal) and most > points:
                raise forms.ValidationError(
                    gettext("A review gives %(points)s points for it.")
                    % {"points": f"{most.normalize():f}"}
                )
        return points


class SecondLookForm(forms.Form):
    reason = forms.CharField(
        label=_("What should be looked at again?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def _describe(item: RubricItem) -> dict[str, object]:
    return {"name": item.name, "points": f"{item.points.normalize():f}"}
