// If the navigation is wider than the screen, scroll the current link into view.
export const scrollToCurrentLink = () => {
  for (const link of document.querySelectorAll("nav ul [aria-current=page]")) {
    const list = link.closest("nav");
    if (list.scrollWidth > list.clientWidth) {
      list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
    }
  }
};
