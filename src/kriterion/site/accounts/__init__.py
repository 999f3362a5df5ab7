"""Accounts: log-in, profile, language and appearance."""
