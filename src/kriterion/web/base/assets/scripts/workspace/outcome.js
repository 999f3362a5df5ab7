// The result beside the code: it appears without leaving the page, and a line that it names is shown
// in the editor. On a narrow screen, description, code and result are three tabs.
import { dispatchFeedbackChanged, parseFragment } from "../parts/insertions.js";
import { watch } from "../parts/result.js";
import { makeSplit } from "./split.js";
import { makeViews } from "./views.js";

const loadText = async (address) => {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // the connection was lost
  }
};

// The list of submissions below the editor, which changes with each submission and each verdict.
const renewHistory = async () => {
  const list = document.getElementById("history");
  const text = await loadText(list.dataset.address);
  if (text !== null) {
    list.innerHTML = text;
  }
};

/** `showLine(number)` shows a line in the editor. */
export const showOutcome = ({ showLine }) => {
  const work = document.querySelector(".work");
  const outcome = document.getElementById("outcome");
  const views = makeViews(work);
  makeSplit(work);

  // Lines that the result names are those of the editor.
  outcome.addEventListener(
    "click",
    (event) => {
      const place = event.target.closest(".tab-link[data-line], #code .listing .nr[data-line]");
      if (!place || place.dataset.file || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      views.select("code");
      showLine(Number(place.dataset.line));
    },
    { capture: true },
  );

  document.addEventListener("result-changed", renewHistory);

  const follow = async ({ submission, result }) => {
    const text = await loadText(result);
    if (text === null) return location.assign(submission);
    const fresh = parseFragment(text);
    document.querySelector(".earlier")?.remove(); // its ids are those of the new feedback
    outcome.querySelector("[data-page]").href = submission;
    outcome.querySelector("[data-result]").replaceChildren(fresh);
    outcome.hidden = false;
    work.classList.add("has-outcome");
    document.getElementById("text").tabIndex = 0; // it scrolls now
    views.select("outcome");
    dispatchFeedbackChanged();
    renewHistory();
    watch(fresh);
    if (!views.areTabs()) outcome.scrollIntoView({ block: "start" });
  };
  return { follow };
};
