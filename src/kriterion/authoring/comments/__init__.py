"""Checks of comment libraries, and of what rules and tools say with them."""
