"""Draw the picture's arrows, exercises and skills, for any page with the stylesheet."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.diagram_layout import TITLE_LETTERS, Layout
from kriterion.authoring.graph.label_text import break_lines, escape_xml, format_difficulty
from kriterion.authoring.graph.shapes import Curve, Rectangle

ARROWHEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11"'
    ' markerHeight="11" markerUnits="userSpaceOnUse" orient="auto">'
    '<path d="M0 0.5L8 4L0 7.5z"/></marker>'
)
_TITLE_LETTERS = 25

# Returns the address to which an exercise links, None for no link.
Address = Callable[[str], str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxStyle:
    """The state of a box: its class, a sign before its title, and the sign's meaning.

    `stripe` is the colour of its group, as #rrggbb, if the group has neither a frame nor a colour
    of the box itself.
    """

    kind: str
    sign: str = ""
    meaning: str = ""
    stripe: str = ""


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
    path: AbstractSet[int] | None = None,
) -> Iterator[str]:
    """Yield frames, arrows, nodes, and titles of frames; needs `ARROWHEAD` among the definitions.

    If there is a path, the nodes and arrows outside have the class `aside`.
    """
    for group, frame in layout.frames.items():
        yield f'<rect class="frame g{group}" {_format_rectangle(frame, 10)}/>\n'
    for curve in layout.curves:
        on_path = path is None or (curve.first in path and curve.then in path)
        yield _draw_curve(diagram, curve, words, "" if on_path else " aside")
    for number, node in enumerate(diagram.nodes):
        place, aside = layout.places[number], "" if path is None or number in path else " aside"
        if isinstance(node, ExerciseBox):
            style = look(node)
            style = replace(style, kind=style.kind + aside)
            yield _draw_exercise(node, number, place, address(node.id), style, words)
        else:
            yield _draw_skill(node, number, place, aside)
    for group, frame in layout.frames.items():
        yield _draw_frame_title(diagram.groups[group], frame)


def _draw_frame_title(title: str, frame: Rectangle) -> str:
    top = frame.y - frame.height / 2
    shown = escape_xml(break_lines(title, TITLE_LETTERS)[0])
    return f'<text class="frame-title" x="{frame.x:g}" y="{top + 21:g}">{shown}</text>\n'


def _draw_curve(diagram: Diagram, curve: Curve, words: Words, aside: str) -> str:
    first, then = diagram.nodes[curve.first], diagram.nodes[curve.then]
    kind = "skill" if isinstance(first, SkillPill) or isinstance(then, SkillPill) else "link"
    start, *following = (f"{x:.5g} {y:.5g}" for x, y in curve.points)
    marker = "" if isinstance(then, SkillPill) else ' marker-end="url(#head)"'
    back = " back" if curve.back else ""
    return (
        f'<path class="{kind}{back}{aside}" data-first="{curve.first}" data-then="{curve.then}"'
        f' d="M{start}C{" ".join(following)}"{marker}>'
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
    box: ExerciseBox, number: int, place: Rectangle, link: str | None, look: BoxStyle, words: Words
) -> str:
    lines = break_lines(f"{look.sign} {box.title}".strip(), _TITLE_LETTERS, lines=2)
    difficulty = format_difficulty(box.stars)
    first = place.y + 5 - 7.5 * (len(lines) - 1) - (7 if difficulty else 0)
    texts = "".join(
        f'<text x="{place.x:g}" y="{first + 15 * place_of_line:g}">{escape_xml(line)}</text>'
        for place_of_line, line in enumerate(lines)
    )
    if difficulty:
        texts += (
            f'<text class="difficulty" x="{place.x:g}" y="{place.y + 20:g}">{difficulty}</text>'
        )
    title = escape_xml(_describe_box(box, look, words))
    drawn = (
        f'<g class="exercise {look.kind}" data-node="{number}"><title>{title}</title>'
        f"<rect {_format_rectangle(place, 9)}/>{_draw_stripe(place, look.stripe)}{texts}</g>"
    )
    return f'<a href="{escape_xml(link)}">{drawn}</a>\n' if link else f"{drawn}\n"


def _draw_stripe(place: Rectangle, colour: str) -> str:
    if not colour:
        return ""
    x, y = place.x - place.width / 2 + 6, place.y - place.height / 2 + 8
    height = place.height - 16
    return (
        f'<line class="stripe" x1="{x:g}" y1="{y:g}" x2="{x:g}" y2="{y + height:g}"'
        f' stroke="{colour}"/>'
    )


def _describe_box(box: ExerciseBox, look: BoxStyle, words: Words) -> str:
    lines = [f"{box.title} ({box.id})"]
    if box.trains:
        lines.append(words.trains.format(skills=", ".join(box.trains)))
    if box.requires:
        lines.append(words.requires.format(skills=", ".join(box.requires)))
    if look.meaning:
        lines.append(look.meaning)
    return "\n".join(lines)


def _draw_skill(pill: SkillPill, number: int, place: Rectangle, aside: str) -> str:
    label = escape_xml(*break_lines(pill.skill, 27))
    return (
        f'<g class="pill{aside}" data-node="{number}"><title>{escape_xml(pill.skill)}</title>'
        f"<rect {_format_rectangle(place, place.height / 2)}/>"
        f'<text x="{place.x:g}" y="{place.y + 4:g}">{label}</text></g>\n'
    )


def _format_rectangle(place: Rectangle, radius: float) -> str:
    left, top = place.x - place.width / 2, place.y - place.height / 2
    return (
        f'x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}"'
        f' rx="{radius:g}"'
    )
