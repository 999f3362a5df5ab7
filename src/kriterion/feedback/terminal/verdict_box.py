"""Renders the verdict for a terminal: status, counts and measurements in a box."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback import phrases, verdict
from kriterion.feedback.viewer import Viewer
from kriterion.markup.message_text import make_safe


def render_verdict_box(judge: JudgeRecord | None, viewer: Viewer) -> RenderableType:
    """Render the verdict. `judge` must already be filtered for the viewer."""
    if judge is None:
        return Text(viewer.translate(phrases.NOT_JUDGED), style="dim")
    style = "green" if judge.accepted else "red"
    icon = verdict.choose_icon(judge).character
    lines = [Text(f"{icon} {verdict.write_headline(judge, viewer)}", style=f"bold {style}")]
    summary = verdict.write_summary(judge, viewer)
    if summary:
        lines.append(Text(make_safe(summary)))
    facts = " · ".join(verdict.list_facts(judge, viewer))
    if facts:
        lines.append(Text(make_safe(facts), style="dim"))
    return Panel(Group(*lines), border_style=style)
