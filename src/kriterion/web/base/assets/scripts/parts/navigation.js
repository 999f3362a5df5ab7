// Where navigation is wider than the screen, the current link is brought into view.
export const showCurrent = () => {
  for (const link of document.querySelectorAll("nav ul [aria-current=page]")) {
    const list = link.closest("nav");
    if (list.scrollWidth > list.clientWidth) {
      list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
    }
  }
};
