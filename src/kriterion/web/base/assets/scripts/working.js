// The desk: editors in the place of text fields, drafts saved while somebody types, code that runs.
import { workAtDesk } from "./working/desk.js";
import { runSnippets } from "./working/snippets.js";

const desk = document.getElementById("desk");
if (desk) workAtDesk(desk);
for (const place of document.querySelectorAll("[data-run]")) runSnippets(place);
