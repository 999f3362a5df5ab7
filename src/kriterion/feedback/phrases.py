"""The phrases of feedback; their translations are in locale/.

Where Dodona has a word for something, we use it: dodona-edu/dodona e7be6f0d2, config/locales.
"""

from kriterion_tools.contracts.dodona_judge.output_records import AnnotationSeverity
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType
from kriterion_tools.translation.translator import Phrase

# Feedback
FEEDBACK = Phrase("Feedback")
CORRECT = Phrase("Correct")
WRONG = Phrase("Wrong")
RUNNING = Phrase("Running")
NOT_ACCEPTED = Phrase("Not accepted")
NOT_JUDGED = Phrase("No tests were run.")
TESTS = Phrase("{correct} of {total} tests correct")
CORRECT_OF = Phrase("{correct}/{total} correct")
SECONDS = Phrase("{seconds} s")
MEMORY = Phrase("{mebibytes} MiB")
NOT_ENFORCED = Phrase("Not limited on this machine: {kinds}")
TABS = Phrase("Parts of the feedback")
FAILED = Phrase("failed tests")

# Tab
NEXT_FAILING = Phrase("Next failing")
SHOW_BLANKS = Phrase("Show blanks")
HIDE_CORRECT = Phrase("Hide correct tests")
SPLIT = Phrase("Split")
UNIFIED = Phrase("Unified")
DIFFERENCE_VIEW = Phrase("Differences")
CONTEXTS = Phrase("Tests of the tab “{tab}”")
CONTEXT_NUMBER = Phrase("Test {number}: {verdict}")

# Test
GOT = Phrase("got")
EXPECTED = Phrase("expected")
NOTHING = Phrase("nothing")
SAME_CAUSE = Phrase("{count} tests fail with this message.")
CAUSE_ELSEWHERE = Phrase("Same message as test {number}")
YOUR_OUTPUT = Phrase("Your output")
EXPECTED_OUTPUT = Phrase("Expected output")
NO_OUTPUT = Phrase("no output")
NO_NEWLINE = Phrase("no newline at the end")
EQUAL_LINES = Phrase("{count} equal line", "{count} equal lines")
CUT = Phrase(
    "Not everything is shown: your output has {generated} characters, {expected} were expected."
)
SHOWN_OF = Phrase("Only the first {shown} of {whole} characters are shown.")
ROWS = Phrase("Rows: {generated}, expected {expected}.")
COLUMNS = Phrase("Columns: {generated}, expected {expected}.")
ROWS_SHOWN = Phrase("Only the first {shown} rows are shown.")
LEFT_OUT = Phrase("There is too much feedback to show all of it: this part is left out.")
TOO_SLOW = Phrase("Shown as plain text: rendering this takes too long.")
CODE_UNCOLOURED = Phrase("Shown without colours: highlighting this code takes too long.")
CODE_LINES_LEFT_OUT = Phrase("Only the first {shown} of {whole} lines are shown.")
MORE_LINES = Phrase("{count} more")

# Context
DEBUG = Phrase("Debug")
STATEMENTS = Phrase("Statements")
STDIN = Phrase("Input")
FILE_ELSEWHERE = Phrase("The judge did not include this file.")

# Code
CODE = Phrase("Code")
ANNOTATIONS = Phrase("annotations")
MORE_ANNOTATIONS = Phrase("{count} more annotation", "{count} more annotations")
LINE = Phrase("Line {number}")
MORE_INFORMATION = Phrase("More information")
SOURCE_UNKNOWN = Phrase("The submitted code is not available here.")

# Roles
FOR_STAFF = Phrase("Only visible to staff")
FOR_ZEUS = Phrase("Only visible to administrators")
ON_THIS_MACHINE = Phrase("directly on {system}")
THIS_MACHINE = Phrase("this machine")
IN_IMAGE = Phrase("in the image {image}")
VIOLATIONS = Phrase("Errors in the judge's output: {count}")
RUN_VIOLATIONS = Phrase("Programs stopped by the sandbox: {count}")

# Grader's report
SUCCESS = Phrase("Success {points}")
PENALTY = Phrase("Penalty {points}")
FAILURE = Phrase("Failure")
WARNING = Phrase("Warning")
INFORMATIVE = Phrase("Info")
IMPORTANT = Phrase("Important")
POINTS = Phrase("{count} point", "{count} points")
REPORT_COMPLETE = Phrase("Complete: {points}")
REPORT_FAILED = Phrase("Something failed: {points}")
AT_LEAST = Phrase("at least {points}")
EMPTY_REPORT = Phrase("The report is empty.")
SEED = Phrase("Random seed {seed}")

# Analyzer's comments
COMMENTS = Phrase("Comments")
ADDRESS_FIRST = Phrase("Address the essential comments before going on.")
CONSIDER_FIRST = Phrase("The recommended improvements are worth a look before going on.")
COMMENTS_LEFT_OUT = Phrase("{count} more comment", "{count} more comments")
COMMENT_FAULTS = Phrase("Errors in these comments: {count}")
NO_COMMENTS_YET = Phrase("Comments follow once the judge accepts the solution.")
ANALYZER_FAILED = Phrase(
    "There are no comments: the analyzer failed. This is not the fault of your solution."
)
ANALYZER_TIMED_OUT = Phrase(
    "There are no comments: the analyzer timed out. This is not the fault of your solution."
)
NOTE = Phrase("Note")
CAUTION = Phrase("Caution")
ADVANCED = Phrase("Advanced")

# Logs of analyzers and representers
LOGS = Phrase("Logs")
ANALYZER = Phrase("Analyzer")
REPRESENTER = Phrase("Representer")
NO_LOGS = Phrase("No logs were written.")
TIMED_OUT = Phrase("timed out")
EXIT_STATUS = Phrase("exit status {number}")

# Live
TESTING = Phrase("testing")


SEVERITY_NAMES: dict[AnnotationSeverity, Phrase] = {
    AnnotationSeverity.ERROR: Phrase("Error"),
    AnnotationSeverity.WARNING: Phrase("Warning"),
    AnnotationSeverity.INFO: Phrase("Info"),
}

COMMENT_TYPE_NAMES: dict[CommentType, Phrase] = {
    CommentType.ESSENTIAL: Phrase("Essential"),
    CommentType.ACTIONABLE: Phrase("Recommended"),
    CommentType.INFORMATIVE: Phrase("Good to know"),
    CommentType.CELEBRATORY: Phrase("Well done"),
}

# How the run of an analyzer or a representer ended, by the value of its status.
TOOL_STATUS_NAMES: dict[str, Phrase] = {
    "completed": Phrase("completed"),
    "generated": Phrase("completed"),
    "no representation": Phrase("no representation"),
    "failed": Phrase("failed"),
    "skipped": Phrase("not run"),
}
