// A list of submissions that is open: rows whose submission has changed are updated in place, new
// submissions are announced with a link that shows them. No row moves by itself.

const list = document.querySelector("[data-list-events]");
const place = document.querySelector(".list-news");
const MAX_DELAY_MILLISECONDS = 60_000;

const showNumber = (text) => {
  if (place.dataset.text === text) return; // screen readers announce every replacement
  place.dataset.text = text;
  const words = document.createElement("span");
  words.textContent = text || list.dataset.waiting;
  words.className = text ? "" : "muted small";
  place.replaceChildren(words);
  if (!text) return;
  const link = document.createElement("a");
  link.className = "button button-small";
  link.href = location.pathname + location.search; // loads the page again
  link.textContent = list.dataset.show;
  place.append(link);
};

const updateRow = ({ id, mark, html }) => {
  const row = list.querySelector(`[data-row="${id}"]`);
  if (!row) return;
  row.innerHTML = html; // the link itself stays, and with it the focus
  row.dataset.mark = mark;
};

const shownRows = () =>
  [...list.querySelectorAll("[data-row]")].map((row) => `${row.dataset.row}.${row.dataset.mark}`).join(",");

const makeAddress = (path) => {
  const address = new URL(path, location.href);
  address.search = list.dataset.query;
  const { before, from } = list.dataset;
  for (const [name, value] of Object.entries({ before, from, rows: shownRows() })) {
    if (value) address.searchParams.set(name, value);
  }
  return address;
};

let isLoading = false;
let isOutdated = false;

// Load the news: one request at a time, and none while nobody looks.
const loadNews = async () => {
  isOutdated = true;
  if (isLoading || document.hidden) return;
  isLoading = true;
  try {
    while (isOutdated) {
      isOutdated = false;
      const answer = await fetch(makeAddress(list.dataset.listNews), { credentials: "same-origin", redirect: "error" });
      if (!answer.ok) return;
      const { text, rows } = await answer.json();
      rows.forEach(updateRow);
      showNumber(text);
    }
  } catch {
    // offline: the stream opens again later, and hints
  } finally {
    isLoading = false;
  }
};

const followHints = () => {
  let failures = 0;
  let source;
  let retry;
  const close = () => {
    clearTimeout(retry);
    source?.close();
  };
  const open = () => {
    close();
    source = new EventSource(makeAddress(list.dataset.listEvents));
    source.addEventListener("changed", () => {
      failures = 0;
      loadNews();
    });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
      failures += 1;
      clearTimeout(retry);
      retry = setTimeout(open, Math.min(MAX_DELAY_MILLISECONDS, 500 * 2 ** failures));
    });
  };
  open();
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  document.addEventListener("visibilitychange", () => isOutdated && loadNews());
};

if (list) {
  showNumber("");
  followHints();
}
