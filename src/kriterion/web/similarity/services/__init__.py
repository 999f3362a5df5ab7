"""Compare the solutions to an exercise; these modules know no HTTP."""
