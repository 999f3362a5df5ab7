"""The prerequisite graph as a self-contained SVG, for light and dark backgrounds."""

from collections.abc import Iterator

from kriterion.authoring.graph.diagram import Diagram, ExerciseBox
from kriterion.authoring.graph.diagram_layout import lay_out
from kriterion.authoring.graph.drawing import ARROWHEAD, Address, BoxStyle, draw_nodes
from kriterion.authoring.graph.graph_stylesheet import write_stylesheet
from kriterion.authoring.graph.graphviz_run import Solver, run_graphviz
from kriterion.authoring.graph.label_text import break_lines, escape_xml
from kriterion.authoring.graph.legend import draw_legend

_MARGIN = 28.0
_HEADING = 58.0
_LEAST_WIDTH = 640.0


def render_svg(
    diagram: Diagram,
    *,
    title: str,
    address: Address = lambda _: None,
    solve: Solver = run_graphviz,
) -> Iterator[str]:
    """Yield the lines of the picture."""
    layout = lay_out(diagram, least_width=_LEAST_WIDTH, solve=solve)
    width = max(layout.width, _LEAST_WIDTH)
    explained, below = draw_legend(diagram, layout, width)
    top = _HEADING + below
    full = f"{width + 2 * _MARGIN:g}", f"{top + layout.height + 2 * _MARGIN:g}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{full[0]}" height="{full[1]}"'
        f' viewBox="0 0 {full[0]} {full[1]}" role="graphics-document"'
        f' aria-labelledby="title description" lang="en">\n'
        f'<title id="title">{escape_xml(title)}</title>\n'
        f'<desc id="description">{escape_xml(_summarize(diagram))}</desc>\n'
        f"<style>{write_stylesheet(len(diagram.groups))}</style>\n"
        f"<defs>{ARROWHEAD}</defs>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n'
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">\n'
        f'<text class="heading" y="18">{escape_xml(*break_lines(title, 60))}</text>\n'
        f'<text class="summary" y="40">{escape_xml(_summarize(diagram))}</text>\n'
        f'<g transform="translate(0 {_HEADING:g})">{explained}</g>\n'
        f'<g transform="translate(0 {top:g})">\n'
    )
    yield from draw_nodes(diagram, layout, address=address, look=_choose_group_look)
    yield "</g>\n</g>\n</svg>\n"


def _choose_group_look(box: ExerciseBox) -> BoxStyle:
    return BoxStyle(kind=f"g{box.group}")


def _summarize(diagram: Diagram) -> str:
    exercises = sum(isinstance(node, ExerciseBox) for node in diagram.nodes)
    skills = len(diagram.nodes) - exercises
    counted = [f"{exercises:,} exercise{'' if exercises == 1 else 's'}"]
    if skills:
        counted.append(f"{skills:,} skill{'' if skills == 1 else 's'} that lead on")
    order = "; what comes first is at the start of the arrows" if diagram.arrows else ""
    return " and ".join(counted) + order
