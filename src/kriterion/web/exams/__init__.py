"""Exams: a series behind networks or a password, that closes all other pages while it runs."""
