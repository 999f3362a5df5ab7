// htmx, for pages that ask for it; what it may do is said in the head of every page.
import htmx from "htmx.org";
import { token } from "./parts/request.js";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = token();
});

export default htmx;
