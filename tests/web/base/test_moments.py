"""When something was, in one unit."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from kriterion.web.base.templatetags.moments import ago, roughly_since


@pytest.mark.parametrize(
    ("since", "english", "dutch"),
    [
        (timedelta(seconds=5), "just now", "zonet"),
        (timedelta(days=3, hours=4), "3\xa0days ago", "3\xa0dagen geleden"),
        (timedelta(weeks=1, days=4), "1\xa0week ago", "1\xa0week geleden"),
    ],
)
def test_elapsed_time_is_shown_in_its_largest_unit(
    since: timedelta, english: str, dutch: str
) -> None:
    moment = timezone.now() - since
    for language, expected in (("en", english), ("nl", dutch)):
        with translation.override(language):
            assert ago(moment) == expected


def test_lateness_is_shown_in_its_largest_unit() -> None:
    assert roughly_since(timezone.now() - timedelta(days=1, hours=18)) == "1\xa0day"


def test_lateness_of_seconds_is_not_said_to_be_none() -> None:
    moment = timezone.now() - timedelta(seconds=1)
    for language, expected in (("en", "less than a minute"), ("nl", "minder dan een minuut")):
        with translation.override(language):
            assert roughly_since(moment) == expected
