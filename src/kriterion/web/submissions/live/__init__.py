"""Live feedback: what happens to a submission, as it happens."""
