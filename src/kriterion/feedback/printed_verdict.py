"""The end of feedback on a terminal: status, counts and measures in a box."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from kriterion.assessment.record import JudgeRecord
from kriterion.feedback import icons, phrases, verdict
from kriterion.feedback.reader import Reader
from kriterion.markup.terminal import safe
from kriterion.markup.visible import shorten

_MAXIMUM_VIOLATIONS = 5
_MAXIMUM_EXCERPT = 200


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
    return Panel(Group(*lines, *_violations(judge, reader)), border_style=style)


def _violations(judge: JudgeRecord, reader: Reader) -> list[Text]:
    found = verdict.violations(judge, reader)
    if not found:
        return []
    title = reader.told(phrases.VIOLATIONS, count=len(found))
    lines = [Text(f"{icons.EYE.character} {title}", style="magenta")]
    for one in found[:_MAXIMUM_VIOLATIONS]:
        lines.append(Text(safe(f"  {one.document} {one.where}: {one.what}")))
        if one.excerpt:
            lines.append(Text(safe(f"    {shorten(one.excerpt, _MAXIMUM_EXCERPT)}"), style="dim"))
    if len(found) > _MAXIMUM_VIOLATIONS:
        more = reader.told(phrases.MORE_LINES, count=len(found) - _MAXIMUM_VIOLATIONS)
        lines.append(Text(f"  ⋯ {more}", style="dim"))
    return lines
