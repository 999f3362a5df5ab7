"""Live feedback: HTML fragments for each change, with their place on the page.

They are the fragments of the whole page, with the same ids. What the viewer may not see is taken
out before anything is made of it; what may still disappear is not shown before it is sure to stay.
When the submission is over, the whole feedback takes the place of everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from kriterion.feedback import phrases
from kriterion.feedback.allowance import ALLOWANCE, Allowance
from kriterion.feedback.html.contexts import (
    body_of,
    render_audience,
    render_context,
    render_messages,
    render_running_context,
    render_running_testcase,
    render_test,
    render_testcase,
)
from kriterion.feedback.html.element_ids import FEEDBACK_ID, Place, identifier
from kriterion.feedback.html.tabs import render_bar, render_panel, render_tab, render_tab_link
from kriterion.feedback.titles import title_of
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import (
    context_for,
    messages_for,
    tab_for,
    test_for,
    testcase_for,
)
from kriterion.markup.element import Markup, element
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Tab,
    Test,
    Testcase,
)

TABS_ID = f"{FEEDBACK_ID}-tabs"
PANELS_ID = f"{FEEDBACK_ID}-panels"
MESSAGES_ID = f"{FEEDBACK_ID}-messages"


@dataclass(frozen=True, kw_only=True, slots=True)
class Insertion:
    """A fragment for the page.

    It takes the place of the element with this `id`; when there is none it becomes the last one in
    the element `within`.
    """

    id: str
    within: str
    html: Markup


def render_frame(viewer: Viewer) -> Markup:
    """Render the empty frame that live feedback is inserted into."""
    return element(
        "div",
        element("div", id=MESSAGES_ID),
        element(
            "nav",
            element("ul", id=TABS_ID),
            class_="tabs",
            aria_label=viewer.translate(phrases.TABS),
        ),
        element("div", id=PANELS_ID),
        id=FEEDBACK_ID,
        class_="feedback",
    )


class LiveState(msgspec.Struct, frozen=True):
    """How far an attempt's feedback is, to go on with it elsewhere.

    `left` and `has_notice` are its allowance's, `numbers` those of the tabs on the page by the
    judgement's own, `unseen` the tabs that began hidden.
    """

    left: int = ALLOWANCE
    has_notice: bool = False
    numbers: dict[int, int] = {}
    unseen: dict[int, Tab] = {}


class LiveFeedback:
    """Makes insertions of the changes of one attempt, in their order, for one viewer.

    Tabs are counted as the viewer sees them: who may not see one does not learn that it is there,
    and ids are those of the whole feedback.
    """

    def __init__(self, viewer: Viewer, state: LiveState | None = None) -> None:
        before = state or LiveState()
        self._viewer = viewer
        self._allowance = Allowance(viewer, before.left, has_notice=before.has_notice)
        self._numbers = dict(before.numbers)
        self._unseen = dict(before.unseen)

    @property
    def state(self) -> LiveState:
        """The state after the changes so far."""
        left, has_notice = self._allowance.state
        return LiveState(left, has_notice, self._numbers, self._unseen)

    def insertions(self, change: Change, number: int) -> Iterator[Insertion]:
        """Yield the insertions for a change; `number` makes the ids of added messages unique."""
        known = len(self._numbers)
        place = self._place(change)
        if place is None:
            return
        if len(self._numbers) > known:
            yield from self._tab_begun(self._title(change), place[:1])
        kind = change.kind
        match change.record:
            case Tab() as tab if kind is ChangeKind.FINISHED:
                yield from self._tab(tab, place, is_whole=change.path[0] not in self._unseen)
            case Context() as context:
                yield self._context(context, place, kind)
            case Testcase() as testcase:
                yield self._testcase(testcase, place, kind)
            case Test() as test if kind is ChangeKind.FINISHED:
                yield self._test(test, place)
            case Message() as message:
                yield from self._message(message, place, number)

    def _place(self, change: Change) -> Place | None:
        """Return the place of a change on the viewer's page, or None if it is not (yet) visible."""
        if not change.path:
            return ()
        tab, *inner = change.path
        if not self._viewer.role.sees(change.permission):
            return None
        if change.hidden:
            if isinstance(change.record, Tab):
                self._unseen[tab] = change.record
            return None
        return (self._numbers.setdefault(tab, len(self._numbers)), *inner)

    def _title(self, change: Change) -> Tab:
        """Return the tab that a change belongs to; only its title is reliable."""
        if isinstance(change.record, Tab):
            return change.record
        return self._unseen.get(change.path[0], Tab(description=""))

    def _tab_begun(self, tab: Tab, place: Place) -> Iterator[Insertion]:
        identity = identifier(place)
        link = render_tab_link(replace(tab, badge_count=None), place, self._viewer)
        yield Insertion(id=f"{identity}-item", within=TABS_ID, html=link)
        panel = render_panel(
            title_of(tab),
            identity,
            render_audience(tab.permission, self._viewer),
            element("div", id=f"{identity}-bar"),
            element("div", id=f"{identity}-messages"),
            element("div", id=f"{identity}-contexts", class_="contexts"),
        )
        yield Insertion(id=identity, within=PANELS_ID, html=panel)

    def _tab(self, tab: Tab, place: Place, *, is_whole: bool) -> Iterator[Insertion]:
        """Insert the badge and bar of a finished tab, or the whole tab if it was hidden before."""
        identity = identifier(place)
        tab = tab_for(tab, self._viewer.role)
        link = render_tab_link(tab, place, self._viewer)
        yield Insertion(id=f"{identity}-item", within=TABS_ID, html=link)
        if is_whole:
            bar = render_bar(tab, place, self._viewer)
            if bar:
                yield Insertion(id=f"{identity}-bar", within=identity, html=bar)
            return
        for shown in Allowance(self._viewer).tabs((tab,)):
            panel = render_tab(shown, place, self._viewer, whole=tab)
            yield Insertion(id=identity, within=PANELS_ID, html=panel)

    def _context(self, context: Context, place: Place, kind: ChangeKind) -> Insertion:
        context = context_for(context, self._viewer.role)
        if kind is ChangeKind.STARTED:
            html = render_running_context(context, place, self._viewer)
        else:
            shown = self._allowance.context(context)
            html = render_context(shown, place, self._viewer, is_open=not context.accepted)
        within = f"{identifier(place[:1])}-contexts"
        return Insertion(id=identifier(place), within=within, html=html)

    def _testcase(self, testcase: Testcase, place: Place, kind: ChangeKind) -> Insertion:
        testcase = testcase_for(testcase, self._viewer.role)
        if kind is ChangeKind.STARTED:
            html = render_running_testcase(testcase, place, self._viewer)
        else:
            html = render_testcase(self._covered(testcase), place, self._viewer)
        return Insertion(id=identifier(place), within=body_of(place[:2]), html=html)

    def _test(self, test: Test, place: Place) -> Insertion:
        test = test_for(test, self._viewer.role)
        covered = self._covered(Testcase(accepted=test.accepted, tests=(test,)))
        shown = covered.tests[0] if covered.tests else Test(accepted=test.accepted)
        html = render_test(shown, place, self._viewer)
        return Insertion(id=identifier(place), within=identifier(place[:3]), html=html)

    def _message(self, message: Message, place: Place, number: int) -> Iterator[Insertion]:
        """Insert a message at once. Messages of a test are inserted with the test."""
        shown = self._allowance.messages(messages_for((message,), self._viewer.role))
        within = _messages_of(place)
        if shown and within is not None:
            name = f"{identifier(place)}-added-{number}"
            html = element("div", render_messages(shown, name, self._viewer), id=name)
            yield Insertion(id=name, within=within, html=html)

    def _covered(self, testcase: Testcase) -> Testcase:
        """Return the testcase, or a notice if the allowance does not cover it."""
        whole = Context(accepted=testcase.accepted, groups=(testcase,))
        covered = self._allowance.context(whole)
        if covered.groups:
            return testcase
        return Testcase(accepted=testcase.accepted, messages=covered.messages)


def _messages_of(place: Place) -> str | None:
    """Return the id of the element that collects the messages of an open level."""
    match len(place):
        case 0:
            return MESSAGES_ID
        case 1:
            return f"{identifier(place)}-messages"
        case 2:
            return body_of(place)
        case 3:
            return identifier(place)
    return None
