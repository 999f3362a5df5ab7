"""Texts in every language: the names of statuses, and what the host itself says in a judgement."""

from typing import NamedTuple

from kriterion_tools.contracts.dodona_judge.statuses import Status


class Phrase(NamedTuple):
    """A text in every language; what stands in braces is filled in."""

    en: str
    nl: str

    def told(self, language: str, **values: object) -> str:
        """The text in that language ("nl", "nl-BE"), in English when it is not one of ours."""
        text = self.nl if language.partition("-")[0].lower() == "nl" else self.en
        return text.format(**values)


# Source of the names: dodona-edu/dodona e7be6f0d2, config/locales/models/submission.
STATUS_NAMES = {
    Status.CORRECT: Phrase("Correct", "Correct"),
    Status.WRONG: Phrase("Wrong", "Fout"),
    Status.OUTPUT_LIMIT_EXCEEDED: Phrase("Output limit exceeded", "Uitvoerlimiet overschreden"),
    Status.RUNTIME_ERROR: Phrase("Runtime error", "Uitvoeringsfout"),
    Status.COMPILATION_ERROR: Phrase("Compilation error", "Compilatiefout"),
    Status.MEMORY_LIMIT_EXCEEDED: Phrase("Memory limit exceeded", "Geheugenlimiet overschreden"),
    Status.TIME_LIMIT_EXCEEDED: Phrase("Timeout", "Timeout"),
    Status.INTERNAL_ERROR: Phrase("Internal error", "Interne fout"),
    Status.QUEUED: Phrase("Queued...", "In de wachtrij..."),
    Status.RUNNING: Phrase("Running...", "Aan het uitvoeren..."),
    Status.UNKNOWN: Phrase("Unknown", "Onbekend"),
}

# To students
SCORE = Phrase("{points} of {possible} points", "{points} van de {possible} punten")
JUDGE_FAILED = Phrase(
    "The judge failed, your solution was not assessed.",
    "De judge heeft gefaald, je oplossing werd niet beoordeeld.",
)
TOO_MUCH_OUTPUT = Phrase(
    "Too much output was written, so the run was ended. What is shown may be incomplete.",
    "Er werd te veel uitvoer geschreven, dus werd de uitvoering gestopt. Wat hier staat kan"
    " onvolledig zijn.",
)

# To staff: why it is not the judge's verdict
EXITED = Phrase(
    "The judge ended with exit status {value}.", "De judge eindigde met exitstatus {value}."
)
ENDED_BY_HOST = Phrase("The run was ended.", "De uitvoering werd gestopt.")
LIMIT_HIT = Phrase("A limit was hit: {value}.", "Er werd een limiet bereikt: {value}.")
BREACHED = Phrase(
    "The judge wrote an object that its contract does not allow.",
    "De judge schreef een object dat zijn contract niet toelaat.",
)
BROKEN = Phrase(
    "The judge wrote an object that cannot be read, so a part of what it said is lost.",
    "De judge schreef een object dat niet gelezen kan worden, dus is een deel verloren.",
)
LEFT_OPEN = Phrase("The judgement was not closed.", "De beoordeling werd niet afgesloten.")
NOTHING_JUDGED = Phrase("The judge gave no judgement.", "De judge gaf geen beoordeling.")

# To staff: what is known
VIOLATIONS = Phrase(
    "What the judge should not have written:", "Wat de judge niet had mogen schrijven:"
)
ANNOTATIONS = Phrase("The judge's annotations:", "Annotaties van de judge:")
STANDARD_OUTPUT = Phrase("Standard output of the judge:", "Standaarduitvoer van de judge:")
STANDARD_ERROR = Phrase("Standard error of the judge:", "Foutuitvoer van de judge:")
TRUNCATED = Phrase("… (truncated)", "… (ingekort)")
