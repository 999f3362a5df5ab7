"""Draw the picture's arrows, exercises and skills, for any page with the stylesheet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.diagram_layout import Layout
from kriterion.authoring.graph.label_text import break_lines, escape_xml, format_difficulty
from kriterion.authoring.graph.shapes import Curve, NodePlace

ARROWHEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto-start-reverse"><path d="M0 0.5L8 4L0 7.5z"/></marker>'
)
_TITLE_LETTERS = 25

# Returns the address to which an exercise links, None for no link.
Address = Callable[[str], str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxStyle:
    """The state of a box: its class, a sign before its title, and the sign's meaning."""

    kind: str
    sign: str = ""
    meaning: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """Texts about arrows and boxes, in the viewer's language."""

    trains: str = "trains {skills}"
    requires: str = "requires {skills}"
    one_trains: str = "{one} trains {skill}"
    one_requires: str = "{one} requires {skill}"
    one_before: str = "{one} comes before {other}"


def draw_nodes(
    diagram: Diagram,
    layout: Layout,
    *,
    address: Address,
    look: Callable[[ExerciseBox], BoxStyle],
    words: Words = Words(),
) -> Iterator[str]:
    """Yield the nodes, then the arrows; needs `ARROWHEAD` among the definitions."""
    for curve in layout.curves:
        yield _draw_curve(diagram, curve, words)
    for number, node in enumerate(diagram.nodes):
        if isinstance(node, ExerciseBox):
            yield _draw_exercise(node, layout.places[number], address(node.id), look(node), words)
        else:
            yield _draw_skill(node, layout.places[number])


def _draw_curve(diagram: Diagram, curve: Curve, words: Words) -> str:
    first, then = diagram.nodes[curve.first], diagram.nodes[curve.then]
    kind = "skill" if isinstance(first, SkillPill) or isinstance(then, SkillPill) else "link"
    head = "" if isinstance(then, SkillPill) else "start" if curve.back else "end"
    path = f"M{_format_point(curve.start)}" + "".join(
        f"C{' '.join(map(_format_point, piece))}" for piece in curve.pieces
    )
    marker = f' marker-{head}="url(#head)"' if head else ""
    back = " back" if curve.back else ""
    return (
        f'<path class="{kind}{back}" d="{path}"{marker}>'
        f"<title>{escape_xml(_describe_arrow(first, then, words))}</title></path>\n"
    )


def _describe_arrow(
    first: ExerciseBox | SkillPill, then: ExerciseBox | SkillPill, words: Words
) -> str:
    match first, then:
        case ExerciseBox(), SkillPill():
            return words.one_trains.format(one=first.title, skill=then.skill)
        case SkillPill(), ExerciseBox():
            return words.one_requires.format(one=then.title, skill=first.skill)
        case ExerciseBox(), ExerciseBox():
            return words.one_before.format(one=first.title, other=then.title)
    raise TypeError(first, then)


def _draw_exercise(
    box: ExerciseBox, place: NodePlace, address: str | None, look: BoxStyle, words: Words
) -> str:
    lines = break_lines(f"{look.sign} {box.title}".strip(), _TITLE_LETTERS, lines=2)
    difficulty = format_difficulty(box.stars)
    first = place.y + 5 - 7.5 * (len(lines) - 1) - (7 if difficulty else 0)
    texts = "".join(
        f'<text x="{place.x:g}" y="{first + 15 * number:g}">{escape_xml(line)}</text>'
        for number, line in enumerate(lines)
    )
    if difficulty:
        texts += (
            f'<text class="difficulty" x="{place.x:g}" y="{place.y + 20:g}">{difficulty}</text>'
        )
    left, top = place.x - place.width / 2, place.y - place.height / 2
    title = escape_xml(_describe_box(box, look, words))
    drawn = (
        f'<g class="exercise {look.kind}"><title>{title}</title>'
        f'<rect x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}" rx="9"/>'
        f"{texts}</g>"
    )
    return f'<a href="{escape_xml(address)}">{drawn}</a>\n' if address else f"{drawn}\n"


def _describe_box(box: ExerciseBox, look: BoxStyle, words: Words) -> str:
    lines = [f"{box.title} ({box.id})"]
    if box.trains:
        lines.append(words.trains.format(skills=", ".join(box.trains)))
    if box.requires:
        lines.append(words.requires.format(skills=", ".join(box.requires)))
    if look.meaning:
        lines.append(look.meaning)
    return "\n".join(lines)


def _draw_skill(pill: SkillPill, place: NodePlace) -> str:
    left, top = place.x - place.width / 2, place.y - place.height / 2
    label = escape_xml(*break_lines(pill.skill, 27))
    return (
        f'<g class="pill"><title>{escape_xml(pill.skill)}</title>'
        f'<rect x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}"'
        f' rx="{place.height / 2:g}"/>'
        f'<text x="{place.x:g}" y="{place.y + 4:g}">{label}</text></g>\n'
    )


def _format_point(point: tuple[float, float]) -> str:
    return f"{point[0]:.5g} {point[1]:.5g}"
