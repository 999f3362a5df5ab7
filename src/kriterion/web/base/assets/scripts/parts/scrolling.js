// What is wider than its place can be scrolled with the keyboard: it gets a tab stop, and loses it
// again when there is room.
const SCROLLED = ".rich math[display=block], .rich pre, pre.code, .table-scroll, .rich table";

const look = () => {
  for (const each of document.querySelectorAll(SCROLLED)) {
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

export const scrollByKey = () => {
  look();
  addEventListener("resize", look);
  addEventListener("load", look);
  document.addEventListener("feedback-changed", look);
};
