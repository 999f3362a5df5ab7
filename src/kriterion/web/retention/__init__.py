"""How long a site keeps its data, and the removal of older data."""
