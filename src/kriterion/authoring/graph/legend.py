"""The legend of the picture: colours of groups and meanings of lines."""

from kriterion.authoring.graph.diagram import Diagram, SkillPill
from kriterion.authoring.graph.diagram_layout import Layout
from kriterion.authoring.graph.label_text import break_lines, escape_xml, measure_text

_LINE = 24.0
_SIGN = 34.0  # width of a sign with its margin
_LETTER = 6.7
_ROOM = 22.0  # between entries
_LONGEST = 40  # letters of a group's title

_SWATCH = '<rect x="4" y="-8" width="22" height="15" rx="4"/>'


def draw_legend(diagram: Diagram, layout: Layout, width: float) -> tuple[str, float]:
    """Return the legend as SVG in lines of this width, and its height."""
    drawn = []
    x, y = 0.0, 0.0
    for sign, meaning in _list_entries(diagram, layout):
        room = _SIGN + measure_text(meaning) * _LETTER
        if x and x + room > width:
            x, y = 0.0, y + _LINE
        drawn.append(
            f'<g class="legend" transform="translate({x:g} {y + 10:g})">{sign}'
            f'<text x="{_SIGN:g}" y="4">{escape_xml(meaning)}</text></g>'
        )
        x += room + _ROOM
    return "".join(drawn), y + 2 * _LINE if drawn else 0.0


def _list_entries(diagram: Diagram, layout: Layout) -> list[tuple[str, str]]:
    """Return signs and meanings of what this picture contains."""
    entries = [
        (f'<g class="g{number}">{_SWATCH}</g>', break_lines(title, _LONGEST)[0])
        for number, title in enumerate(diagram.groups)
    ]
    skills = {place for place, node in enumerate(diagram.nodes) if isinstance(node, SkillPill)}
    if any(skills.isdisjoint((arrow.first, arrow.then)) for arrow in diagram.arrows):
        entries.append(
            (
                _draw_line("link", ' marker-end="url(#head)"'),
                "comes before, according to its author",
            )
        )
    if skills:
        entries.append((_draw_line("skill", ""), "trains a skill, or requires it"))
    if any(curve.back for curve in layout.curves):
        entries.append((_draw_line("link back", ' marker-end="url(#head)"'), "closes a cycle"))
    return entries


def _draw_line(kind: str, marker: str) -> str:
    return f'<path class="{kind}" d="M2 0H27"{marker}/>'
