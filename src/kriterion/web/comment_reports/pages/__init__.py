"""The pages of reports."""
