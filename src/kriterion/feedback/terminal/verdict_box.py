"""The end of feedback on a terminal: status, counts and measures in a box."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from kriterion.assessment.record import JudgeRecord
from kriterion.feedback import phrases, verdict
from kriterion.feedback.viewer import Reader
from kriterion.markup.message_text import safe


def printed_verdict(judge: JudgeRecord | None, reader: Reader) -> RenderableType:
    """What became of the submission; `judge.feedback` is what the reader may see."""
    if judge is None:
        return Text(reader.told(phrases.NOT_JUDGED), style="dim")
    style = "green" if judge.accepted else "red"
    icon = verdict.icon(judge).character
    lines = [Text(f"{icon} {verdict.headline(judge, reader)}", style=f"bold {style}")]
    said = verdict.summary(judge, reader)
    if said:
        lines.append(Text(safe(said)))
    facts = " · ".join(verdict.facts(judge, reader))
    if facts:
        lines.append(Text(safe(facts), style="dim"))
    return Panel(Group(*lines), border_style=style)
