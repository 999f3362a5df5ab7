// The page of a submission: follows what happens to it until it is over, and asks now and then for
// one that is kept for an administrator.
import "../generated/feedback.js";
import { announce } from "./parts/announce.js";

const changed = () => document.dispatchEvent(new Event("feedback-changed"));

const fragment = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
};

// What the reader has open, and where the keyboard is: replacing a part must change neither.
const remembered = (element) => ({
  open: new Map([...element.querySelectorAll("details[id]")].map((each) => [each.id, each.open])),
  tab: element.querySelector(".tabs a[aria-selected=true]")?.id,
  focus: element.contains(document.activeElement) ? document.activeElement.id : "",
});

const restore = (element, { open, tab, focus }) => {
  for (const [id, wasOpen] of open) {
    const details = document.getElementById(id);
    if (details && !details.classList.contains("running") && element.contains(details) && wasOpen) details.open = true;
  }
  const link = tab && document.getElementById(tab);
  if (link) link.setAttribute("aria-selected", "true");
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
};

const insert = ({ id, within, html }) => {
  const element = fragment(html);
  const old = document.getElementById(id);
  if (old) {
    const memory = remembered(old);
    const focused = old.contains(document.activeElement);
    old.replaceWith(element);
    restore(element, memory);
    if (focused && !memory.focus) element.querySelector("summary, a")?.focus({ preventScroll: true });
  } else {
    element.classList.add("arrived");
    document.getElementById(within)?.append(element);
  }
};

const RECHECK_MILLISECONDS = 30_000;

// Put the result as it is now in the place of what the page shows.
const replace = (result, fresh) => {
  const memory = remembered(result);
  // Who opened nothing and is still at the top is shown the first tab where something failed.
  if (!result.querySelector("[data-opened]") && scrollY < innerHeight / 2) memory.tab = "";
  const top = scrollY;
  result.replaceWith(fresh);
  restore(fresh, memory);
  changed();
  scrollTo({ top, behavior: "instant" });
  const verdict = fresh.querySelector(".status, .notice-title, .progress-title");
  if (verdict) {
    announce(verdict.textContent.trim());
    document.title = document.title.replace(/: [^:]*( · )/, `: ${verdict.textContent.trim()}$1`);
  }
  attend(fresh);
};

const load = async (result) => {
  const answer = await fetch(result.dataset.result, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
};

// A submission may be kept for days: no connection stays open for it.
const recheck = (result) => {
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const fresh = fragment(await load(result));
      if (result.isConnected && fresh.dataset.state === result.dataset.state) return;
      clearInterval(timer);
      if (result.isConnected) replace(result, fresh);
    } catch {
      // Without a connection it is asked again the next time.
    }
  }, RECHECK_MILLISECONDS);
};

// Asks again for what is still being rendered, less and less often.
const waitFor = async (element, address) => {
  for (let delay = 500; element.isConnected; delay = Math.min(2 * delay, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (!answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById(element.id);
      if (fresh && !("preparing" in fresh.dataset)) return replace(element, document.adoptNode(fresh));
    } catch {
      // Without a connection it is asked again the next time.
    }
  }
};

const follow = (result) => {
  let last = "";
  let failures = 0;
  let source;

  const seen = (event) => {
    if (event.lastEventId) last = event.lastEventId;
    failures = 0;
  };

  const finish = async () => {
    source.close();
    for (let attempt = 0; ; attempt += 1) {
      try {
        replace(result, fragment(await load(result)));
        return;
      } catch {
        if (attempt > 20) return location.reload();
        await new Promise((resolve) => setTimeout(resolve, 1000 + 500 * attempt));
      }
    }
  };

  const open = () => {
    const address = new URL(result.dataset.events, location.href);
    if (last) address.searchParams.set("after", last);
    source = new EventSource(address);
    source.addEventListener("insert", (event) => {
      seen(event);
      JSON.parse(event.data).forEach(insert);
      changed();
    });
    source.addEventListener("restarted", (event) => {
      seen(event);
      last = "";
      const old = document.getElementById("feedback");
      old?.replaceWith(fragment(JSON.parse(event.data).frame));
      changed();
    });
    source.addEventListener("moved", (event) => {
      seen(event);
      const { word, waiting } = JSON.parse(event.data);
      const told = result.querySelector("[data-word]");
      if (told) told.textContent = word;
      const wait = result.querySelector("[data-waiting]");
      if (wait) {
        wait.textContent = waiting;
        wait.hidden = !waiting;
      }
    });
    source.addEventListener("over", finish);
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return; // the browser itself tries again
      failures += 1;
      setTimeout(open, Math.min(30_000, 500 * 2 ** failures));
    });
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && result.isConnected && open());
};

const attend = (result) => {
  if ("preparing" in result.dataset) waitFor(result, result.dataset.result ?? location.href);
  else if (["queued", "running"].includes(result.dataset.state)) follow(result);
  else if (result.dataset.state === "blocked") recheck(result);
};

const result = document.getElementById("result") ?? document.getElementById("compared");
if (result) attend(result);
