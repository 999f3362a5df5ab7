"""What is between the ASGI server and the pages: static files, limits, errors, health."""
