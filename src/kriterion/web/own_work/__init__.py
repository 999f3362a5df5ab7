"""Archives of a user's own work: submissions, drafts and feedback."""
