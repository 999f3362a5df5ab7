"""What is shown while a judge writes is what the whole page shows, and nothing that it does not."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.feedback.html.element_ids import make_element_id
from kriterion.feedback.html.live import LiveFeedback, LiveState, render_frame
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import filter_output
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Permission
from kriterion_tools.contracts.dodona_judge.stream import JudgeOutput

Commands = list[dict[str, Any]]


def judge_output(commands: Commands) -> tuple[list[Change], FullOutput]:
    """The changes that followers are told of, and what it all comes to."""
    changes: list[Change] = []
    output = JudgeOutput(changes.append)
    output.feed("".join(map(json.dumps, commands)).encode())
    output.close()
    assert output.judgement.completed is not None
    assert not output.violations
    return changes, output.judgement.completed


class Page(HTMLParser):
    """The ids on a page as a browser has them, and all its text."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self.inside: dict[str, list[str]] = {}  # by id of an element, the ids it has come with
        self.within: dict[str, str] = {}  # the element that an inserted one was put into
        self.order: list[str] = []
        self.html = str(render_frame(viewer))
        self._found: list[str] = []
        self._put("page", "", self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._found += [value or "" for name, value in attrs if name == "id"]

    def insert(self, changes: Iterator[Change] | list[Change], viewer: Viewer) -> None:
        state = msgspec.msgpack.encode(LiveState())
        for number, change in enumerate(changes, start=1):
            # Each step may be rendered by another process.
            live = LiveFeedback(viewer, msgspec.msgpack.decode(state, type=LiveState))
            for insertion in live.make_insertions(change, number):
                known = [name for names in self.inside.values() for name in names]
                assert insertion.within in known, insertion
                self.html += insertion.html
                self._put(insertion.id, insertion.within, insertion.html)
            state = msgspec.msgpack.encode(live.state)

    def _put(self, name: str, within: str, html: str) -> None:
        self._remove(name)
        self._found = []
        self.feed(html)
        self.inside[name] = self._found
        self.within[name] = within

    def _remove(self, name: str) -> None:
        gone = self.inside.pop(name, [])
        for inner in [one for one, where in self.within.items() if where in gone]:
            self.within.pop(inner, None)
            self._remove(inner)

    @property
    def ids(self) -> set[str]:
        return {name for names in self.inside.values() for name in names}

    @property
    def places(self) -> set[str]:
        """Tabs, contexts, testcases and tests."""
        ends = (
            "-item",
            "-link",
            "-bar",
            "-messages",
            "-contexts",
            "-body",
            "-view",
            "-description",
        )
        return {
            name
            for name in self.ids
            if name.startswith("tab-")
            and not name.endswith(ends)
            and "-added-" not in name
            and "-message-" not in name
        }


def list_places(output: FullOutput) -> Iterator[str]:
    for at_tab, tab in enumerate(output.groups):
        yield make_element_id((at_tab,))
        for at_context, context in enumerate(tab.groups):
            yield make_element_id((at_tab, at_context))
            for at_testcase, testcase in enumerate(context.groups):
                yield make_element_id((at_tab, at_context, at_testcase))
                for at_test in range(len(testcase.tests)):
                    yield make_element_id((at_tab, at_context, at_testcase, at_test))


permissions = st.sampled_from(list(Permission))


@st.composite
def messages(draw: st.DrawFn, hidden: bool) -> Commands:
    return [
        {
            "command": "append-message",
            "message": {
                "format": "plain",
                "permission": permission.value,
                "description": f"{'unseen' if hidden else 'seen'}-{permission.value}",
            },
        }
        for permission in draw(st.lists(permissions, max_size=2))
    ]


@st.composite
def contexts(draw: st.DrawFn, *, correct: bool, hidden: bool) -> Commands:
    commands: Commands = [{"command": "start-context"}, *draw(messages(hidden))]
    for _ in range(draw(st.integers(0, 2))):
        commands.append({"command": "start-testcase", "description": "f()"})
        commands += draw(messages(hidden))
        for _ in range(draw(st.integers(0, 2))):
            commands.append({"command": "start-test", "expected": "1"})
            commands += draw(messages(hidden))
            commands.append(
                {"command": "close-test", "generated": "1", "status": {"enum": "correct"}}
            )
        commands.append({"command": "close-testcase"})
    return [*commands, {"command": "close-context", "accepted": correct}]


@st.composite
def judgements(draw: st.DrawFn) -> Commands:
    commands: Commands = [{"command": "start-judgement"}, *draw(messages(False))]
    for _ in range(draw(st.integers(0, 4))):
        hidden = draw(st.booleans())
        permission = draw(permissions)
        verdicts = draw(st.lists(st.booleans(), max_size=3))
        disappears = hidden and all(verdicts)
        title = "unseen-title" if disappears else f"title-{permission.value}"
        commands.append(
            {
                "command": "start-tab",
                "title": title,
                "hidden": hidden,
                "permission": permission.value,
            }
        )
        commands += draw(messages(disappears))
        for correct in verdicts:
            commands += draw(contexts(correct=correct, hidden=disappears))
        commands.append({"command": "close-tab"})
    return [*commands, {"command": "close-judgement"}]


@given(judgements(), permissions)
def test_live_feedback_ends_with_the_same_page(commands: Commands, role: Permission) -> None:
    changes, output = judge_output(commands)
    viewer = Viewer(role=role)
    page = Page(viewer)
    page.insert(changes, viewer)
    assert page.places == set(list_places(filter_output(output, role)))


@given(judgements(), permissions)
def test_hidden_parts_are_never_sent(commands: Commands, role: Permission) -> None:
    changes, _ = judge_output(commands)
    viewer = Viewer(role=role)
    page = Page(viewer)
    page.insert(changes, viewer)
    text = page.html.lower()
    assert "unseen" not in text
    for permission in Permission:
        if not role.may_see(permission):
            assert f"title-{permission.value}" not in text
            assert f"seen-{permission.value}" not in text


def test_a_context_appears_before_it_is_judged() -> None:
    changes, _ = judge_output(
        [
            {"command": "start-judgement"},
            {"command": "start-tab", "title": "one"},
            {"command": "start-context", "description": {"format": "plain", "description": "f(2)"}},
            {"command": "close-context", "accepted": False},
            {"command": "close-tab"},
            {"command": "close-judgement"},
        ]
    )
    live = LiveFeedback(Viewer(translator=load_translator("nl")))
    texts = [list(live.make_insertions(change, number)) for number, change in enumerate(changes, 1)]
    begun = next(
        insertions for insertions in texts if "f(2)" in "".join(i.html for i in insertions)
    )
    assert [insertion.id for insertion in begun] == ["tab-1-context-1"]
    assert "Bezig" in begun[0].html
    ended = texts[texts.index(begun) + 1]
    assert [insertion.id for insertion in ended] == ["tab-1-context-1"]
    assert "Fout" in ended[0].html


def test_a_hidden_tab_that_fails_appears_completely() -> None:
    context: Commands = [{"command": "start-context"}, {"command": "close-context"}]
    commands: Commands = [
        {"command": "start-judgement"},
        {"command": "start-tab", "title": "surprise", "hidden": True},
        *context,
        {"command": "start-context"},
        {"command": "close-context", "accepted": False},
        {"command": "close-tab"},
        {"command": "close-judgement"},
    ]
    changes, _ = judge_output(commands)
    viewer = Viewer()
    page = Page(viewer)
    page.insert(changes[:-2], viewer)
    assert "Surprise" in page.html
    page = Page(viewer)
    page.insert(changes, viewer)
    assert page.places == {"tab-1", "tab-1-context-1", "tab-1-context-2"}


@pytest.mark.long(reason="megabytes of feedback")
@pytest.mark.parametrize("size", [10, 600])
def test_the_length_of_live_feedback_is_limited(size: int) -> None:
    big = {"format": "html", "description": "<b>x</b>" * 2_000, "permission": "student"}
    one: Commands = [
        {"command": "start-context"},
        {"command": "append-message", "message": big},
        {"command": "close-context"},
    ]
    commands = [{"command": "start-judgement"}, {"command": "start-tab", "title": "one"}]
    changes, _ = judge_output(
        [*commands, *(one * size), {"command": "close-tab"}, {"command": "close-judgement"}]
    )
    live = LiveFeedback(Viewer())
    sent = sum(
        len(insertion.html)
        for number, change in enumerate(changes, 1)
        for insertion in live.make_insertions(change, number)
    )
    assert sent < 30_000_000
