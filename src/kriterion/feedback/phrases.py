"""Every text of our own around feedback, in each language: one table.

Source of the words that Dodona uses too: dodona-edu/dodona e7be6f0d2,
config/locales.
"""

from kriterion_tools.contracts.dodona_judge.output import Severity
from kriterion_tools.contracts.dodona_judge.texts import Phrase
from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType

# Feedback
FEEDBACK = Phrase("Feedback", "Feedback op je oplossing")
CORRECT = Phrase("Correct", "Correct")
WRONG = Phrase("Wrong", "Fout")
RUNNING = Phrase("Running", "Bezig")
NOT_ACCEPTED = Phrase("Not accepted", "Niet aanvaard")
NOT_JUDGED = Phrase("No tests were run.", "Er zijn geen tests uitgevoerd.")
TESTS = Phrase("{correct} of {total} tests correct", "{correct} van {total} testen correct")
CORRECT_OF = Phrase("{correct}/{total} correct", "{correct}/{total} correct")
SECONDS = Phrase("{seconds} s", "{seconds} s")
MEMORY = Phrase("{mebibytes} MiB", "{mebibytes} MiB")
NOT_ENFORCED = Phrase(
    "Not limited on this machine: {kinds}", "Niet begrensd op deze machine: {kinds}"
)
TABS = Phrase("Parts of the feedback", "Onderdelen van de feedback")
FAILED = Phrase("failed", "gefaald")

# Tab
NEXT_FAILING = Phrase("Next failing", "Volgende fout")
SHOW_BLANKS = Phrase("Show blanks", "Toon witruimte")
HIDE_CORRECT = Phrase("Hide correct tests", "Verberg correcte testen")
SPLIT = Phrase("Split", "Naast elkaar")
UNIFIED = Phrase("Unified", "Onder elkaar")
DIFFERENCE_VIEW = Phrase("Differences", "Verschillen")
CONTEXTS = Phrase("Tests of this tab", "Testen van deze tab")
CONTEXT_NUMBER = Phrase("Test {number}: {verdict}", "Test {number}: {verdict}")

# Test
YOUR_OUTPUT = Phrase("Your output", "Jouw uitvoer")
EXPECTED_OUTPUT = Phrase("Expected output", "Verwachte uitvoer")
NO_OUTPUT = Phrase("no output", "geen uitvoer")
NO_NEWLINE = Phrase("no newline at the end", "geen newline op het einde")
EQUAL_LINES = Phrase("{count} equal lines", "{count} gelijke regels")
CUT = Phrase(
    "Not everything is shown: your output has {generated} characters, {expected} were expected.",
    "Niet alles wordt getoond: jouw uitvoer telt {generated} tekens, {expected} werden verwacht.",
)
SHOWN_OF = Phrase(
    "Only the first {shown} of {whole} characters are shown.",
    "Alleen de eerste {shown} van {whole} tekens worden getoond.",
)
ROWS = Phrase("Rows: {generated}, expected {expected}.", "Rijen: {generated}, verwacht {expected}.")
COLUMNS = Phrase(
    "Columns: {generated}, expected {expected}.", "Kolommen: {generated}, verwacht {expected}."
)
ROWS_SHOWN = Phrase(
    "Only the first {shown} rows are shown.", "Alleen de eerste {shown} rijen worden getoond."
)
LEFT_OUT = Phrase(
    "There is too much feedback to show all of it; this part is left out.",
    "Er is te veel feedback om alles te tonen; dit deel is weggelaten.",
)
TOO_SLOW = Phrase(
    "Shown as plain text: rendering this takes too long.",
    "Als gewone tekst getoond: dit opmaken duurt te lang.",
)
CODE_UNCOLOURED = Phrase(
    "Shown without colours: highlighting this code takes too long.",
    "Zonder kleuren getoond: deze code kleuren duurt te lang.",
)
CODE_LINES_LEFT_OUT = Phrase(
    "Only the first {shown} of {whole} lines are shown.",
    "Alleen de eerste {shown} van {whole} regels worden getoond.",
)
MORE_LINES = Phrase("{count} more", "nog {count}")

# Context
DEBUG = Phrase("Debug", "Debuggen")
STATEMENTS = Phrase("Statements", "Statements")
STDIN = Phrase("Input", "Invoer")
FILE_ELSEWHERE = Phrase("The judge keeps this file.", "De judge bewaart dit bestand.")

# Code
CODE = Phrase("Code", "Code")
ANNOTATIONS = Phrase("annotations", "opmerkingen")
MORE_ANNOTATIONS = Phrase("{count} more annotations", "nog {count} opmerkingen")
LINE = Phrase("Line {number}", "Regel {number}")
MORE_INFORMATION = Phrase("More information", "Meer informatie")
SOURCE_UNKNOWN = Phrase(
    "The submitted code is not known here.", "De ingediende code is hier niet bekend."
)

# Roles
FOR_STAFF = Phrase("Only visible to staff", "Alleen zichtbaar voor lesgevers")
FOR_ZEUS = Phrase("Only visible to administrators", "Alleen zichtbaar voor beheerders")
ON_THIS_MACHINE = Phrase("on {system} as it is", "op {system} zoals het is")
THIS_MACHINE = Phrase("this machine", "deze machine")
IN_IMAGE = Phrase("in the image {image}", "in de image {image}")
VIOLATIONS = Phrase(
    "Faults in what the judge wrote: {count}", "Fouten in wat de judge schreef: {count}"
)
RUN_VIOLATIONS = Phrase(
    "Programs stopped by the sandbox: {count}", "Programma's gestopt door de sandbox: {count}"
)

# Grader's report
SUCCESS = Phrase("Success {points}", "Gelukt {points}")
PENALTY = Phrase("Penalty {points}", "Aftrek {points}")
FAILURE = Phrase("Failure", "Mislukt")
WARNING = Phrase("Warning", "Waarschuwing")
INFORMATIVE = Phrase("Info", "Info")
IMPORTANT = Phrase("Important", "Belangrijk")
ONE_POINT = Phrase("{points} point", "{points} punt")
SOME_POINTS = Phrase("{points} points", "{points} punten")
REPORT_COMPLETE = Phrase("Complete: {points}", "Volledig: {points}")
REPORT_FAILED = Phrase("Something failed: {points}", "Er is iets mislukt: {points}")
AT_LEAST = Phrase("at least {points}", "minstens {points}")
EMPTY_REPORT = Phrase("The report is empty.", "Het verslag is leeg.")
SEED = Phrase("Random seed {seed}", "Startwaarde voor het toeval: {seed}")

# Analyzer's comments
COMMENTS = Phrase("Comments", "Opmerkingen")
ADDRESS_FIRST = Phrase(
    "Address the essential comments before going on.",
    "Verwerk de essentiële opmerkingen voor je verdergaat.",
)
CONSIDER_FIRST = Phrase(
    "The recommended improvements are worth a look before going on.",
    "De aanbevolen verbeteringen zijn het bekijken waard voor je verdergaat.",
)
COMMENTS_LEFT_OUT = Phrase("{count} more comments", "nog {count} opmerkingen")
COMMENT_FAULTS = Phrase("Faults in these comments: {count}", "Fouten in deze opmerkingen: {count}")
NO_COMMENTS_YET = Phrase(
    "Comments follow once the judge accepts the solution.",
    "Opmerkingen volgen zodra de judge de oplossing aanvaardt.",
)
ANALYZER_FAILED = Phrase(
    "There are no comments: the analyzer failed. The solution is not to blame for it.",
    "Er zijn geen opmerkingen: de analyzer heeft gefaald. Dat ligt niet aan de oplossing.",
)
ANALYZER_TIMED_OUT = Phrase(
    "There are no comments: the analyzer timed out. The solution is not to blame for it.",
    "Er zijn geen opmerkingen: de analyzer overschreed zijn tijdslimiet."
    " Dat ligt niet aan de oplossing.",
)
NOTE = Phrase("Note", "Ter info")
CAUTION = Phrase("Caution", "Let op")
ADVANCED = Phrase("Advanced", "Gevorderd")

# Logs of analyzers and representers
LOGS = Phrase("Logs", "Logboeken")
ANALYZER = Phrase("Analyzer", "Analyzer")
REPRESENTER = Phrase("Representer", "Representer")
NO_LOGS = Phrase("It wrote no logs.", "Er werd geen logboek geschreven.")
TIMED_OUT = Phrase("timed out", "tijdslimiet overschreden")
EXIT_STATUS = Phrase("exit status {number}", "exitstatus {number}")

# Live
TESTING = Phrase("testing", "bezig met testen")


SEVERITY_NAMES: dict[Severity, Phrase] = {
    Severity.ERROR: Phrase("Error", "Fout"),
    Severity.WARNING: Phrase("Warning", "Waarschuwing"),
    Severity.INFO: Phrase("Info", "Info"),
}

COMMENT_TYPE_NAMES: dict[CommentType, Phrase] = {
    CommentType.ESSENTIAL: Phrase("Essential", "Essentieel"),
    CommentType.ACTIONABLE: Phrase("Recommended", "Aanbevolen"),
    CommentType.INFORMATIVE: Phrase("Good to know", "Goed om te weten"),
    CommentType.CELEBRATORY: Phrase("Well done", "Goed gedaan"),
}

# What became of an analyzer's or a representer's run, by the words of their statuses.
TOOL_STATUS_NAMES: dict[str, Phrase] = {
    "completed": Phrase("completed", "voltooid"),
    "generated": Phrase("completed", "voltooid"),
    "no representation": Phrase("no representation", "geen representatie"),
    "failed": Phrase("failed", "mislukt"),
    "skipped": Phrase("not run", "niet uitgevoerd"),
}
