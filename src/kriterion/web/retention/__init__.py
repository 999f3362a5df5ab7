"""How long what a site stores is kept, and removing what is older."""
