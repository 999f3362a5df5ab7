"""The prerequisite graph as a picture: SVG that needs nothing else, for light and dark paper."""

from collections.abc import Callable, Iterator

from kriterion.authoring.graph.diagram import Diagram, ExerciseBox, SkillPill
from kriterion.authoring.graph.layout import lay_out
from kriterion.authoring.graph.legend import legend
from kriterion.authoring.graph.shapes import Curve, Place
from kriterion.authoring.graph.style import stylesheet
from kriterion.authoring.graph.words import fitted, stars, written

# Where a click on an exercise leads; None for nowhere.
Address = Callable[[str], str | None]

_MARGIN = 28.0
_HEADING = 58.0
_LEAST_WIDTH = 640.0
_TITLE_LETTERS = 25


def render_svg(diagram: Diagram, *, title: str, address: Address = lambda _: None) -> Iterator[str]:
    """The text of the picture, line by line."""
    layout = lay_out(diagram, least_width=_LEAST_WIDTH)
    width = max(layout.width, _LEAST_WIDTH)
    explained, below = legend(diagram, layout, width)
    top = _HEADING + below
    full = f"{width + 2 * _MARGIN:g}", f"{top + layout.height + 2 * _MARGIN:g}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{full[0]}" height="{full[1]}"'
        f' viewBox="0 0 {full[0]} {full[1]}" role="graphics-document"'
        f' aria-labelledby="title description" lang="en">\n'
        f'<title id="title">{written(title)}</title>\n'
        f'<desc id="description">{written(_summary(diagram))}</desc>\n'
        f"<style>{stylesheet(len(diagram.groups))}</style>\n"
        f"<defs>{_ARROWHEAD}</defs>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n'
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">\n'
        f'<text class="heading" y="18">{written(*fitted(title, 60))}</text>\n'
        f'<text class="summary" y="40">{written(_summary(diagram))}</text>\n'
        f'<g transform="translate(0 {_HEADING:g})">{explained}</g>\n'
        f'<g transform="translate(0 {top:g})">\n'
    )
    for curve in layout.curves:
        yield _curve(diagram, curve)
    for number, node in enumerate(diagram.nodes):
        if isinstance(node, ExerciseBox):
            yield _exercise(node, layout.places[number], address(node.id))
        else:
            yield _skill(node, layout.places[number])
    yield "</g>\n</g>\n</svg>\n"


_ARROWHEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    ' orient="auto-start-reverse"><path d="M0 0.5L8 4L0 7.5z"/></marker>'
)


def _summary(diagram: Diagram) -> str:
    exercises = sum(isinstance(node, ExerciseBox) for node in diagram.nodes)
    skills = len(diagram.nodes) - exercises
    counted = [f"{exercises:,} exercise{'' if exercises == 1 else 's'}"]
    if skills:
        counted.append(f"{skills:,} skill{'' if skills == 1 else 's'} that lead on")
    order = "; what comes first is at the start of the arrows" if diagram.arrows else ""
    return " and ".join(counted) + order


def _curve(diagram: Diagram, curve: Curve) -> str:
    first, then = diagram.nodes[curve.first], diagram.nodes[curve.then]
    kind = "skill" if isinstance(first, SkillPill) or isinstance(then, SkillPill) else "link"
    head = "" if isinstance(then, SkillPill) else "start" if curve.back else "end"
    path = f"M{_point(curve.start)}" + "".join(
        f"C{' '.join(map(_point, piece))}" for piece in curve.pieces
    )
    marker = f' marker-{head}="url(#head)"' if head else ""
    back = " back" if curve.back else ""
    return (
        f'<path class="{kind}{back}" d="{path}"{marker}>'
        f"<title>{written(_meaning(first, then))}</title></path>\n"
    )


def _meaning(first: ExerciseBox | SkillPill, then: ExerciseBox | SkillPill) -> str:
    match first, then:
        case ExerciseBox(), SkillPill():
            return f"{first.title} trains {then.skill}"
        case SkillPill(), ExerciseBox():
            return f"{then.title} requires {first.skill}"
        case ExerciseBox(), ExerciseBox():
            return f"{first.title} comes before {then.title}"
    raise TypeError(first, then)


def _exercise(box: ExerciseBox, place: Place, address: str | None) -> str:
    lines = fitted(box.title, _TITLE_LETTERS, lines=2)
    starred = stars(box.stars)
    first = place.y + 5 - 7.5 * (len(lines) - 1) - (7 if starred else 0)
    texts = "".join(
        f'<text x="{place.x:g}" y="{first + 15 * number:g}">{written(line)}</text>'
        for number, line in enumerate(lines)
    )
    if starred:
        texts += f'<text class="stars" x="{place.x:g}" y="{place.y + 20:g}">{starred}</text>'
    left, top = place.x - place.width / 2, place.y - place.height / 2
    drawn = (
        f'<g class="exercise g{box.group}"><title>{written(_about(box))}</title>'
        f'<rect x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}" rx="9"/>'
        f"{texts}</g>"
    )
    return f'<a href="{written(address)}">{drawn}</a>\n' if address else f"{drawn}\n"


def _about(box: ExerciseBox) -> str:
    lines = [f"{box.title} ({box.id})"]
    if box.trains:
        lines.append("trains " + ", ".join(box.trains))
    if box.requires:
        lines.append("requires " + ", ".join(box.requires))
    return "\n".join(lines)


def _skill(pill: SkillPill, place: Place) -> str:
    left, top = place.x - place.width / 2, place.y - place.height / 2
    return (
        f'<g class="pill"><title>{written(pill.skill)}</title>'
        f'<rect x="{left:g}" y="{top:g}" width="{place.width:g}" height="{place.height:g}"'
        f' rx="{place.height / 2:g}"/>'
        f'<text x="{place.x:g}" y="{place.y + 4:g}">{written(*fitted(pill.skill, 27))}</text></g>\n'
    )


def _point(point: tuple[float, float]) -> str:
    return f"{point[0]:.5g} {point[1]:.5g}"
