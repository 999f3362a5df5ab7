"""The prerequisite graph in graphviz' language, with learn-ocaml's labels.

`learn-ocaml build --dump-dot` writes ids unquoted, which graphviz rejects for most; here they are
quoted. Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Exercise.Graph).
"""

from collections.abc import Iterator, Mapping

from kriterion_tools.contracts.learn_ocaml_repository.prerequisites import (
    Prerequisite,
    PrerequisiteGraph,
)


def render_dot(graph: PrerequisiteGraph, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the file: an arrow leads from an exercise to its prerequisite."""
    yield "digraph exercises {\n"
    for exercise in graph:
        title = f" [label={_quote(titles[exercise])}]" if exercise in titles else ""
        yield f"  {_quote(exercise)}{title};\n"
    for exercise in graph:
        for before in graph.find_direct(exercise):
            label = _quote(_format_label(exercise, before))
            yield f"  {_quote(exercise)} -> {_quote(before.id)} [label={label}];\n"
    yield "}\n"


def _format_label(exercise: str, before: Prerequisite) -> str:
    skills = "".join(f"(S {skill})" for skill in before.skills)
    return skills + (f"(E {exercise})" if before.linked else "")


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\0", "")
    return f'"{escaped}"'
