"""Tutorials: read step by step beside a toplevel; written in Markdown or HTML, one model for both."""
