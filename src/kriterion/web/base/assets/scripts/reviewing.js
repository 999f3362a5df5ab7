// While a reviewer types a comment, offer comments that contain the same words: saved ones, and what
// was written before. A button inserts the whole comment in place of what was typed.
import "../generated/feedback.js";
import { announce } from "./parts/announce.js";

const WAIT_MILLISECONDS = 250;
const SHORTEST = 3; // characters

// Search for the line that is being typed.
const queryOf = (field) => {
  const before = field.value.slice(0, field.selectionStart);
  return before.slice(before.lastIndexOf("\n") + 1).trim();
};

const useComment = (field, text) => {
  const start = field.value.lastIndexOf("\n", field.selectionStart - 1) + 1;
  field.setRangeText(text, start, field.selectionStart, "end");
  field.focus();
};

const showOffers = (list, field, comments, words) => {
  list.replaceChildren();
  list.hidden = !comments.length;
  if (!comments.length) return;
  const title = document.createElement("p");
  title.className = "small muted";
  title.textContent = words.wordsTitle;
  list.append(title);
  for (const comment of comments) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "offer";
    button.textContent = comment.saved ? `${words.wordsSaved}: ${comment.text}` : comment.text;
    button.addEventListener("click", () => {
      useComment(field, comment.text);
      showOffers(list, field, [], words);
    });
    list.append(button);
  }
  announce(`${words.wordsNumber} ${comments.length}`);
};

const offerComments = (field, words) => {
  const list = document.createElement("div");
  list.className = "offers";
  list.hidden = true;
  field.after(list);
  let timer;
  let asked = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const number = ++asked;
    timer = setTimeout(async () => {
      const query = queryOf(field);
      if (query.length < SHORTEST) return showOffers(list, field, [], words);
      try {
        const address = `${words.findComments}?${new URLSearchParams({ q: query.slice(0, 200) })}`;
        const answer = await fetch(address, { credentials: "same-origin", redirect: "error" });
        if (!answer.ok || number !== asked) return;
        const { comments } = await answer.json();
        showOffers(list, field, comments.filter((comment) => comment.text !== query), words);
      } catch {
        // offline: the comment can be typed in full
      }
    }, WAIT_MILLISECONDS);
  });
};

for (const place of document.querySelectorAll("[data-find-comments]")) {
  for (const field of place.querySelectorAll("textarea")) offerComments(field, place.dataset);
}
