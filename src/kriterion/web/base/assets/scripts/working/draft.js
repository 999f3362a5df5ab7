// A draft is saved a moment after each change, and when the page is left. The server tells when
// another tab was there first; then nothing is saved until the reader has said what is to stay.
// What could not be saved is kept in the browser until it is.
import { send } from "../parts/request.js";

const SOON = 800;
const LATER = 5000;

const stored = {
  read: (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  write: (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // the browser keeps nothing; the server does
    }
  },
  forget: (key) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // it kept nothing
    }
  },
};

export const keepDraft = (desk, { files, show }) => {
  const { draft: address, key, saving, saved, unsaved } = desk.dataset;
  const status = document.getElementById("saved");
  const conflict = document.getElementById("conflict");
  let revision = Number(desk.dataset.revision);
  let lastSaved = JSON.stringify(files());
  let theirs = null;
  let timer = 0;
  let pending = null;

  const tell = (text) => {
    if (status && status.textContent !== text) status.textContent = text;
  };

  const ask = (document_) => {
    theirs = document_;
    conflict.hidden = false;
    tell("");
  };

  const put = async ({ keepalive = false } = {}) => {
    const text = JSON.stringify(files());
    if (theirs || text === lastSaved) return;
    tell(saving);
    stored.write(key, { files: JSON.parse(text), revision });
    try {
      const answer = await send(address, { method: "PUT", json: { files: JSON.parse(text), revision }, keepalive });
      if (answer.status === 409) return ask(await answer.json());
      if (!answer.ok) throw new Error(answer.statusText);
      revision = (await answer.json()).revision;
      lastSaved = text;
      stored.forget(key);
      tell(saved);
    } catch {
      tell(unsaved);
      schedule(LATER);
    }
  };

  // One save at a time, so that each builds on the one before.
  const save = (options) => {
    clearTimeout(timer);
    pending = (pending ?? Promise.resolve()).then(() => put(options));
    return pending;
  };

  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(save, delay);
  };

  const settle = async (choice) => {
    revision = theirs.revision;
    if (choice === "theirs") {
      lastSaved = JSON.stringify(theirs.files);
      show(theirs.files);
    }
    theirs = null;
    conflict.hidden = true;
    document.getElementById("conflict-comparison").replaceChildren();
    if (choice === "mine") {
      lastSaved = "";
      await save();
    } else {
      stored.forget(key);
    }
  };

  const compare = async () => {
    const { compare: beside } = await import("../editor/comparison.js");
    const place = document.getElementById("conflict-comparison");
    place.replaceChildren();
    const mine = files();
    for (const name of Object.keys(mine)) {
      await beside(place, { before: theirs.files[name] ?? "", after: mine[name], language: desk.dataset.language, labels: [name, name] });
    }
  };

  return {
    changed: () => schedule(SOON),
    save,
    handedIn: () => {
      clearTimeout(timer);
      put({ keepalive: true });
    },
    begin: () => {
      conflict.addEventListener("click", (event) => {
        const { take } = event.target.dataset;
        if (take) settle(take);
        else if ("compare" in event.target.dataset) compare();
      });
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") save({ keepalive: true });
      });
      addEventListener("pagehide", () => save({ keepalive: true }));
      addEventListener("online", () => save());
      // Something that this browser could not save the last time.
      const kept = stored.read(key);
      if (kept?.files && JSON.stringify(kept.files) !== lastSaved) {
        // Elsewhere somebody may have gone on meanwhile; then the server says so, and keeps both.
        revision = kept.revision;
        show(kept.files);
        save();
      }
    },
  };
};
