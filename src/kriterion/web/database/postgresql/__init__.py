"""A Django backend for PostgreSQL that gives up on a server that stops answering."""
