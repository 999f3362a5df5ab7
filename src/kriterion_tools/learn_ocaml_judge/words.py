"""The words of the judge's own, in each language; what graders and compilers say stays as it is."""

from kriterion_tools.contracts.dodona_judge.texts import Phrase

REPORT = Phrase("Report", "Verslag")
POINT = Phrase("1 point", "1 punt")
POINTS = Phrase("{points} points", "{points} punten")
NOT_GRADED = Phrase("Nothing is graded here", "Hier wordt niets beoordeeld")

SEED = Phrase("Random seed: {seed}", "Startwaarde voor het toeval: {seed}")

REFUSED = Phrase("Your code was not accepted by the compiler", "De compiler aanvaardt je code niet")
RAISED = Phrase(
    "Your code ended with an exception while it was loaded",
    "Je code eindigde met een uitzondering terwijl ze geladen werd",
)
EXITED = Phrase("Your code ended the program", "Je code beëindigde het programma")
TOO_LONG = Phrase(
    "Your code did not end within the time limit", "Je code eindigde niet binnen de tijdslimiet"
)
TIME = Phrase(
    "Grading did not end within the time limit of {seconds} seconds",
    "De beoordeling eindigde niet binnen de tijdslimiet van {seconds} seconden",
)
BUSY_WITH = Phrase("It was busy with: {progress}", "Ze was bezig met: {progress}")
CRASHED = Phrase(
    "Your code crashed the program ({signal})", "Je code liet het programma crashen ({signal})"
)
NO_REPORT = Phrase(
    "The program ended before there was a report", "Het programma eindigde voor er een verslag was"
)
TOO_MUCH_MEMORY = Phrase("Your code used too much memory", "Je code gebruikte te veel geheugen")
TOO_MUCH_OUTPUT = Phrase("Your code printed too much", "Je code drukte te veel af")
PRINTED = Phrase("It printed:", "Afgedrukt werd:")
TESTS_ENDED = Phrase(
    "The tests cannot be run to their end with your code",
    "De tests kunnen met jouw code niet tot het einde uitgevoerd worden",
)
UNUSABLE = Phrase(
    "The judge does not work here: your code was not graded",
    "De judge werkt hier niet: je code werd niet beoordeeld",
)
TOGETHER = Phrase(
    "Tests and submission shared one process: {reason}",
    "Tests en inzending deelden één proces: {reason}",
)
SHARED_STATE = Phrase(
    "The submission can change state of the prelude that the solution uses: {reason}",
    "De inzending kan toestand van de prelude wijzigen die de oplossing gebruikt: {reason}",
)
FAULT = Phrase(
    "The exercise itself is at fault ({stage}): your code was not graded",
    "De oefening zelf is fout ({stage}): je code werd niet beoordeeld",
)


def told_points(points: int, language: str) -> str:
    """So many points, in words."""
    return POINT.told(language) if points == 1 else POINTS.told(language, points=points)
