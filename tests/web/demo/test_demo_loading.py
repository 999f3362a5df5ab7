"""The demo's comment on a class of solutions."""

import pytest

from kriterion.web.demo.demo_loading import comment_on_praised_class
from kriterion.web.submissions.models import ClassComment

pytestmark = pytest.mark.django_db


def test_a_demo_whose_submissions_were_removed_starts_without_the_comment() -> None:
    comment_on_praised_class()
    assert not ClassComment.objects.exists()
