// Code that runs on the server: snippets of lessons and tutorials, and the playground.
import { edit } from "../editor/editor.js";
import { send } from "../parts/request.js";

const ask = async (address, code, before) => {
  try {
    const answer = await send(address, { json: { code, before } });
    const found = await answer.json();
    if (found.error) return found.error;
    return [found.output, found.ending].filter(Boolean).join("\n") || "⏎";
  } catch (error) {
    return String(error.message);
  }
};

const runIn = async (place, address, code, output, before = "") => {
  output.hidden = false;
  output.textContent = place.dataset.runningWord;
  output.textContent = await ask(address, code, before);
};

export const runSnippets = (place) => {
  const { run: address, runWord } = place.dataset;
  const field = place.querySelector("#play");
  if (field) {
    const output = document.getElementById("played");
    const play = () => runIn(place, address, field.value, output);
    edit(field, { language: field.dataset.language, submit: play });
    place.querySelector("[data-play]").addEventListener("click", play);
    return;
  }
  // As in a toplevel, what stands above has been run before.
  const blocks = [...place.querySelectorAll("pre.runnable")];
  for (const [index, code] of blocks.entries()) {
    const before = () => blocks.slice(0, index).map((each) => each.textContent).join("\n;;\n");
    const line = document.createElement("div");
    line.className = "run-line";
    const button = document.createElement("button");
    button.className = "button button-small";
    button.type = "button";
    button.textContent = runWord;
    const output = document.createElement("pre");
    output.className = "code output";
    output.setAttribute("role", "status");
    output.hidden = true;
    button.addEventListener("click", () => runIn(place, address, code.textContent, output, before()));
    line.append(button);
    code.after(line, output);
  }
};
