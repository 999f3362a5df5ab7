// Give elements that overflow a tab stop, so that they can be scrolled with the keyboard; remove it
// when they fit.
const SCROLLABLE = ".rich math[display=block], .rich pre, pre.code, .table-scroll, .rich table";
// Feedback that is arriving changes many times a second.
const QUIET_MILLISECONDS = 250;

const updateTabStops = () => {
  for (const each of document.querySelectorAll(SCROLLABLE)) {
    // What is far below the screen is not laid out for this.
    if (each.checkVisibility && !each.checkVisibility({ contentVisibilityAuto: true })) continue;
    if (each.scrollWidth > each.clientWidth + 1) {
      if (!each.hasAttribute("tabindex")) {
        each.tabIndex = 0;
        each.dataset.scrolled = "";
      }
    } else if ("scrolled" in each.dataset) {
      each.removeAttribute("tabindex");
      delete each.dataset.scrolled;
    }
  }
};

export const makeScrollable = () => {
  let update;
  updateTabStops();
  addEventListener("resize", updateTabStops);
  addEventListener("load", updateTabStops);
  const updateSoon = () => {
    clearTimeout(update);
    update = setTimeout(updateTabStops, QUIET_MILLISECONDS);
  };
  document.addEventListener("feedback-changed", ({ detail }) => (detail?.isPartial ? updateSoon() : updateTabStops()));
  document.addEventListener("contentvisibilityautostatechange", updateSoon);
  document.addEventListener("toggle", updateSoon, { capture: true });
};
