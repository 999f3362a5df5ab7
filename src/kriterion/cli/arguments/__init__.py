"""Command-line options and arguments that commands share."""
