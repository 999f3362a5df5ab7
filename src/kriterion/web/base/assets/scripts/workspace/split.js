// The split between description and code, moved with the pointer or the arrow keys. This browser
// remembers it.
const KEY = "split";
const [LEAST, MOST, USUAL, STEP] = [25, 75, 46, 2]; // percent

const read = () => {
  try {
    return Number(localStorage.getItem(KEY)) || USUAL;
  } catch {
    return USUAL;
  }
};

const store = (percent) => {
  try {
    localStorage.setItem(KEY, String(percent));
  } catch {
    // it is not remembered
  }
};

export const makeSplit = (work) => {
  const handle = document.getElementById("split");
  if (!handle) return;
  const isMirrored = document.dir === "rtl";
  let percent = 0;
  const move = (wanted) => {
    percent = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    work.style.setProperty("--split", `${percent}%`);
    handle.setAttribute("aria-valuenow", String(percent));
  };
  const keys = { [isMirrored ? "ArrowRight" : "ArrowLeft"]: () => percent - STEP, [isMirrored ? "ArrowLeft" : "ArrowRight"]: () => percent + STEP, Home: () => LEAST, End: () => MOST };
  handle.addEventListener("keydown", (event) => {
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    move(next());
    store(percent);
  });
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const { left, right, width } = work.getBoundingClientRect();
    move((100 * (isMirrored ? right - event.clientX : event.clientX - left)) / width);
  });
  handle.addEventListener("pointerup", () => store(percent));
  handle.addEventListener("dblclick", () => {
    move(USUAL);
    store(percent);
  });
  move(read());
};
