// htmx, for pages that load it; base.html configures what it may do.
import htmx from "htmx.org";
import { token } from "./parts/request.js";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = token();
});

export default htmx;
