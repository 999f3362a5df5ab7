"""The parts of a picture: rectangles, curves, and movable blocks of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

Point = tuple[float, float]
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class NodePlace:
    """The rectangle of a node, by its centre."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The path of an arrow: its start, then two control points and an end per piece.

    If it leads `back`, the start is where the arrow ends.
    """

    first: int
    then: int
    start: Point
    pieces: tuple[tuple[Point, Point, Point], ...]
    back: bool = False

    def transform(self, change: Callable[[Point], Point]) -> "Curve":
        """Return the curve with all points transformed."""
        pieces = tuple((change(one), change(other), change(end)) for one, other, end in self.pieces)
        return replace(self, start=change(self.start), pieces=pieces)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a picture with nothing left of or above 0; `ugly` is its penalty."""

    width: float
    height: float
    places: Mapping[int, NodePlace]
    curves: tuple[Curve, ...]
    ugly: float = 0.0

    def move(self, x: float, y: float) -> "Block":
        """Return the block moved by x and y, in a picture that starts at 0."""
        return Block(
            self.width + x,
            self.height + y,
            {
                node: replace(place, x=place.x + x, y=place.y + y)
                for node, place in self.places.items()
            },
            tuple(
                curve.transform(lambda point: (point[0] + x, point[1] + y)) for curve in self.curves
            ),
            self.ugly,
        )

    def transpose(self) -> "Block":
        """Return the block with right and down exchanged."""
        return Block(
            self.height,
            self.width,
            {
                node: NodePlace(place.y, place.x, place.height, place.width)
                for node, place in self.places.items()
            },
            tuple(curve.transform(lambda point: (point[1], point[0])) for curve in self.curves),
            self.ugly,
        )
