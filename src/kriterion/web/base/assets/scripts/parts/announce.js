// Announce a text to screen readers without changing the page.
let region;

export const announce = (text) => {
  if (!region) {
    region = document.createElement("div");
    region.className = "for-screen-readers";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = text));
};
