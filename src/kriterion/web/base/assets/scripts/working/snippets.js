// Code that runs on the server: snippets of lessons and tutorials, and what people try themselves.
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

const runIn = async (place, code, output, before = []) => {
  output.hidden = false;
  output.textContent = place.dataset.runningWord;
  output.textContent = await ask(place.dataset.run, code, before);
};

// Where the answers to snippets appear: below them, one place for all that are in one paragraph.
const answersBelow = (element) => {
  const next = element.nextElementSibling;
  if (next?.matches(".output")) return next;
  const output = document.createElement("pre");
  output.className = "code output";
  output.setAttribute("role", "status");
  output.hidden = true;
  element.after(output);
  return output;
};

const button = (className, run) => {
  const made = document.createElement("button");
  made.className = className;
  made.type = "button";
  made.addEventListener("click", run);
  return made;
};

// Where the reader is, for the next time; nothing is lost when that cannot be said.
const remember = ({ read, step }) => {
  if (read) send(read, { form: new URLSearchParams({ step }) }).catch(() => {});
};

export const runSnippets = (place) => {
  remember(place.dataset);
  // As in a toplevel, what stands above has been run before, in the steps before this one, too.
  const known = JSON.parse(document.getElementById("known-code")?.textContent ?? "[]");
  const snippets = [...place.querySelectorAll(".runnable")];
  const texts = snippets.map((each) => each.textContent);
  for (const [index, code] of snippets.entries()) {
    const run = (output) => runIn(place, texts[index], output, [...known, ...texts.slice(0, index)]);
    if (code.matches("pre")) {
      const line = document.createElement("div");
      line.className = "run-line";
      const pressed = button("button button-small", () => run(answersBelow(line)));
      pressed.textContent = place.dataset.runWord;
      line.append(pressed);
      code.after(line);
    } else {
      const pressed = button("snippet", () => run(answersBelow(pressed.closest("p, li, pre") ?? pressed)));
      pressed.title = place.dataset.runWord;
      code.replaceWith(pressed);
      pressed.append(code);
    }
  }
  const field = place.querySelector("#play");
  if (!field) return;
  const play = () => runIn(place, field.value, document.getElementById("played"), [...known, ...texts]);
  edit(field, { language: field.dataset.language, submit: play });
  place.querySelector("[data-play]").addEventListener("click", play);
};
