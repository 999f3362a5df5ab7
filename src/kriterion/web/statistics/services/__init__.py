"""Compute the statistics of a course; these modules know no HTTP."""
