"""Tutorials, read step by step: written in Markdown or HTML, one model for both forms."""
