"""Finding one's way in a course with many activities: folded series, a filter, what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.pages.user_progress import ActivityRow, SeriesProgress, is_to_do

LONG = 30  # activities; the series of longer courses are folded
_MAX_WORDS = 100  # characters


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseFinder:
    """The rows of each series that match a filter, by the series' id.

    `next` is the first activity that is to do, in `open_series`.
    """

    words: str
    only_to_do: bool
    rows: Mapping[int, Sequence[ActivityRow]]
    next: Activity | None
    next_query: str
    open_series: int

    @property
    def is_filtering(self) -> bool:
        return bool(self.words) or self.only_to_do

    @property
    def found(self) -> int:
        return sum(map(len, self.rows.values()))


def find_in_series(
    series: Sequence[SeriesProgress], given: Mapping[str, str]
) -> CourseFinder | None:
    """Filter the rows of a long course as a form asks for; None for other courses."""
    if sum(len(each.rows) for each in series) <= LONG:
        return None
    words = given.get("find", "").strip()[:_MAX_WORDS]
    only_to_do = given.get("show") == "todo"
    wanted = words.lower().split()
    current = next((each for each in series if each.next is not None), None)
    return CourseFinder(
        words=words,
        only_to_do=only_to_do,
        rows={
            each.series.pk: [
                row
                for row in each.rows
                if all(word in row.activity.search_text for word in wanted)
                and (is_to_do(row.state) or not only_to_do)
            ]
            for each in series
        },
        next=None if current is None else current.next,
        next_query="" if current is None else current.query,
        open_series=series[0].series.pk if current is None else current.series.pk,
    )
