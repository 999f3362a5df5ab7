"""Plain processes: limited, but not confined."""
