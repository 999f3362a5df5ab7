"""The services of submissions, for pages and commands."""
