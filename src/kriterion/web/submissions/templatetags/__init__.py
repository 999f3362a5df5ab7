"""Template tags about submissions."""
