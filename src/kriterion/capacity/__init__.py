"""How many workers a site needs: a queueing model of the hours before a deadline."""
