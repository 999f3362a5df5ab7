"""Kriterion: self-hosted assessment of programming exercises."""

__version__ = "0.1.0"
