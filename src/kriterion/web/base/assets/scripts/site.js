// Scripts of every page. Each page also works without them.
import { closeMenus } from "./parts/menus.js";
import { openDialogs } from "./parts/dialogs.js";
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
focusSearchOnSlash();
scrollToCurrentLink();
makeScrollable();
awaitTexts();
