"""The phrases of the judge itself. What graders and compilers write is not translated."""

from kriterion_tools.translation.translator import Phrase

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
