"""Results: submissions, their feedback, live."""
