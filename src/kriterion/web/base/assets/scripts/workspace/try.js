// Run the program in the editor with input or phrases, and show its output in place.
import { send } from "../parts/request.js";

// Where an error is, as OCaml, Python and C compilers write it.
const PLACES = /File "([^"\n]+)", line (\d+)(?:, characters (\d+))?|^([^\s:]+):(\d+)(?::(\d+))?:/gm;

/** Find the place of an error in one of the files; in a traceback, the innermost. */
const findPlace = (text, files) => {
  const found = [...text.matchAll(PLACES)]
    .map(([, file, line, column, other, otherLine, otherColumn]) => ({
      file: file ?? other,
      line: Number(line ?? otherLine),
      column: Number(column ?? (otherColumn === undefined ? 0 : otherColumn - 1)),
    }))
    .filter(({ file }) => files.includes(file));
  return text.includes("Traceback (most recent call last)") ? found.at(-1) : found[0];
};

/** `work.goTo(file, line, column)` shows a place in the editor. */
export const tryAtDesk = (desk, place, work) => {
  const output = place.querySelector("[data-tries]");
  const button = place.querySelector("[data-run-program]");
  const files = [...desk.querySelectorAll("[data-file]")].map((field) => field.dataset.file);
  const linkPlace = () => {
    const text = output.querySelector(":scope > .output")?.textContent ?? "";
    const error = findPlace(text, files);
    if (!error) return;
    const link = document.createElement("button");
    link.type = "button";
    link.className = "button button-small";
    link.textContent = `${place.dataset.goTo} ${error.line}`;
    link.addEventListener("click", () => work.goTo(error.file, error.line, error.column));
    output.prepend(link);
  };
  const run = async () => {
    if (button.disabled) return;
    button.disabled = true;
    output.setAttribute("aria-busy", "true");
    const form = new FormData(desk);
    form.delete("upload");
    try {
      const answer = await send(place.dataset.try, { form });
      const text = await answer.text();
      if (answer.ok) output.innerHTML = text;
      else output.textContent = text;
      linkPlace();
    } catch (error) {
      output.textContent = String(error.message);
    } finally {
      button.disabled = false;
      output.removeAttribute("aria-busy");
    }
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    run();
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault(); // on the page it submits
      run();
    }
  });
};
