"""Playgrounds: an editor with something in it, and no grading.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Playground).
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaygroundEntry:
    """A line of playground/index.json: its files are in the directory of that name."""

    id: str
    title: str
    short_description: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Playground:
    """What the editor starts with, and what is loaded before."""

    id: str
    title: str
    short_description: str | None = None
    template: str = ""
    prelude: str = ""
