// Comments on lines: the number of a line opens the form of a new comment below that line. Tab reaches
// one number of each listing, the arrow keys the others; Escape closes the form. With Shift, a click or
// Enter chooses all lines from the last one that was chosen or reached without Shift.

const section = document.querySelector("[data-line-words]");
const details = document.getElementById("new-thread");
const form = details?.querySelector("form");
const words = section?.dataset ?? {};
const STEPS = { ArrowUp: -1, ArrowDown: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

let row; // holds the form while it is at a line
let opener;
let anchor; // the number where several lines begin

const listButtons = (button) => [...button.closest("table").querySelectorAll(".line-button")];

// The buttons from the anchor to this one; only this one if the anchor is in another listing.
const listChosen = (button, isRange) => {
  const buttons = listButtons(button);
  const ends = [buttons.indexOf(isRange ? anchor : button), buttons.indexOf(button)];
  if (ends[0] < 0) return [button];
  return buttons.slice(Math.min(...ends), Math.max(...ends) + 1);
};

const mark = (chosen) => {
  for (const line of document.querySelectorAll(".listing .is-chosen")) line.classList.remove("is-chosen");
  for (const button of chosen) button.closest("tr").classList.add("is-chosen");
};

const closeForm = () => {
  details.append(form);
  mark([]);
  cancel.hidden = true;
  row?.remove();
  row = undefined;
  opener?.focus({ preventScroll: true });
};

const cancel = document.createElement("button");
cancel.type = "button";
cancel.className = "button";
cancel.hidden = true;
cancel.textContent = words.cancel;
cancel.addEventListener("click", closeForm);

const openForm = (button, isRange) => {
  if (!isRange) anchor = button;
  const chosen = listChosen(button, isRange);
  const line = chosen.at(-1).closest("tr");
  const [, file = "1", last] = line.id.match(/^code-(?:(\d+)-)?line-(\d+)$/);
  const files = form.elements["thread-file"];
  if (files?.options) files.selectedIndex = Number(file) - 1;
  form.elements["thread-line"].value = Number(last) - chosen.length + 1;
  form.elements["thread-last_line"].value = chosen.length > 1 ? last : "";
  mark(chosen);
  row?.remove();
  row = document.createElement("tr");
  row.className = "remarks comment-row";
  row.append(document.createElement("td"), document.createElement("td"));
  row.firstElementChild.className = "nr";
  row.lastElementChild.append(form);
  line.after(row);
  opener = button;
  details.open = true;
  cancel.hidden = false;
  form.elements["thread-text"].focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
};

const focusOther = (event) => {
  if (event.key === "Enter" && event.shiftKey) {
    event.preventDefault(); // no second opening by the click that follows
    openForm(event.target, true);
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = listButtons(event.target);
  const to = Math.min(Math.max(buttons.indexOf(event.target) + step, 0), buttons.length - 1);
  event.preventDefault();
  event.target.tabIndex = -1;
  buttons[to].tabIndex = 0;
  buttons[to].focus();
  if (!event.shiftKey) anchor = buttons[to];
  mark(event.shiftKey ? listChosen(buttons[to], true) : []);
};

const addButtons = () => {
  // The code was replaced while the form was in it.
  if (!form.isConnected) closeForm();
  for (const listing of document.querySelectorAll(":is(#feedback, #reviewed-code) .listing")) {
    if (listing.querySelector(".line-button")) continue;
    for (const [place, line] of listing.querySelectorAll("tr[id] > .nr").entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "line-button no-print";
      button.tabIndex = place ? -1 : 0;
      button.setAttribute("aria-label", `${words.lineWords} ${line.dataset.line}`);
      button.title = `${button.ariaLabel ?? ""}. ${words.several}`;
      line.append(button);
    }
  }
};

if (form) {
  form.querySelector(".buttons").append(cancel);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".line-button")) anchor ??= event.target;
  });
  addButtons();
  document.addEventListener("feedback-changed", addButtons);
  document.addEventListener("mousedown", (event) => {
    // Otherwise Shift selects the text between.
    if (event.shiftKey && event.target.matches?.(".line-button")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target.matches?.(".line-button")) openForm(event.target, event.shiftKey);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.(".line-button")) focusOther(event);
    else if (event.key === "Escape" && row?.contains(event.target)) closeForm();
  });
}
