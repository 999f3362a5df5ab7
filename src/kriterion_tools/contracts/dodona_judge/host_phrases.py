"""The host's phrases in a judgement: names of statuses, and messages to students and staff."""

from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.translation.translator import Phrase


def name_status(status: Status) -> Phrase:
    """Return the name of a status.

    Source: dodona-edu/dodona e7be6f0d2, config/locales/models/submission.
    """
    match status:  # the type checker refuses a status without a name
        case Status.CORRECT:
            return Phrase("Correct")
        case Status.WRONG:
            return Phrase("Wrong")
        case Status.OUTPUT_LIMIT_EXCEEDED:
            return Phrase("Output limit exceeded")
        case Status.RUNTIME_ERROR:
            return Phrase("Runtime error")
        case Status.COMPILATION_ERROR:
            return Phrase("Compilation error")
        case Status.MEMORY_LIMIT_EXCEEDED:
            return Phrase("Memory limit exceeded")
        case Status.TIME_LIMIT_EXCEEDED:
            return Phrase("Timeout")
        case Status.INTERNAL_ERROR:
            return Phrase("Internal error")
        case Status.QUEUED:
            return Phrase("Queued...")
        case Status.RUNNING:
            return Phrase("Running...")
        case Status.UNKNOWN:
            return Phrase("Unknown")


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
