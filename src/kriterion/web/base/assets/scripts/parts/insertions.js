// Put fragments of live feedback into the page, a few per frame: a judge may write hundreds of tests
// at once, and the page must answer keys meanwhile.

// Leaves most of a frame to the layout and the painting of what was inserted.
const SLICE_MILLISECONDS = 8;
// A page in the background has no frames.
const LONGEST_FRAME_MILLISECONDS = 200;

export const parseFragment = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
};

// Save which parts are open and where the focus is, because replacing an element must change neither.
export const saveViewState = (element) => ({
  open: new Map([...element.querySelectorAll("details[id]")].map((each) => [each.id, each.open])),
  tab: element.querySelector(".tabs a[aria-selected=true]")?.id,
  focus: element.contains(document.activeElement) ? document.activeElement.id : "",
});

export const restoreViewState = (element, { open, tab, focus }) => {
  for (const [id, wasOpen] of open) {
    const details = wasOpen && document.getElementById(id);
    if (details && !details.classList.contains("running") && element.contains(details)) details.open = true;
  }
  const link = tab && document.getElementById(tab);
  if (link) link.setAttribute("aria-selected", "true");
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
};

/** Tell other scripts that feedback has changed: in these elements, or everywhere. */
export const dispatchFeedbackChanged = (elements) => {
  const detail = { elements: elements ?? [document], isPartial: Boolean(elements) };
  document.dispatchEvent(new CustomEvent("feedback-changed", { detail }));
};

// Returns the inserted element.
const insert = ({ id, within, html }) => {
  const old = document.getElementById(id);
  const place = old ?? document.getElementById(within);
  if (!place) return null; // a part of something that a later insertion replaces as a whole
  const element = parseFragment(html);
  if (!old) {
    element.classList.add("arrived");
    place.append(element);
    return element;
  }
  const viewState = saveViewState(old);
  const focused = old.contains(document.activeElement);
  old.replaceWith(element);
  restoreViewState(element, viewState);
  if (focused && !viewState.focus) element.querySelector("summary, a")?.focus({ preventScroll: true });
  return element;
};

/**
 * Return the steps without those that are replaced before anything else gets into the same place: a
 * test that has begun by the same test once it is judged. A step of several insertions is kept, as
 * these belong together: a tab and its panel.
 */
const dropReplaced = (steps) => {
  const following = new Map(); // the id of the next insertion into each place
  const kept = [...steps].reverse().filter((step) => {
    const isReplaced = step.length === 1 && following.get(step[0].within) === step[0].id;
    for (const { id, within } of [...step].reverse()) following.set(within, id);
    return !isReplaced;
  });
  return kept.reverse();
};

const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME_MILLISECONDS);
  });

/**
 * Returns `{add, clear, whenDone}`: `add(step)` takes insertions `{id, within, html}`, and
 * `whenDone()` resolves once everything added is on the page.
 */
export const makeInserter = () => {
  let pending = [];
  let running = Promise.resolve();
  let isRunning = false;

  const run = async () => {
    while (pending.length) {
      await nextFrame();
      pending = dropReplaced(pending);
      const until = performance.now() + SLICE_MILLISECONDS;
      const changed = [];
      while (pending.length && performance.now() < until) {
        for (const insertion of pending.shift()) {
          const element = insert(insertion);
          if (element) changed.push(element);
        }
      }
      if (changed.length) dispatchFeedbackChanged(changed.filter((each) => each.isConnected));
    }
    isRunning = false;
  };
  return {
    add: (step) => {
      pending.push(step);
      if (isRunning) return;
      isRunning = true;
      running = run();
    },
    clear: () => {
      pending = [];
    },
    whenDone: () => running,
  };
};
