// What every page does beyond links and forms; each page works without it.
import { closeMenus } from "./parts/menus.js";
import { openDialogs } from "./parts/dialogs.js";
import { askFirst, sendAtOnce } from "./parts/forms.js";
import { scrollByKey } from "./parts/scrolling.js";
import { showCurrent } from "./parts/navigation.js";
import { searchByKey } from "./parts/search.js";
import { awaitTexts } from "./parts/awaited_texts.js";

document.documentElement.classList.add("has-scripts");
closeMenus();
openDialogs();
askFirst();
sendAtOnce();
searchByKey();
showCurrent();
scrollByKey();
awaitTexts();
