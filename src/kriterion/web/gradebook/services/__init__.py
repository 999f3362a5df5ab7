"""Queries and computations of the gradebook; they know no HTTP."""
