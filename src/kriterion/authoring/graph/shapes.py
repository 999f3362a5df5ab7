"""The parts of a picture: rectangles, curves, and movable blocks of both."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

Point = tuple[float, float]
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, by its centre."""

    x: float
    y: float
    width: float
    height: float

    def move(self, x: float, y: float) -> "Rectangle":
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Curve:
    """The path of an arrow: its start, then two control points and an end per piece.

    It leads `back` if it closes a cycle.
    """

    first: int
    then: int
    points: tuple[Point, ...]
    back: bool = False

    def move(self, x: float, y: float) -> "Curve":
        return replace(self, points=tuple((left + x, top + y) for left, top in self.points))


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a picture with nothing left of or above 0; `frames` are those of groups."""

    width: float
    height: float
    places: Mapping[int, Rectangle]
    frames: Mapping[int, Rectangle]
    curves: tuple[Curve, ...]

    def move(self, x: float, y: float) -> "Block":
        """Return the block moved by x and y, in a picture that starts at 0."""
        return Block(
            self.width + x,
            self.height + y,
            {node: place.move(x, y) for node, place in self.places.items()},
            {group: frame.move(x, y) for group, frame in self.frames.items()},
            tuple(curve.move(x, y) for curve in self.curves),
        )
