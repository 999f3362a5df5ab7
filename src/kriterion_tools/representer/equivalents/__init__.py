"""Rewrites of code that says the same in several ways."""
