"""Pages of repositories."""
