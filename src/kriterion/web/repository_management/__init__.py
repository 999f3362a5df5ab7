"""The pages on which teachers and administrators bring in and look after repositories."""
