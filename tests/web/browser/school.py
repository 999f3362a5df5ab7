"""A small school whose exercises are judged for real, by fast and slow judges."""

import json
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Course, Listing, Membership, Series
from kriterion.web.repositories.models import Repository
from kriterion.web.tools.models import Tool, ToolState
from tests.places import open_content_to_all

EXAMPLES = Path(__file__).parents[3] / "examples"

# A judge that writes a test, then waits until a file named go-N is there; in a sandbox nobody can
# put one, so it waits for a time.
SLOW = """\
import json, sys, time
sys.stdin.read()
def say(**command):
    print(json.dumps(command), flush=True)
say(command="start-judgement")
say(command="start-tab", title="Slow")
for number in range(4):
    say(command="start-context", description=f"test {number}")
    say(command="start-testcase", description=f"f({number})")
    say(command="start-test", expected=str(number))
    time.sleep(PAUSE)
    say(command="close-test", generated=str(number), status={"enum": "correct"})
    say(command="close-testcase")
    say(command="close-context")
say(command="close-tab")
say(command="close-judgement")
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class School:
    """Ada takes a course of our Python examples; Root looks after the machine."""

    ada: User
    root: User
    course: Course
    series: Series
    barcode: Activity
    second: Activity


def make_school() -> School:
    ada = User.objects.create(username="ada", first_name="Ada")
    root = User.objects.create(username="root", role=Role.ADMINISTRATOR)
    repository = Repository.objects.create(name="examples", directory=str(EXAMPLES / "exercises"))
    fetch(repository)
    course = Course.objects.create(slug="python", name="Python")
    Membership.objects.create(user=ada, course=course)
    series = Series.objects.create(course=course, name="First steps", deadline=timezone.now())
    barcode = repository.activities.get(path="barcode")
    second = repository.activities.get(path="tides")
    for position, activity in enumerate((barcode, second)):
        Listing.objects.create(series=series, activity=activity, position=position)
    return School(ada=ada, root=root, course=course, series=series, barcode=barcode, second=second)


def add_slow_exercise(school: School, directory: Path, pause: float) -> Activity:
    """An exercise whose judge pauses so many seconds before each of its four results."""
    judge = directory / "judge"
    judge.mkdir()
    (judge / "config.json").write_text("{}")
    (judge / "run").write_text("#!/usr/bin/python3\n" + SLOW.replace("PAUSE", repr(pause)))
    (judge / "run").chmod(0o755)
    exercise = directory / "course" / "slow"
    (exercise / "description").mkdir(parents=True)
    (exercise / "config.json").write_text(
        json.dumps(
            {
                "description": {"names": {"en": "Patience", "nl": "Geduld"}},
                "programming_language": "python",
                "evaluation": {"handler": "slow", "time_limit": 300},
            }
        )
    )
    for language in ("en", "nl"):
        (exercise / "description" / f"description.{language}.md").write_text("Wait.\n")
    open_content_to_all(directory)
    Tool.objects.create(kind="judge", name="slow", directory=str(judge), state=ToolState.READY)
    repository = Repository.objects.create(name="slow", directory=str(directory / "course"))
    fetch(repository)
    activity = repository.activities.get()
    Listing.objects.create(series=school.series, activity=activity, position=5)
    return activity
