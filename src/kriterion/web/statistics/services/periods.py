"""Counts by day become counts by week when there are too many days to look at."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

MAX_DAYS: Final = 62


def choose_step(days: Iterable[date]) -> int:
    """Return 1 to count by day, or 7 to count by week."""
    days = list(days)
    return 7 if days and (max(days) - min(days)).days >= MAX_DAYS else 1


def list_periods(days: Iterable[date], step: int) -> list[date]:
    """Return the first day of every period from the first day to the last, without gaps."""
    days = list(days)
    if not days:
        return []
    begin, end = find_period(min(days), step), max(days)
    return [begin + timedelta(number) for number in range(0, (end - begin).days + 1, step)]


def find_period(day: date, step: int) -> date:
    """Return the first day of the week or, if `step` is not 7, the day itself."""
    return day - timedelta(day.weekday()) if step == 7 else day


def count_until(days: Mapping[date, int], periods: Iterable[date], step: int) -> list[int]:
    """Return for each period the cumulative count at its end."""
    by_period: Counter[date] = Counter()
    for day, count in days.items():
        by_period[find_period(day, step)] += count
    total = 0
    totals = []
    for period in periods:
        total += by_period[period]
        totals.append(total)
    return totals
