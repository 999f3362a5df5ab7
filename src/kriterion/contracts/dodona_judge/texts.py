"""What the host itself says in a judgement: to students when a run was ended, to staff why."""

from typing import NamedTuple

from kriterion.contracts.dodona_judge.statuses import Status


class Text(NamedTuple):
    """A text in every language; what stands in braces is filled in."""

    en: str
    nl: str

    def told(self, language: str, **values: object) -> str:
        """The text in that language ("nl", "nl-BE"), in English when it is not one of ours."""
        text = self.nl if language.partition("-")[0].lower() == "nl" else self.en
        return text.format(**values)


# Source of the names of statuses: dodona-edu/dodona e7be6f0d2, config/locales/models/submission.
STATUS_NAMES = {
    Status.CORRECT: Text("Correct", "Correct"),
    Status.TIME_LIMIT_EXCEEDED: Text("Timeout", "Timeout"),
    Status.MEMORY_LIMIT_EXCEEDED: Text("Memory limit exceeded", "Geheugenlimiet overschreden"),
    Status.OUTPUT_LIMIT_EXCEEDED: Text("Output limit exceeded", "Uitvoerlimiet overschreden"),
    Status.INTERNAL_ERROR: Text(
        "The judge failed, your solution was not assessed.",
        "De judge heeft gefaald, je oplossing werd niet beoordeeld.",
    ),
}

# To students
TOO_MUCH_OUTPUT = Text(
    "Too much output was written, so the run was ended. What is shown may be incomplete.",
    "Er werd te veel uitvoer geschreven, dus werd de uitvoering gestopt. Wat hier staat kan"
    " onvolledig zijn.",
)

# To staff: why it is not the judge's verdict
EXITED = Text(
    "The judge ended with exit status {value}.", "De judge eindigde met exitstatus {value}."
)
ENDED_BY_HOST = Text("The run was ended.", "De uitvoering werd gestopt.")
LIMIT_HIT = Text("A limit was hit: {value}.", "Er werd een limiet bereikt: {value}.")
BREACHED = Text(
    "The judge wrote an object that its contract does not allow.",
    "De judge schreef een object dat zijn contract niet toelaat.",
)
LEFT_OPEN = Text("The judgement was not closed.", "De beoordeling werd niet afgesloten.")
NOTHING_JUDGED = Text("The judge gave no judgement.", "De judge gaf geen beoordeling.")

# To staff: what is known
VIOLATIONS = Text(
    "What the judge should not have written:", "Wat de judge niet had mogen schrijven:"
)
ANNOTATIONS = Text("The judge's annotations:", "Annotaties van de judge:")
STANDARD_OUTPUT = Text("Standard output of the judge:", "Standaarduitvoer van de judge:")
STANDARD_ERROR = Text("Standard error of the judge:", "Foutuitvoer van de judge:")
TRUNCATED = Text("… (truncated)", "… (ingekort)")
