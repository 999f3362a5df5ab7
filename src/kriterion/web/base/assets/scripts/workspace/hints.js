// Reveal the next hint without leaving the page.
import { awaitTexts } from "../parts/awaited_texts.js";
import { send } from "../parts/request.js";

export const revealHints = (desk) => {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-hint]");
    if (!button) return;
    event.preventDefault();
    button.disabled = true;
    const form = new URLSearchParams({ hint: button.value });
    const series = desk.querySelector("[name=series]");
    if (series) form.set("series", series.value);
    try {
      const answer = await send(button.formAction, { form });
      if (!answer.ok) throw new Error(answer.statusText);
      document.getElementById("hints").outerHTML = await answer.text();
      document.querySelector("#hints li:last-child")?.focus({ preventScroll: true });
      awaitTexts();
    } catch {
      button.disabled = false; // offline: try again
    }
  });
};
