"""The courses that a user wants to find first."""
