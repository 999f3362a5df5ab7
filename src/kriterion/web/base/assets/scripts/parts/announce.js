// Says something to those who listen to the page, without moving anything on it.
let place;

export const announce = (text) => {
  if (!place) {
    place = document.createElement("div");
    place.className = "for-screen-readers";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
};
