// Scripts of every page. Each page also works without them.
import { closeMenus } from "./parts/menus.js";
import { openDialogs } from "./parts/dialogs.js";
import { keepInput } from "./parts/kept_input.js";
import { confirmSubmissions, submitOnChange } from "./parts/forms.js";
import { makeScrollable } from "./parts/scrolling.js";
import { scrollToCurrentLink } from "./parts/navigation.js";
import { focusSearchOnSlash } from "./parts/search.js";
import { awaitTexts } from "./parts/awaited_texts.js";

document.documentElement.classList.add("has-scripts");
closeMenus();
openDialogs();
confirmSubmissions();
submitOnChange();
keepInput();
focusSearchOnSlash();
awaitTexts();
// What measures the page waits for the scripts that change it, such as the editor: the page is laid
// out once, and the editor is there before it is.
addEventListener("DOMContentLoaded", () => {
  scrollToCurrentLink();
  makeScrollable();
});
