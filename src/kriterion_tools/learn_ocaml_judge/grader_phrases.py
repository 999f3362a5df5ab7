"""The phrases of the judge itself. What graders and compilers write is not translated."""

from kriterion_tools.translation.translator import Phrase

# What a grader writes about a call that was stopped, which is the only part of a report that is
# translated: `explain` in grader/call.ml, and grader/stopped_calls.ml.
MORE_THAN_A_SECOND = Phrase("it takes more than a second")
MORE_SECONDS = Phrase("it takes more than {seconds} seconds")
MORE_OUTPUT = Phrase("it prints more than {bytes} bytes")
MEMORY = Phrase("it uses too much memory")
CALLS_EXIT = Phrase("it calls exit")
TOO_LARGE = Phrase("its value is too large to be compared")
TOO_DEEP = Phrase("stack overflow: it calls itself too deeply, maybe endlessly")
CALL_STOPPED = Phrase("This call did not finish")
REFERENCE_STOPPED = Phrase("This cannot be checked because the reference did not finish")

REPORT = Phrase("Report")
POINTS = Phrase("{count} point", "{count} points")
NOT_GRADED = Phrase("This exercise gives no points")

SEED = Phrase("Random seed: {seed}")

REFUSED = Phrase("Your code was not accepted by the compiler")
RAISED = Phrase("Your code ended with an exception while it was loaded")
EXITED = Phrase("Your code ended the program")
TOO_LONG = Phrase("Your code did not end within the time limit")
TIME = Phrase("Grading did not end within the time limit of {seconds} seconds")
BUSY_WITH = Phrase("It was working on: {progress}")
CRASHED = Phrase("Your code crashed the program ({signal})")
NO_REPORT = Phrase("The program ended without a report")
TOO_MUCH_MEMORY = Phrase("Your code used too much memory")
TOO_MUCH_OUTPUT = Phrase("Your code printed too much")
PRINTED = Phrase("It printed:")
TESTS_ENDED = Phrase("The tests could not finish with your code")
UNUSABLE = Phrase("The judge does not work here: your code was not graded")
TOGETHER = Phrase("Tests and submission shared one process: {reason}")
SHARED_STATE = Phrase(
    "The submission can change state of the prelude that the solution uses: {reason}"
)
FAULT = Phrase("The exercise has a mistake ({stage}): your code was not graded")
