"""The design language on one page, for developers (debug only)."""
