"""What commands that run the site share: data directory, Django, sockets, web server."""
