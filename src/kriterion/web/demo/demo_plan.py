"""The people and the content of the demo."""

from kriterion.web.accounts.models import Role
from kriterion.web.catalog.models import ActivityType

PASSWORD = "demo"  # noqa: S105 - everybody may know it
# User names with display names and roles.
LOG_INS = (
    ("emma", PASSWORD, "a student"),
    ("noor", PASSWORD, "a student whose pages are in Dutch"),
    ("teacher", PASSWORD, "teaches both courses"),
    ("administrator", PASSWORD, "may do everything"),
)

PEOPLE = (
    ("emma", "Emma", "Peeters", Role.STUDENT, "en"),
    ("noor", "Noor", "Willems", Role.STUDENT, "nl"),
    ("jonas", "Jonas", "Claes", Role.STUDENT, "en"),
    ("teacher", "Toon", "De Smet", Role.TEACHER, "en"),
    ("administrator", "Ada", "Maes", Role.ADMINISTRATOR, "en"),
)

Places = tuple[str, ...]

# The series of each course: name, days until the deadline, places of activities.
PYTHON = (
    ("Functions", -9, ("barcode", "reading-a-traceback")),
    ("Files and streams", 5, ("tides", "birds", "dice")),
    ("Objects", 19, ("darts",)),
)
OCAML = (
    ("Lessons and tutorials", None, (ActivityType.LESSON, ActivityType.TUTORIAL)),
    ("Basics", -2, ("basics",)),
    ("Lists", 6, ("lists",)),
    ("Types", 13, ("types",)),
    ("Effects and modules", 27, ("effects", "modules")),
    ("Playground", None, (ActivityType.PLAYGROUND,)),
)

# Submissions: user, exercise, file, days ago.
HANDED_IN = (
    ("emma", "barcode", "submissions/syntax-error.py", 12),
    ("emma", "barcode", "submissions/wrong-answer.py", 12),
    ("emma", "barcode", "solution/solution.py", 11),
    ("noor", "barcode", "submissions/exception.py", 11),
    ("noor", "barcode", "submissions/roundabout.py", 10),
    ("jonas", "barcode", "submissions/memory-hog.py", 10),
    ("emma", "basics/clock", ".submissions/never-midnight.ml", 4),
    ("emma", "basics/clock", "solution.ml", 4),
    ("emma", "tides", "submissions/wrong-answer.py", 3),
    ("noor", "tides", "submissions/too-much-output.py", 2),
    ("jonas", "dice", "submissions/wrong-answer.py", 2),
    ("jonas", "dice", "submissions/endless-loop.py", 1),
    ("noor", "types/tickets", ".submissions/missing-case.ml", 1),
    ("jonas", "lists/rain", "solution.ml", 1),
)

PRAISED = 2  # index of the submission whose class a teacher comments on
TEACHER = "teacher"  # whose comment it is
PRAISE = "`{name}` does one thing and can be tried by itself. That is what functions are for."
PRAISED_NAME = "check_digit"
