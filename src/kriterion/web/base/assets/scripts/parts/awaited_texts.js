// Poll for teachers' texts that are still being rendered, with increasing delays. Only these texts
// are replaced, because the user may be typing elsewhere on the page.
const awaitedTexts = () => [...document.querySelectorAll("[data-awaits-text]")];

const replaceTexts = (fresh) => {
  let changed = false;
  for (const text of awaitedTexts()) {
    const rendered = fresh.getElementById(text.id);
    if (!rendered || "awaitsText" in rendered.dataset) continue;
    text.replaceWith(document.adoptNode(rendered));
    changed = true;
  }
  // What is wider than the page can be scrolled with the keyboard, as after the page has loaded.
  if (changed) document.dispatchEvent(new Event("feedback-changed"));
  if (!awaitedTexts().length) document.getElementById("text-notice")?.replaceChildren();
};

export const awaitTexts = async () => {
  for (let delay = 500; awaitedTexts().length; delay = Math.min(2 * delay, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) continue;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Reload a page that consists of its text only, so that its scripts run on the new text.
      if (awaitedTexts().some((text) => text.dataset.awaitsText === "page")) {
        if (!fresh.querySelector("[data-awaits-text]")) return location.reload();
      } else replaceTexts(fresh);
    } catch {
      // offline: try again after the next delay
    }
  }
};
