"""The site: pages, event streams, administration."""
