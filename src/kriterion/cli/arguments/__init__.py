"""What commands read from the command line."""
