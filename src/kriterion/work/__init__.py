"""Work: who takes submissions, and how they are run."""
