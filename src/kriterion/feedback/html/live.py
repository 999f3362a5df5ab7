"""Renders live feedback: an HTML fragment for each change, and where to insert it.

The fragments and their ids are those of the finished page. Changes are filtered for the viewer
before they are rendered. A tab that may still be removed is not shown until it is certain to stay.
When the submission is done, the page replaces everything by the finished feedback.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from kriterion.feedback import phrases
from kriterion.feedback.allowance import ALLOWANCE, Allowance
from kriterion.feedback.html.contexts import (
    make_body_id,
    render_audience,
    render_context,
    render_messages,
    render_running_context,
    render_running_testcase,
    render_test,
    render_testcase,
)
from kriterion.feedback.html.element_ids import FEEDBACK_ID, Place, make_element_id
from kriterion.feedback.html.tabs import render_bar, render_panel, render_tab, render_tab_link
from kriterion.feedback.shared_causes import SharedCause, find_cause
from kriterion.feedback.titles import make_tab_title
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import (
    filter_context,
    filter_messages,
    filter_tab,
    filter_test,
    filter_testcase,
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
    """A fragment that replaces the element with this `id`.

    If there is no such element, the fragment is appended to the element with the id `within`.
    """

    id: str
    within: str
    html: Markup


def render_frame(viewer: Viewer) -> Markup:
    """Render the empty frame into which live feedback is inserted."""
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
    """How much of an attempt's feedback is rendered, so that another process can continue.

    `left` and `has_notice` are the state of the allowance. `numbers` maps the number of a tab in
    the judgement to its number on the page. `unseen` are the tabs that were hidden when they began,
    `withheld` those that are withheld from the viewer. `causes` has the number of the first context
    that failed with a cause, by the tab's number and the cause.
    """

    left: int = ALLOWANCE
    has_notice: bool = False
    numbers: dict[int, int] = {}
    unseen: dict[int, Tab] = {}
    withheld: frozenset[int] = frozenset()
    causes: dict[str, int] = {}


class LiveFeedback:
    """Turns the changes of one attempt, in order, into insertions for one viewer.

    Only tabs that the viewer may see are numbered. So the ids equal those of the finished page and
    do not reveal hidden tabs.
    """

    def __init__(self, viewer: Viewer, state: LiveState | None = None) -> None:
        earlier = state or LiveState()
        self._viewer = viewer
        self._allowance = Allowance(viewer, earlier.left, has_notice=earlier.has_notice)
        self._numbers = dict(earlier.numbers)
        self._unseen = dict(earlier.unseen)
        self._withheld = earlier.withheld
        self._causes = dict(earlier.causes)

    @property
    def state(self) -> LiveState:
        """The state after the changes so far."""
        left, has_notice = self._allowance.state
        return LiveState(
            left, has_notice, self._numbers, self._unseen, self._withheld, self._causes
        )

    def make_insertions(self, change: Change, number: int) -> Iterator[Insertion]:
        """Yield the insertions for a change; `number` makes the ids of its messages unique."""
        known = len(self._numbers)
        place = self._locate(change)
        if place is None:
            return
        if len(self._numbers) > known:
            yield from self._insert_new_tab(self._find_tab(change), place[:1])
        kind = change.kind
        match change.record:
            case Tab() as tab if kind is ChangeKind.FINISHED:
                yield from self._insert_finished_tab(
                    tab, place, is_on_page=change.path[0] not in self._unseen
                )
            case Context() as context:
                yield self._insert_context(context, place, kind)
            case Testcase() as testcase:
                yield self._insert_testcase(testcase, place, kind)
            case Test() as test if kind is ChangeKind.FINISHED:
                yield self._insert_test(test, place)
            case Message() as message:
                yield from self._insert_message(message, place, number)

    def _locate(self, change: Change) -> Place | None:
        """Return the place of a change on the viewer's page, or None while it is not visible.

        A tab gets its number when it first becomes visible.
        """
        withholding = self._viewer.withholding
        if not change.path:
            return None if withholding.verdict else ()
        tab, *inner = change.path
        if isinstance(change.record, Tab) and withholding.hides_tab(change.record):
            self._withheld |= {tab}
        if tab in self._withheld or not self._viewer.role.may_see(change.permission):
            return None
        if change.hidden:
            if isinstance(change.record, Tab):
                self._unseen[tab] = change.record
            return None
        return (self._numbers.setdefault(tab, len(self._numbers)), *inner)

    def _find_tab(self, change: Change) -> Tab:
        """Return the tab of a change. Only its title is reliable: the tab may be unfinished."""
        if isinstance(change.record, Tab):
            return change.record
        return self._unseen.get(change.path[0], Tab(description=""))

    def _insert_new_tab(self, tab: Tab, place: Place) -> Iterator[Insertion]:
        """Insert the link and the empty panel of a tab."""
        identity = make_element_id(place)
        link = render_tab_link(replace(tab, badge_count=None), place, self._viewer)
        yield Insertion(id=f"{identity}-item", within=TABS_ID, html=link)
        panel = render_panel(
            make_tab_title(tab),
            identity,
            render_audience(tab.permission, self._viewer),
            element("div", id=f"{identity}-bar"),
            element("div", id=f"{identity}-messages"),
            element("div", id=f"{identity}-contexts", class_="contexts"),
        )
        yield Insertion(id=identity, within=PANELS_ID, html=panel)

    def _insert_finished_tab(
        self, tab: Tab, place: Place, *, is_on_page: bool
    ) -> Iterator[Insertion]:
        """Insert a finished tab.

        If its content is already on the page (`is_on_page`), this is only the badge and the bar.
        """
        identity = make_element_id(place)
        tab = filter_tab(tab, self._viewer.role)
        link = render_tab_link(tab, place, self._viewer)
        yield Insertion(id=f"{identity}-item", within=TABS_ID, html=link)
        if is_on_page:
            bar = render_bar(tab, place, self._viewer)
            if bar:
                yield Insertion(id=f"{identity}-bar", within=identity, html=bar)
            return
        for limited in Allowance(self._viewer).limit_tabs((tab,)):
            panel = render_tab(limited, place, self._viewer, whole=tab)
            yield Insertion(id=identity, within=PANELS_ID, html=panel)

    def _insert_context(self, context: Context, place: Place, kind: ChangeKind) -> Insertion:
        context = filter_context(context, self._viewer.role)
        if kind is ChangeKind.STARTED:
            html = render_running_context(context, place, self._viewer)
        else:
            cause = self._find_cause(context, place)
            limited = self._allowance.limit_context(context)
            html = render_context(
                limited,
                place,
                self._viewer,
                is_open=not context.accepted and (cause is None or cause.first == place[1]),
                cause=cause,
            )
        within = f"{make_element_id(place[:1])}-contexts"
        return Insertion(id=make_element_id(place), within=within, html=html)

    def _find_cause(self, context: Context, place: Place) -> SharedCause | None:
        """Return the cause that an earlier context of the tab has, too; note a new one."""
        cause = find_cause(context)
        if not cause:
            return None
        first = self._causes.setdefault(f"{place[0]}-{cause}", place[1])
        return SharedCause(first, 1)

    def _insert_testcase(self, testcase: Testcase, place: Place, kind: ChangeKind) -> Insertion:
        testcase = filter_testcase(testcase, self._viewer.role)
        if kind is ChangeKind.STARTED:
            html = render_running_testcase(testcase, place, self._viewer)
        else:
            html = render_testcase(self._limit_testcase(testcase), place, self._viewer)
        return Insertion(id=make_element_id(place), within=make_body_id(place[:2]), html=html)

    def _insert_test(self, test: Test, place: Place) -> Insertion:
        test = filter_test(test, self._viewer.role)
        testcase = self._limit_testcase(Testcase(accepted=test.accepted, tests=(test,)))
        limited = testcase.tests[0] if testcase.tests else Test(accepted=test.accepted)
        html = render_test(limited, place, self._viewer)
        return Insertion(id=make_element_id(place), within=make_element_id(place[:3]), html=html)

    def _insert_message(self, message: Message, place: Place, number: int) -> Iterator[Insertion]:
        """Insert a message, unless it belongs to a test: it is then inserted with the test."""
        limited = self._allowance.limit_messages(filter_messages((message,), self._viewer.role))
        within = _find_messages_id(place)
        if limited and within is not None:
            name = f"{make_element_id(place)}-added-{number}"
            html = element("div", render_messages(limited, name, self._viewer), id=name)
            yield Insertion(id=name, within=within, html=html)

    def _limit_testcase(self, testcase: Testcase) -> Testcase:
        """Return the testcase, or its verdict and a notice if the allowance does not cover it."""
        context = Context(accepted=testcase.accepted, groups=(testcase,))
        limited = self._allowance.limit_context(context)
        if limited.groups:
            return testcase
        return Testcase(accepted=testcase.accepted, messages=limited.messages)


def _find_messages_id(place: Place) -> str | None:
    """Return the id of the element that collects messages at a place; None for a test."""
    match len(place):
        case 0:
            return MESSAGES_ID
        case 1:
            return f"{make_element_id(place)}-messages"
        case 2:
            return make_body_id(place)
        case 3:
            return make_element_id(place)
    return None
