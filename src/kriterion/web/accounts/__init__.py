"""Accounts: people, how they log in, and what they prefer."""
