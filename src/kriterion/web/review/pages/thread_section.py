"""The threads of a submission, as a section of its page."""

from dataclasses import dataclass
from textwrap import dedent

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from kriterion.feedback.html.element_ids import make_line_id
from kriterion.markup.visible_text import make_visible, shorten
from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.review.models import ReviewThread, ThreadMessage
from kriterion.web.review.pages.thread_forms import ThreadForm
from kriterion.web.review.thread_access import may_open_thread
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.services.displayed_texts import DisplayedText, show_texts

_EXCERPT = 200  # characters of a line that a thread is about
_EXCERPT_LINES = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedMessage:
    """A message with its text as the page shows it now."""

    message: ThreadMessage
    text: DisplayedText
    is_own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedThread:
    """A thread on a page. `line_address` links to its line in the feedback's code."""

    thread: ReviewThread
    file: str
    line_address: str
    code: str
    messages: list[DisplayedMessage]
    is_collapsed: bool

    @property
    def last_id(self) -> int:
        return self.messages[-1].message.pk if self.messages else 0


def render_threads(request: HttpRequest, submission: Submission) -> SafeString:
    user = require_user(request)
    threads = display_threads(submission, user)
    may_open = may_open_thread(user, submission)
    if not threads and not may_open:
        return SafeString()
    own, course = submission.user_id == user.pk, submission.course
    context = {
        "submission": submission,
        "threads": threads,
        "may_open": may_open,
        "own": own,
        "finds_in": "" if own or course is None else course.slug,
        "form": ThreadForm(submission),
        "is_preparing": any(
            message.text.is_preparing for thread in threads for message in thread.messages
        ),
    }
    return render_to_string("review/threads.html", context, request)


def display_threads(submission: Submission, user: User) -> list[DisplayedThread]:
    """Return a submission's threads for a page, in two queries."""
    visible = submission.review_threads.order_by("pk").prefetch_related("messages")
    if submission.user_id == user.pk:
        visible = visible.filter(is_draft=False)
    threads = list(visible)
    messages = [message for thread in threads for message in thread.messages.all()]
    texts = show_texts(
        [
            MarkdownText(text=message.text, place=f"message-{message.pk}-", heading=4)
            for message in messages
        ],
        f"review {submission.pk}",
    )
    displayed = dict(zip((message.pk for message in messages), texts, strict=True))
    lines = {name: text.split("\n") for name, text in submission.texts.items()}
    return [_display_thread(thread, displayed, lines, user) for thread in threads]


def _display_thread(
    thread: ReviewThread,
    texts: dict[int, DisplayedText],
    lines: dict[str, list[str]],
    user: User,
) -> DisplayedThread:
    code = address = ""
    if thread.line is not None and thread.file in lines:
        code = _find_lines(lines[thread.file], thread.line, thread.last_line or thread.line)
        address = f"#{make_line_id(thread.line, [*lines].index(thread.file) + 1)}"
    return DisplayedThread(
        thread=thread,
        file=make_visible(thread.file) if len(lines) > 1 else "",
        line_address=address,
        code=code,
        messages=[
            DisplayedMessage(
                message=message,
                text=texts[message.pk],
                is_own=message.author_id == user.pk,
            )
            for message in thread.messages.all()
        ],
        is_collapsed=thread.resolved_at is not None,
    )


def _find_lines(lines: list[str], first: int, last: int) -> str:
    """Return the lines without their common indentation, cut to a bounded excerpt."""
    chosen = lines[max(first - 1, 0) : last]
    excerpt = dedent("\n".join(line[: 2 * _EXCERPT] for line in chosen[:_EXCERPT_LINES]))
    cut = [shorten(make_visible(line.rstrip()), _EXCERPT) for line in excerpt.split("\n")]
    return "\n".join([*cut, *(["…"] if len(chosen) > _EXCERPT_LINES else [])])
