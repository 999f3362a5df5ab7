// Save the draft shortly after each change and when the user leaves the page. If the server reports a
// conflict with another tab, stop saving until the user has chosen a version. Unsaved changes stay in
// the browser's local storage until the server has them.
import { readError, send } from "../parts/request.js";

const SAVE_DELAY_MILLISECONDS = 400;
const RETRY_MILLISECONDS = 5000;
const SUBMIT_LATER_MILLISECONDS = 30 * 60_000;

const localDrafts = {
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
      // without local storage only the server keeps the draft
    }
  },
  remove: (key) => {
    try {
      localStorage.removeItem(key);
    } catch {
      // nothing was stored
    }
  },
};

const isToday = (moment) => moment.toDateString() === new Date().toDateString();

export const keepDraft = (desk, { readFiles, showFiles }) => {
  const { draft: address, key, saving, saved, unsaved, loggedOut, tooLong, failed } = desk.dataset;
  const status = document.getElementById("saved");
  const savedWhen = document.getElementById("saved-when");
  const conflict = document.getElementById("conflict");
  let revision = Number(desk.dataset.revision);
  let lastSaved = JSON.stringify(readFiles());
  let submitAt; // when the user wanted to submit, if that waits for a log-in
  let theirs = null;
  let timer = 0;
  let pending = null;
  let keepsVersion = false; // whether what the next save replaces becomes a version

  const showStatus = (text) => {
    if (status && status.textContent !== text) status.textContent = text;
  };

  // When something was saved, in words of this page, and where, if that is known.
  const showMoment = (place, moment, device) => {
    if (!place) return;
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(isToday(moment) ? {} : { day: "numeric", month: "short" }) };
    const time = new Intl.DateTimeFormat(document.documentElement.lang, options).format(moment);
    place.textContent = place.dataset.text.replace("{time}", time) + (device ? ` (${device})` : "");
  };

  const showConflict = (document_) => {
    theirs = document_;
    conflict.hidden = false;
    showMoment(document.getElementById("conflict-when"), new Date(theirs.saved_at), theirs.device);
    showStatus("");
  };

  // Why the server did not save, in its own words if it has any.
  const describeFailure = async (answer) => {
    if (answer.status === 401) return loggedOut;
    if (answer.status === 413) return tooLong;
    return `${failed} ${await readError(answer)}`.trim();
  };

  const put = async ({ keepalive = false } = {}) => {
    const text = JSON.stringify(readFiles());
    if (theirs || text === lastSaved) return;
    showStatus(saving);
    localDrafts.write(key, { files: JSON.parse(text), revision, submitAt });
    let answer;
    try {
      const json = { files: JSON.parse(text), revision, ...(keepsVersion ? { keep: true } : {}) };
      answer = await send(address, { method: "PUT", json, keepalive });
    } catch {
      showStatus(unsaved);
      return schedule(RETRY_MILLISECONDS);
    }
    try {
      if (answer.status === 409) return showConflict(await answer.json());
      if (!answer.ok) {
        showStatus(await describeFailure(answer));
        // What is refused is refused again, until it is changed.
        if (answer.status !== 400 && answer.status !== 413) schedule(RETRY_MILLISECONDS);
        return;
      }
      const stored = await answer.json();
      revision = stored.revision;
      lastSaved = text;
      keepsVersion = false;
      localDrafts.remove(key);
      showStatus(saved);
      showMoment(savedWhen, new Date(stored.saved_at));
    } catch {
      showStatus(failed); // the answer is not ours
      schedule(RETRY_MILLISECONDS);
    }
  };

  // Save one at a time, so that each request sends the revision returned by the previous one.
  const save = (options) => {
    clearTimeout(timer);
    pending = (pending ?? Promise.resolve()).then(() => put(options));
    return pending;
  };

  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(save, delay);
  };

  const resolveConflict = async (choice) => {
    revision = theirs.revision;
    if (choice === "theirs") {
      lastSaved = JSON.stringify(theirs.files);
      showFiles(theirs.files);
    }
    theirs = null;
    conflict.hidden = true;
    document.getElementById("conflict-comparison").replaceChildren();
    if (choice === "mine") {
      lastSaved = "";
      await save();
    } else {
      localDrafts.remove(key);
    }
  };

  const compare = async () => {
    const { compare: showComparison } = await import("../editor/comparison.js");
    const place = document.getElementById("conflict-comparison");
    place.replaceChildren();
    const mine = readFiles();
    for (const name of Object.keys(mine)) {
      await showComparison(place, { before: theirs.files[name] ?? "", after: mine[name], language: desk.dataset.language, labels: [name, name] });
    }
  };

  return {
    scheduleSave: () => schedule(SAVE_DELAY_MILLISECONDS),
    save,
    saveBeforeSubmit: () => {
      clearTimeout(timer);
      put({ keepalive: true });
    },
    /** Have what the next save replaces kept as a version. */
    keepVersion: () => {
      keepsVersion = true;
    },
    forget: () => localDrafts.remove(key),
    /** Keep the text in this browser, to be submitted once the user has logged in. */
    submitLater: () => {
      submitAt = Date.now();
      localDrafts.write(key, { files: readFiles(), revision, submitAt });
    },
    /** Begin to save; return whether the text waits to be submitted. */
    start: () => {
      conflict.addEventListener("click", (event) => {
        const { take } = event.target.dataset;
        if (take) resolveConflict(take);
        else if ("compare" in event.target.dataset) compare();
      });
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") save({ keepalive: true });
      });
      addEventListener("pagehide", () => save({ keepalive: true }));
      addEventListener("online", () => save());
      // Restore changes that this browser could not save last time.
      const stored = localDrafts.read(key);
      if (stored?.files && JSON.stringify(stored.files) !== lastSaved) {
        // If the draft changed elsewhere meanwhile, the server reports a conflict and keeps both.
        revision = stored.revision;
        showFiles(stored.files);
        save();
      }
      if (!stored?.submitAt) return false;
      localDrafts.write(key, { files: stored.files, revision: stored.revision });
      return Date.now() - stored.submitAt < SUBMIT_LATER_MILLISECONDS;
    },
  };
};
