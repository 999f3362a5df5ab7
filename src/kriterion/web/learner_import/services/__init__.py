"""Services of the app, which know no HTTP."""
