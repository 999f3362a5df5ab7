// Give elements that overflow a tab stop, so that they can be scrolled with the keyboard; remove it
// when they fit.
const SCROLLABLE = ".rich math[display=block], .rich pre, pre.code, .table-scroll, .rich table";

const updateTabStops = () => {
  for (const each of document.querySelectorAll(SCROLLABLE)) {
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
  updateTabStops();
  addEventListener("resize", updateTabStops);
  addEventListener("load", updateTabStops);
  document.addEventListener("feedback-changed", updateTabStops);
};
