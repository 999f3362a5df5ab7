"""The host's phrases in a judgement: names of statuses, and messages to students and staff."""

from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.translation.translator import Phrase

# Source of the names: dodona-edu/dodona e7be6f0d2, config/locales/models/submission.
STATUS_NAMES = {
    Status.CORRECT: Phrase("Correct"),
    Status.WRONG: Phrase("Wrong"),
    Status.OUTPUT_LIMIT_EXCEEDED: Phrase("Output limit exceeded"),
    Status.RUNTIME_ERROR: Phrase("Runtime error"),
    Status.COMPILATION_ERROR: Phrase("Compilation error"),
    Status.MEMORY_LIMIT_EXCEEDED: Phrase("Memory limit exceeded"),
    Status.TIME_LIMIT_EXCEEDED: Phrase("Timeout"),
    Status.INTERNAL_ERROR: Phrase("Internal error"),
    Status.QUEUED: Phrase("Queued..."),
    Status.RUNNING: Phrase("Running..."),
    Status.UNKNOWN: Phrase("Unknown"),
}

# To students
SCORE = Phrase("{points} of {possible} points")
JUDGE_FAILED = Phrase("The judge failed, your solution was not assessed.")
TOO_MUCH_OUTPUT = Phrase(
    "Too much output was written, so the run was ended. What is shown may be incomplete."
)

# To staff: why the judge's verdict does not count
EXITED = Phrase("The judge ended with exit status {value}.")
ENDED_BY_HOST = Phrase("The run was ended.")
LIMIT_HIT = Phrase("A limit was hit: {value}.")
BREACHED = Phrase("The judge wrote an object that its contract does not allow.")
BROKEN = Phrase("The judge wrote an object that cannot be read, so a part of what it said is lost.")
LEFT_OPEN = Phrase("The judgement was not closed.")
NOTHING_JUDGED = Phrase("The judge gave no judgement.")

# To staff: known facts
VIOLATIONS = Phrase("What the judge should not have written:")
ANNOTATIONS = Phrase("The judge's annotations:")
STANDARD_OUTPUT = Phrase("Standard output of the judge:")
STANDARD_ERROR = Phrase("Standard error of the judge:")
TRUNCATED = Phrase("… (truncated)")
