"""Removing what is older than the settings say, in bounded steps."""
