"""Request and run experiments; these modules know no HTTP."""
