// Texts of teachers that are still being rendered: the page is asked for again, less and less often,
// until they are there. What else is on the page stays, for somebody may be typing.
const texts = () => [...document.querySelectorAll("[data-awaits-text]")];

const put = (fresh) => {
  for (const text of texts()) {
    const rendered = fresh.getElementById(text.id);
    if (!rendered || "awaitsText" in rendered.dataset) continue;
    text.replaceWith(document.adoptNode(rendered));
  }
  if (!texts().length) document.getElementById("text-notice")?.replaceChildren();
};

export const awaitTexts = async () => {
  for (let delay = 500; texts().length; delay = Math.min(2 * delay, 30_000)) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) continue;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      // A page that is nothing but its text has scripts of its own: they begin anew.
      if (texts().some((text) => text.dataset.awaitsText === "page")) {
        if (!fresh.querySelector("[data-awaits-text]")) return location.reload();
      } else put(fresh);
    } catch {
      // Without a connection it is asked again the next time.
    }
  }
};
