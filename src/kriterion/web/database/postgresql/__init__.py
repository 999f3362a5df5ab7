"""Django's backend for PostgreSQL, which gives up a server that has stopped answering."""
