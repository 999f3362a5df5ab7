"""Submissions: from the queue to the feedback that a page shows."""
