"""The course whose submissions are re-judged."""

import pytest

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course
from tests.web.rejudging.rejudging_trial import make_course


@pytest.fixture
def course(exercise: Activity) -> Course:
    return make_course(exercise)


@pytest.fixture
def tina(course: Course) -> User:
    return User.objects.get(username="tina")
