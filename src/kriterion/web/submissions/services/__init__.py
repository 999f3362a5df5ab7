"""What pages and commands do with submissions."""
