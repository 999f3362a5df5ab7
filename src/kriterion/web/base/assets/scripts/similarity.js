// Go from match to match in two similar solutions: by button, by the numbers beside the code, or by
// the keys n and p while the focus is in the code. Both sides scroll to the match.
import { announce } from "./parts/announce.js";

const pair = document.querySelector(".similar-pair");
const buttons = document.querySelector("[data-matches]");
const links = [...pair.querySelectorAll("[data-match]")];
const numbers = [...new Set(links.map((link) => Number(link.dataset.match)))].sort((one, other) => one - other);
let current = 0;

const show = (number) => {
  current = number;
  for (const link of links) {
    const chosen = Number(link.dataset.match) === number;
    link.classList.toggle("chosen", chosen);
    if (!chosen) continue;
    const pane = link.closest("pre");
    pane.scrollTop += link.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  }
  announce(`${pair.dataset.word} ${number}`);
};

const step = (by) => {
  if (!numbers.length) return;
  const place = numbers.indexOf(current);
  const next = place < 0 ? (by > 0 ? 0 : -1) : place + by;
  show(numbers.at(next % numbers.length));
};

pair.addEventListener("click", (event) => {
  const link = event.target.closest("[data-match]");
  if (!link) return;
  event.preventDefault();
  show(Number(link.dataset.match));
});
pair.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") step(1);
  else if (event.key === "p") step(-1);
});
if (buttons) {
  buttons.hidden = false;
  for (const button of buttons.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
  }
}
