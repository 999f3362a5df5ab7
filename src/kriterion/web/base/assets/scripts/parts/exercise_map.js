// The exercise map: its size, and the path to the exercise under the pointer or with the focus.
const STEP = 1.25;
const SMALLEST = 0.1;
const LARGEST = 3;
const SCREEN = 0.85; // of the window's height, for the whole map

export const resizeMap = (map) => {
  const paper = map.parentElement;
  const { width, height } = map.viewBox.baseVal;
  const side = getComputedStyle(paper).direction === "rtl" ? -1 : 1; // the sign of scrollLeft
  let scale = map.width.baseVal.value / width;

  const fit = () => Math.min(1, paper.clientWidth / width, (SCREEN * window.innerHeight) / height);

  const resize = (wanted) => {
    const middle = (side * paper.scrollLeft + paper.clientWidth / 2) / scale;
    scale = Math.min(LARGEST, Math.max(SMALLEST, wanted));
    map.setAttribute("width", width * scale);
    map.setAttribute("height", height * scale);
    paper.scrollLeft = side * (middle * scale - paper.clientWidth / 2);
  };

  const sizes = { in: () => scale * STEP, out: () => scale / STEP, fit, full: () => 1 };
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => resize(sizes[button.dataset.zoom]()));
  }
};

export const showPaths = (map) => {
  if (map.classList.contains("has-path")) return; // the path to a chosen exercise stays
  const arrows = [...map.querySelectorAll("[data-then]")];
  const nodes = [...map.querySelectorAll("[data-node]")];
  const before = new Map();
  for (const arrow of arrows) {
    const { first, then } = arrow.dataset;
    before.set(then, [...(before.get(then) ?? []), first]);
  }

  const findPath = (goal) => {
    const path = new Set([goal]);
    for (const node of path) for (const first of before.get(node) ?? []) path.add(first);
    return path;
  };

  const show = (path) => {
    map.classList.toggle("has-path", Boolean(path));
    for (const node of nodes) node.classList.toggle("aside", Boolean(path) && !path.has(node.dataset.node));
    for (const arrow of arrows) {
      const isOn = !path || (path.has(arrow.dataset.first) && path.has(arrow.dataset.then));
      arrow.classList.toggle("aside", !isOn);
    }
  };

  for (const type of ["pointerover", "focusin"]) {
    map.addEventListener(type, ({ target }) => {
      const node = target.closest("a")?.querySelector("[data-node]");
      show(node ? findPath(node.dataset.node) : null);
    });
  }
  for (const type of ["pointerleave", "focusout"]) map.addEventListener(type, () => show(null));
};
