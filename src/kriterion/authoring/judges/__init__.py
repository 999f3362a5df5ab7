"""Checks of judges: their files, and a sample run."""
