"""Clusters: solutions that are connected by similar pairs."""

from collections.abc import Iterable


def find_clusters(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the connected solutions, the largest cluster first, each by id."""
    parents: dict[int, int] = {}

    def find_root(solution: int) -> int:
        parents.setdefault(solution, solution)
        while parents[solution] != solution:
            parents[solution] = parents[parents[solution]]
            solution = parents[solution]
        return solution

    for left, right in pairs:
        parents[find_root(left)] = find_root(right)
    clusters: dict[int, list[int]] = {}
    for solution in sorted(parents):
        clusters.setdefault(find_root(solution), []).append(solution)
    return sorted(clusters.values(), key=lambda cluster: (-len(cluster), cluster))
