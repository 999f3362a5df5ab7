// If the navigation is wider than the screen, scroll the current link into view.
export const scrollToCurrentLink = () => {
  for (const link of document.querySelectorAll("nav ul [aria-current=page]")) {
    const list = link.closest("nav");
    if (list.scrollWidth > list.clientWidth) {
      const [around, own] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
      list.scrollLeft += (own.left + own.right - around.left - around.right) / 2;
    }
  }
};
