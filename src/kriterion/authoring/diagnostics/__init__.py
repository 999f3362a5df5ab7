"""The codes of diagnostics, and the page that lists them."""
