"""The tools that Kriterion ships, and the contracts of tools: everything that needs no host."""

__version__ = "0.2.0"
