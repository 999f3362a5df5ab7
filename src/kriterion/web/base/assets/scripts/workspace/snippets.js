// Run code on the server: snippets of lessons and tutorials, and the user's own code.
import { edit } from "../editor/editor.js";
import { send } from "../parts/request.js";

const runOnServer = async (address, code, before) => {
  try {
    const answer = await send(address, { json: { code, before } });
    const result = await answer.json();
    if (result.error) return result.error;
    return [result.output, result.ending].filter(Boolean).join("\n") || "⏎";
  } catch (error) {
    return String(error.message);
  }
};

const runIn = async (place, code, output, before = []) => {
  output.hidden = false;
  output.textContent = place.dataset.runningWord;
  output.textContent = await runOnServer(place.dataset.run, code, before);
};

// Return the output element below an element; all snippets of a paragraph share one.
const outputBelow = (element) => {
  const next = element.nextElementSibling;
  if (next?.matches(".output")) return next;
  const output = document.createElement("pre");
  output.className = "code output";
  output.setAttribute("role", "status");
  output.hidden = true;
  element.after(output);
  return output;
};

const createButton = (className, run) => {
  const button = document.createElement("button");
  button.className = className;
  button.type = "button";
  button.addEventListener("click", run);
  return button;
};

// Store the current step for the next visit; failing to do so does no harm.
const rememberStep = ({ read, step }) => {
  if (read) send(read, { form: new URLSearchParams({ step }) }).catch(() => {});
};

export const runSnippets = (place) => {
  rememberStep(place.dataset);
  // As in a toplevel, all code above has already run, including that of earlier steps.
  const earlierCode = JSON.parse(document.getElementById("known-code")?.textContent ?? "[]");
  const snippets = [...place.querySelectorAll(".runnable")];
  const texts = snippets.map((each) => each.textContent);
  for (const [index, code] of snippets.entries()) {
    const run = (output) => runIn(place, texts[index], output, [...earlierCode, ...texts.slice(0, index)]);
    if (code.matches("pre")) {
      const line = document.createElement("div");
      line.className = "run-line";
      const button = createButton("button button-small", () => run(outputBelow(line)));
      button.textContent = place.dataset.runWord;
      line.append(button);
      code.after(line);
    } else {
      const button = createButton("snippet", () => run(outputBelow(button.closest("p, li, pre") ?? button)));
      button.title = place.dataset.runWord;
      code.replaceWith(button);
      button.append(code);
    }
  }
  const field = place.querySelector("#play");
  if (!field) return;
  const play = () => runIn(place, field.value, document.getElementById("played"), [...earlierCode, ...texts]);
  edit(field, { language: field.dataset.language, onSubmit: play });
  place.querySelector("[data-play]").addEventListener("click", play);
};
