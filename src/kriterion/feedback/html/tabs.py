"""Renders the tabs of the feedback as HTML.

Without the page's script, the tabs are chapters below a table of contents.
"""

import re
from collections.abc import Iterator

from kriterion.feedback import icons, phrases
from kriterion.feedback.html.contexts import render_audience, render_context, render_messages
from kriterion.feedback.html.element_ids import Place, make_element_id
from kriterion.feedback.html.text_comparison import has_long_lines, is_inline
from kriterion.feedback.pass_counts import count_contexts
from kriterion.feedback.shared_causes import find_shared_causes, remove_repeated_messages
from kriterion.feedback.titles import make_tab_title
from kriterion.feedback.viewer import Viewer
from kriterion.markup.element import NOTHING, Markup, element
from kriterion_tools.contracts.dodona_judge.output_records import Tab
from kriterion_tools.translation.translator import Phrase

NEXT_FAILING_KEY = "n"
_MARKS_IN_A_ROW = 20


def render_tab_link(tab: Tab, place: Place, viewer: Viewer, *, is_open: bool = False) -> Markup:
    """Render the link that opens a tab, with the number of failed tests as its badge."""
    badge = render_badge(tab.badge_count or 0, viewer.translate(phrases.FAILED))
    return render_panel_link(make_tab_title(tab), make_element_id(place), badge, is_open=is_open)


def render_panel_link(title: str, identity: str, badge: Markup, *, is_open: bool = False) -> Markup:
    """Render the link that opens a panel; `is_open` if it is open when the page appears."""
    inside = element(
        "a",
        title,
        badge,
        href=f"#{identity}",
        id=f"{identity}-link",
        class_="opened" if is_open else None,
    )
    return element("li", inside, id=f"{identity}-item")


def render_later(panel: Markup) -> Markup:
    """Wrap a panel that is not open when the page appears.

    The stylesheet hides it until the page's script is loaded, so that nothing on the page moves.
    Without scripts it is visible.
    """
    return element("div", panel, class_="later-panel")


def render_badge(count: int, words: str, class_: str = "badge") -> Markup:
    """Render a count with `words` for screen readers, or nothing if it is 0."""
    label = element("span", f" {words}: ", class_="for-screen-readers")
    return element("span", label, str(count), class_=class_) if count else NOTHING


def render_tab(tab: Tab, place: Place, viewer: Viewer, *, whole: Tab | None = None) -> Markup:
    """Render a tab as a panel. If the allowance shortened `tab`, counts come from `whole`."""
    identity = make_element_id(place)
    return render_panel(
        make_tab_title(tab),
        identity,
        render_audience(tab.permission, viewer),
        render_bar(tab, place, viewer, whole=whole),
        render_messages(tab.messages, identity, viewer),
        element(
            "div",
            *_render_contexts(tab, place, viewer),
            id=f"{identity}-contexts",
            class_="contexts",
        ),
    )


def render_bar(tab: Tab, place: Place, viewer: Viewer, *, whole: Tab | None = None) -> Markup:
    """Render the bar: a count, an icon for each context, a link to the next failing one, switches.

    The count is that of contexts, like the icons; the page's header counts testcases. Source:
    dodona-edu/dodona, FeedbackTableRenderer.
    """
    correct, total = count_contexts(whole or tab)
    if not total:
        return NOTHING
    marks = (
        _render_mark(context.accepted, (*place, index), viewer)
        for index, context in enumerate(tab.groups)
    )
    marks_class = "marks" if total <= _MARKS_IN_A_ROW else "marks marks-many"
    name = viewer.translate(phrases.CONTEXTS, tab=make_tab_title(tab))
    label = viewer.translate(phrases.CORRECT_OF, correct=correct, total=total)
    has_tests = any(testcase.tests for context in tab.groups for testcase in context.groups)
    has_tables = any(
        not test.accepted and not is_inline(test)
        for context in tab.groups
        for testcase in context.groups
        for test in testcase.tests
    )
    return element(
        "div",
        element("strong", label, class_="count"),
        # Without the script every tab is visible: each landmark needs a name of its own.
        element("nav", *marks, class_=marks_class, aria_label=name),
        _render_next_failing_link(tab, place, viewer),
        _render_switch("show-blanks", phrases.SHOW_BLANKS, viewer) if has_tests else NOTHING,
        _render_switch("hide-correct", phrases.HIDE_CORRECT, viewer)
        if correct and correct < total
        else NOTHING,
        render_view_choice(make_element_id(place), _choose_default_view(tab), viewer)
        if has_tables
        else NOTHING,
        id=f"{make_element_id(place)}-bar",
        class_="bar",
    )


def render_panel(title: str, identity: str, *inside: Markup) -> Markup:
    """Render the panel that a tab link opens."""
    heading = element("h2", title, class_="panel-title")
    return element(
        "section", heading, *inside, id=identity, class_="panel", data_name=make_slug(title)
    )


def render_view_choice(identity: str, chosen: str, viewer: Viewer) -> Markup:
    """Render the radio buttons for split and unified view, which need only the stylesheet."""
    name = f"{identity}-view"

    def render_button(view: str, phrase: Phrase) -> Markup:
        checked = " checked" if view == chosen else ""
        box = Markup(f'<input type="radio" name="{name}" value="{view}"{checked}>')
        return element("label", box, viewer.translate(phrase))

    return element(
        "fieldset",
        element("legend", viewer.translate(phrases.DIFFERENCE_VIEW), class_="for-screen-readers"),
        render_button("split", phrases.SPLIT),
        render_button("unified", phrases.UNIFIED),
        class_="views",
    )


def make_slug(title: str) -> str:
    """Return the name by which links in messages refer to the tab with this title."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")


def _render_contexts(tab: Tab, place: Place, viewer: Viewer) -> Iterator[Markup]:
    """Render the contexts. Wrong ones are open, but of several with the same cause the first."""
    causes = find_shared_causes(tab.groups)
    for index, context in enumerate(tab.groups):
        cause = causes.get(index)
        is_repeated = cause is not None and cause.first != index
        if cause is not None and is_repeated:
            context = remove_repeated_messages(context, tab.groups[cause.first])
        yield render_context(
            context,
            (*place, index),
            viewer,
            is_open=not context.accepted and not is_repeated,
            cause=cause,
        )


def _render_mark(accepted: bool, place: Place, viewer: Viewer) -> Markup:
    verdict = viewer.describe_verdict(accepted)
    label = viewer.translate(phrases.CONTEXT_NUMBER, number=place[-1] + 1, verdict=verdict)
    return element(
        "a",
        icons.render_icon(icons.choose_verdict_icon(accepted)),
        href=f"#{make_element_id(place)}",
        title=label,
        aria_label=label,
        class_="mark correct" if accepted else "mark wrong",
    )


def _render_next_failing_link(tab: Tab, place: Place, viewer: Viewer) -> Markup:
    failing = (index for index, context in enumerate(tab.groups) if not context.accepted)
    first = next(failing, None)
    if first is None:
        return NOTHING
    return element(
        "a",
        viewer.translate(phrases.NEXT_FAILING),
        icons.render_icon(icons.NEXT),
        element("kbd", NEXT_FAILING_KEY, aria_hidden="true"),
        aria_keyshortcuts=NEXT_FAILING_KEY,
        href=f"#{make_element_id((*place, first))}",
        class_="next-failing",
    )


def _choose_default_view(tab: Tab) -> str:
    return "unified" if has_long_lines(tab) else "split"


def _render_switch(name: str, phrase: Phrase, viewer: Viewer) -> Markup:
    box = Markup(f'<input type="checkbox" class="{name}">')
    return element("label", box, viewer.translate(phrase), class_=f"switch switch-{name}")
