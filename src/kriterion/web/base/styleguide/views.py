"""All components on one page."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from kriterion.feedback.html.palette import COLOURS
from kriterion.web.base.styleguide.forms import SampleForm


@login_not_required
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component with its purpose."""
    sample = {"name": "Ada", "address": "not an address", "kind": "a", "appearance": "l"}
    context = {
        "colours": COLOURS,
        "form": SampleForm(sample),
        "page": Paginator(range(500), 20).get_page(request.GET.get("page", 7)),
        "trail": [("Courses", "#"), ("Programming", "#")],
        "sections": [
            ("Overview", "#", "home", True),
            ("Tools", "#", "tool", False),
            ("People", "#", "people", False),
        ],
        "rows": [
            ("good", "check", "correct", "Two fer"),
            ("bad", "cross", "wrong", "Leap"),
            ("warn", "warning", "the machine failed", "Clock"),
            ("info", "hourglass", "waiting", "Gigasecond"),
            ("none", "circle", "not begun", "Tree building"),
        ],
    }
    return render(request, "styleguide/styleguide.html", context)
