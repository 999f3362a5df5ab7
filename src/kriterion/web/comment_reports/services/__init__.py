"""What reports do; knows no HTTP."""
