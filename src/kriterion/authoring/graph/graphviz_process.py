"""The process in which Graphviz lays out graphs, with limits of its own.

    python -m kriterion.authoring.graph.graphviz_process CPU_SECONDS

Reads a JSON list of graphs in Graphviz's language, writes one of their layouts. Graphviz is written
in C, needs any amount of time and memory for some graphs, and ends its process on an error.
"""

import json
import resource
import sys
from typing import Any

from pygraphviz import AGraph

MEMORY_BYTES = 1 << 30


def main() -> None:
    cpu_seconds = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    json.dump([lay_out(text) for text in json.load(sys.stdin)], sys.stdout)


def lay_out(text: str) -> dict[str, Any]:
    """Return a graph's size, centres of nodes, boxes of clusters, and points of edges by id.

    The origin is at the bottom left. Graphviz finds no way for some edges of odd graphs with cycles
    ("lost edge").
    """
    drawn = json.loads(AGraph(string=text).draw(format="json0", prog="dot"))
    objects = drawn.get("objects", [])
    prefix = "cluster_"
    return {
        "size": _read_numbers(drawn["bb"])[2:],
        "nodes": {each["name"]: _read_numbers(each["pos"]) for each in objects if "pos" in each},
        "frames": {
            each["name"].removeprefix(prefix): _read_numbers(each["bb"])
            for each in objects
            if each["name"].startswith(prefix)
        },
        "edges": {
            each["id"]: [_read_numbers(point) for point in each["pos"].split()]
            for each in drawn.get("edges", [])
            if "id" in each and "pos" in each
        },
    }


def _read_numbers(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


if __name__ == "__main__":
    main()
