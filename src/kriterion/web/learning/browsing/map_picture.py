"""The picture of a map: boxes that link to exercises and show the progress."""

import logging
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from kriterion.authoring.graph.colours import choose_shades
from kriterion.authoring.graph.diagram import Diagram, ExerciseBox
from kriterion.authoring.graph.diagram_layout import Layout, lay_out
from kriterion.authoring.graph.drawing import ARROWHEAD, BoxStyle, Words, draw_nodes
from kriterion.markup.element import Markup
from kriterion.web.catalog.models import Activity
from kriterion.web.learning.browsing.map_solving import solve_once
from kriterion.web.submissions.pages.presentation import StateLabel
from kriterion_tools.errors import KriterionError

_MARGIN = 4.0
_WIDTH = 1100.0  # of the widest page; parts are placed side by side up to this width
_SMALLEST = 0.85  # the scale at which a picture is shown to fit this width
_LOOKS = {"good": ("solved", "✓"), "info": ("begun", "◐")}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class MapProgress:
    """The state of each exercise by path, and those that can be started."""

    states: Mapping[str, StateLabel]
    ready: AbstractSet[str]


def lay_out_map(diagram: Diagram) -> Layout | None:
    """Return the layout of a map, None if it is too large or Graphviz fails."""
    try:
        return lay_out(diagram, least_width=_WIDTH, solve=solve_once)
    except KriterionError as error:
        _log.warning("the map is shown without its picture: %s", error)
        return None


def choose_stripes(diagram: Diagram, layout: Layout) -> dict[int, str]:
    """Return the colours of groups that have no frame."""
    groups = range(len(diagram.groups)) if len(diagram.groups) > 1 else ()
    return {
        group: choose_shades(group, dark=False).edge
        for group in groups
        if group not in layout.frames
    }


def draw_picture(
    diagram: Diagram,
    layout: Layout,
    activities: Mapping[str, Activity],
    progress: MapProgress,
    stripes: Mapping[int, str],
    path: AbstractSet[str] | None,
) -> Markup:
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN

    def look(box: ExerciseBox) -> BoxStyle:
        state = progress.states[box.id]
        usual = ("ready" if box.id in progress.ready else "later", "")
        kind, sign = _LOOKS.get(state.kind, usual)
        meaning = gettext("Ready to start") if kind == "ready" else state.word
        return BoxStyle(kind=kind, sign=sign, meaning=meaning, stripe=stripes.get(box.group, ""))

    def address(name: str) -> str:
        return reverse("activity", args=[activities[name].pk])

    scale = min(1.0, max(_SMALLEST, _WIDTH / width))
    has_path = "" if path is None else ' class="has-path"'
    on_path = None if path is None else _number_nodes(diagram, path)
    nodes = "".join(
        draw_nodes(diagram, layout, address=address, look=look, words=_make_words(), path=on_path)
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{scale * width:.5g}"'
        f' height="{scale * height:.5g}" viewBox="0 0 {width:g} {height:g}" role="group"'
        f' aria-labelledby="map-title"{has_path}>'
        f"<defs>{ARROWHEAD}</defs>"
        f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">{nodes}</g></svg>'
    )


def _number_nodes(diagram: Diagram, names: AbstractSet[str]) -> frozenset[int]:
    """Return the numbers of the exercises with these ids and of the skills with these names."""
    return frozenset(
        number
        for number, node in enumerate(diagram.nodes)
        if (node.id if isinstance(node, ExerciseBox) else node.skill) in names
    )


def _make_words() -> Words:
    return Words(
        trains=gettext("trains {skills}"),
        requires=gettext("requires {skills}"),
        one_trains=gettext("{one} trains {skill}"),
        one_requires=gettext("{one} requires {skill}"),
        one_before=gettext("{one} comes before {other}"),
    )
