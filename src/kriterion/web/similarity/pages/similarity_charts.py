"""Pictures of a comparison as numbers for SVG: a histogram, and clusters over time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log10

from kriterion.similarity.solution_clusters import find_clusters
from kriterion.web.similarity.models import SimilarPair
from kriterion.web.submissions.models import Submission

WIDTH = 600
_HISTOGRAM_HEIGHT = 120
_LANE = 34  # pixels of height of a cluster
_MAX_CLUSTERS = 12
_MAX_MEMBERS = 40  # of a cluster that are drawn and listed
_MARGIN = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class HistogramBar:
    """A bar; its height grows with the number of digits, so that single pairs are visible."""

    x: int
    y: int
    width: int
    height: int
    percent: int
    count: int
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterDot:
    """A submission of a cluster."""

    x: int
    y: int
    submission: Submission


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterLane:
    """A cluster: its dots by time, and arcs between those that are similar."""

    number: int
    y: int
    size: int
    dots: list[ClusterDot]
    arcs: list[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterPicture:
    """The largest clusters; `left_out` counts the others."""

    height: int
    lanes: list[ClusterLane]
    left_out: int
    first: datetime | None
    last: datetime | None


def draw_histogram(histogram: Sequence[int], threshold: int) -> list[HistogramBar]:
    """Return the bars; those from the threshold on are marked."""
    if not histogram:
        return []
    step = 100 // len(histogram)
    width = WIDTH // len(histogram)
    maximum = log10(max(*histogram, 1) + 1)
    bars = []
    for number, count in enumerate(histogram):
        height = round(log10(count + 1) / maximum * _HISTOGRAM_HEIGHT)
        bars.append(
            HistogramBar(
                x=number * width,
                y=_HISTOGRAM_HEIGHT - height,
                width=width - 2,
                height=height,
                percent=number * step,
                count=count,
                is_chosen=number * step >= threshold,
            )
        )
    return bars


def draw_clusters(pairs: Sequence[SimilarPair]) -> ClusterPicture:
    """Return the clusters that pairs connect, each in a lane of its own."""
    submissions = {each.pk: each for pair in pairs for each in (pair.left, pair.right)}
    edges = [(pair.left_id, pair.right_id) for pair in pairs]
    clusters = find_clusters(edges)
    drawn_clusters = clusters[:_MAX_CLUSTERS]
    moments = [submissions[pk].created_at for cluster in drawn_clusters for pk in cluster]
    first, last = (min(moments), max(moments)) if moments else (None, None)
    lanes = []
    for number, cluster in enumerate(drawn_clusters):
        y = number * _LANE + _LANE - 8
        members = sorted((submissions[pk] for pk in cluster), key=lambda each: each.created_at)
        dots = [
            ClusterDot(x=_compute_x(each.created_at, first, last), y=y, submission=each)
            for each in members[:_MAX_MEMBERS]
        ]
        lanes.append(
            ClusterLane(
                number=number + 1,
                y=y,
                size=len(cluster),
                dots=dots,
                arcs=list(_draw_arcs(dots, edges)),
            )
        )
    return ClusterPicture(
        height=len(drawn_clusters) * _LANE + 8,
        lanes=lanes,
        left_out=len(clusters) - len(drawn_clusters),
        first=first,
        last=last,
    )


def _compute_x(moment: datetime, first: datetime | None, last: datetime | None) -> int:
    assert first is not None and last is not None
    whole = (last - first).total_seconds()
    share = (moment - first).total_seconds() / whole if whole else 0.5
    return round(_MARGIN + share * (WIDTH - 2 * _MARGIN))


def _draw_arcs(dots: Sequence[ClusterDot], edges: Iterable[tuple[int, int]]) -> Iterable[str]:
    """Yield the path of each edge, as a flat arc above the dots."""
    places = {dot.submission.pk: dot for dot in dots}
    for left, right in edges:
        if left in places and right in places:
            one, other = places[left], places[right]
            top = one.y - _LANE + 14
            middle = (one.x + other.x) // 2
            yield f"M{one.x} {one.y}Q{middle} {top} {other.x} {other.y}"
