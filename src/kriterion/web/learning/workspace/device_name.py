"""A short name for the browser and the system of a request, for people to recognise their own."""

from django.http import HttpRequest

# By a part of the User-Agent header; the first that occurs counts, because browsers name others.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def name_device(request: HttpRequest) -> str:
    """Return such as "Firefox, Linux"; "" for what is not known."""
    agent = request.headers.get("User-Agent", "")
    found = (_find(agent, _BROWSERS), _find(agent, _SYSTEMS))
    return ", ".join(filter(None, found))


def _find(agent: str, names: dict[str, str]) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
