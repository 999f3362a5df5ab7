"""Kriterion: self-hosted assessment of programming exercises."""

from kriterion_tools import __version__ as __version__
