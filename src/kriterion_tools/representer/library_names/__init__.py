"""Names that libraries give to members, by language."""
