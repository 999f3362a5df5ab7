"""The users of runs on the host, and the locks that share them."""
