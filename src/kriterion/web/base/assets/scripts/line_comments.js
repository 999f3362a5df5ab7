// Comments on lines: the number of a line opens the form of a new comment below that line. Tab reaches
// one number of each listing, the arrow keys the others; Escape closes the form.

const section = document.getElementById("conversations");
const details = document.getElementById("new-thread");
const form = details?.querySelector("form");
const words = section?.dataset ?? {};
const STEPS = { ArrowUp: -1, ArrowDown: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

let row; // holds the form while it is at a line
let opener;

const closeForm = () => {
  details.append(form);
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

const openForm = (button) => {
  const line = button.closest("tr");
  const [, file = "1", number] = line.id.match(/^code-(?:(\d+)-)?line-(\d+)$/);
  const files = form.elements["thread-file"];
  if (files?.options) files.selectedIndex = Number(file) - 1;
  form.elements["thread-line"].value = number;
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
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...event.target.closest("table").querySelectorAll(".line-button")];
  const to = Math.min(Math.max(buttons.indexOf(event.target) + step, 0), buttons.length - 1);
  event.preventDefault();
  event.target.tabIndex = -1;
  buttons[to].tabIndex = 0;
  buttons[to].focus();
};

const addButtons = () => {
  // The code was replaced while the form was in it.
  if (!form.isConnected) closeForm();
  for (const listing of document.querySelectorAll("#feedback .listing")) {
    if (listing.querySelector(".line-button")) continue;
    for (const [place, line] of listing.querySelectorAll("tr[id] > .nr").entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "line-button no-print";
      button.tabIndex = place ? -1 : 0;
      button.setAttribute("aria-label", `${words.lineWords} ${line.dataset.line}`);
      button.title = button.ariaLabel ?? "";
      line.append(button);
    }
  }
};

if (form) {
  form.querySelector(".buttons").append(cancel);
  addButtons();
  document.addEventListener("feedback-changed", addButtons);
  document.addEventListener("click", (event) => {
    if (event.target.matches?.(".line-button")) openForm(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.(".line-button")) focusOther(event);
    else if (event.key === "Escape" && row?.contains(event.target)) closeForm();
  });
}
