// A submission's result: follow its events until it is finished, and poll now and then while it is on
// hold.
import "../../generated/feedback.js";
import { announce } from "./announce.js";
import {
  dispatchFeedbackChanged, makeInserter, parseFragment, restoreViewState, saveViewState,
} from "./insertions.js";

// Whether the result is part of the page of its exercise.
const isBesideCode = (result) => Boolean(result.closest("#outcome"));

const ON_HOLD_POLL_MILLISECONDS = 30_000;

// Replace the result on the page by its current state.
const replaceResult = (result, fresh) => {
  const viewState = saveViewState(result);
  // If the user has opened nothing and not scrolled, show the first tab with a failure.
  if (!result.querySelector("[data-opened]") && scrollY < innerHeight / 2) viewState.tab = "";
  const top = scrollY;
  result.replaceWith(fresh);
  restoreViewState(fresh, viewState);
  dispatchFeedbackChanged();
  document.dispatchEvent(new Event("result-changed"));
  scrollTo({ top, behavior: "instant" });
  const verdict = fresh.querySelector(".status, .notice-title, .progress-title");
  if (verdict) {
    announce(verdict.textContent.trim());
    if (!isBesideCode(fresh)) document.title = document.title.replace(/: [^:]*( · )/, (_, end) => `: ${verdict.textContent.trim()}${end}`);
  }
  watch(fresh);
};

const loadResult = async (result) => {
  const answer = await fetch(result.dataset.result, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
};

// Parsing a large result takes long enough for a task of its own: keys are answered in between.
const endTask = () => new Promise((resolve) => setTimeout(resolve));

// A submission may be on hold for days, so poll instead of keeping a connection open.
const pollOnHold = (result) => {
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const fresh = parseFragment(await loadResult(result));
      if (result.isConnected && fresh.dataset.state === result.dataset.state) return;
      clearInterval(timer);
      if (result.isConnected) replaceResult(result, fresh);
    } catch {
      // offline: try again later
    }
  }, ON_HOLD_POLL_MILLISECONDS);
};

// Poll for a part that is still being rendered, with increasing delays.
const pollRendering = async (element, address) => {
  for (let delay = 500; element.isConnected; delay = Math.min(2 * delay, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (!answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById(element.id);
      if (!fresh || "preparing" in fresh.dataset) continue;
      await endTask();
      return replaceResult(element, document.adoptNode(fresh));
    } catch {
      // offline: try again later
    }
  }
};

const followEvents = (result) => {
  let lastEventId = "";
  let failures = 0;
  let source;
  let retry;
  let isOver = false;
  const inserter = makeInserter();

  const noteEvent = (event) => {
    if (event.lastEventId) lastEventId = event.lastEventId;
    failures = 0;
  };

  // The page may be restored while a retry is pending: there is one connection at a time.
  const close = () => {
    clearTimeout(retry);
    source?.close();
  };

  // Whether another submission has taken its place on the page.
  const isReplaced = () => {
    if (result.isConnected) return false;
    close();
    inserter.clear();
    isOver = true;
    return true;
  };

  const finish = async () => {
    if (isReplaced()) return;
    close();
    isOver = true;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const text = await loadResult(result);
        inserter.clear(); // the text has it
        await inserter.whenDone();
        const fresh = parseFragment(text);
        await endTask();
        if (!isReplaced()) replaceResult(result, fresh);
        return;
      } catch {
        if (attempt > 20) return location.reload();
        await new Promise((resolve) => setTimeout(resolve, 1000 + 500 * attempt));
      }
    }
  };

  const open = () => {
    close();
    const address = new URL(result.dataset.events, location.href);
    if (lastEventId) address.searchParams.set("after", lastEventId);
    source = new EventSource(address);
    source.addEventListener("insert", (event) => {
      if (isReplaced()) return;
      noteEvent(event);
      inserter.add(JSON.parse(event.data));
    });
    source.addEventListener("restarted", (event) => {
      if (isReplaced()) return;
      noteEvent(event);
      lastEventId = "";
      inserter.clear();
      const old = document.getElementById("feedback");
      old?.replaceWith(parseFragment(JSON.parse(event.data).frame));
      dispatchFeedbackChanged();
    });
    source.addEventListener("moved", (event) => {
      if (isReplaced()) return;
      noteEvent(event);
      const { word, waiting } = JSON.parse(event.data);
      const status = result.querySelector("[data-word]");
      // Screen readers announce every replacement, even by the same text.
      if (status && status.textContent !== word) status.textContent = word;
      const wait = result.querySelector("[data-waiting]");
      if (wait) {
        if (wait.textContent !== waiting) wait.textContent = waiting;
        wait.hidden = !waiting;
      }
    });
    source.addEventListener("over", finish);
    source.addEventListener("error", () => {
      if (isReplaced() || source.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
      failures += 1;
      clearTimeout(retry);
      retry = setTimeout(open, Math.min(30_000, 500 * 2 ** failures));
    });
  };
  open();
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && result.isConnected && !isOver && open());
};

// Put a copy of each button that reports a comment beside the comment. The form is below the result.
const addReportButtons = () => {
  for (const button of document.querySelectorAll("#reports button[value=report]")) {
    const { beside, rule } = button.form.dataset;
    const places = document.querySelectorAll(rule ? `#feedback [data-rule="${rule}"]` : `#${beside}`);
    for (const place of places) {
      const copy = button.cloneNode(true);
      copy.setAttribute("form", button.form.id);
      copy.classList.add("report-beside", "no-print");
      place.append(copy);
    }
  }
};

/** Keep the result on the page current until it is final. */
export const watch = (result) => {
  addReportButtons();
  if ("preparing" in result.dataset) pollRendering(result, result.dataset.result ?? location.href);
  else if (["queued", "running"].includes(result.dataset.state)) followEvents(result);
  else if (result.dataset.state === "blocked") pollOnHold(result);
};

// Lead from lines of the submission that a traceback names to the code.
const LINE_OF_FILE = /(File "([^"]+)", )(line (\d+))/;

// The number of the submitted file that has this name, from 1; 0 if there is none. A single file has
// no name on the page: any without a directory is it.
const findFileNumber = (name) => {
  const panels = [...document.querySelectorAll("#feedback .panel")].filter(({ id }) => /^code(-\d+)?$/.test(id));
  if (panels.length === 1) return name.includes("/") ? 0 : 1;
  return 1 + panels.findIndex((panel) => `/${name}`.endsWith(`/${panel.querySelector(".panel-title").textContent}`));
};

const linkLines = (elements) => {
  const places = elements.flatMap((each) => [...each.querySelectorAll("#feedback .message pre")]);
  for (const place of places) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) if (LINE_OF_FILE.test(texts.currentNode.data)) found.push(texts.currentNode);
    for (const text of found) linkLine(text);
  }
};

const linkLine = (text) => {
  if (text.parentElement.closest("a")) return;
  for (const { 1: before, 2: name, 3: words, 4: line, index } of text.data.matchAll(new RegExp(LINE_OF_FILE, "g"))) {
    const number = findFileNumber(name);
    const id = number > 1 ? `code-${number}-line-${line}` : `code-line-${line}`;
    if (!number || !document.getElementById(id)) continue;
    const link = document.createElement("a");
    Object.assign(link, { className: "tab-link", href: `#${id}`, textContent: words });
    Object.assign(link.dataset, { tab: "code", line, ...(number > 1 ? { file: number } : {}) });
    const rest = text.splitText(index + before.length);
    rest.data = rest.data.slice(words.length);
    rest.before(link);
    linkLine(rest);
    return;
  }
};

document.addEventListener("feedback-changed", (event) => linkLines(event.detail?.elements ?? [document]));
linkLines([document]);
