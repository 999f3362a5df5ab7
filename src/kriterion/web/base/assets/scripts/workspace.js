// Pages of activities: editors, drafts that are saved while the user types, and runnable code.
import { workAtDesk } from "./workspace/desk.js";
import { revealHints } from "./workspace/hints.js";
import { runSnippets } from "./workspace/snippets.js";
import { tryAtDesk } from "./workspace/try.js";

const desk = document.getElementById("desk");
const work = desk && workAtDesk(desk);
if (desk) revealHints(desk);
const place = desk?.querySelector("[data-try]");
if (place) tryAtDesk(desk, place, work);
for (const place of document.querySelectorAll("[data-run]")) runSnippets(place);
