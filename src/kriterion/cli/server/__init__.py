"""What commands need that run the site: its data, Django, sockets, the web server."""
