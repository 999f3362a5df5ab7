"""Names that a text, a library or a listing looks for, per language: they stay."""
