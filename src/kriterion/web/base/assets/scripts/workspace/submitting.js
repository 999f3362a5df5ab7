// Submit without leaving the page, and say why it failed. Nothing that was typed is lost: it stays in
// the editor, and in this browser until the server has it.
import { announce } from "../parts/announce.js";
import { readError, send } from "../parts/request.js";

/** `onSubmitted` is called with `{number, submission, result}`: the addresses of the submission. */
export const submitInPage = (desk, draft, { onSubmitted }) => {
  const button = desk.querySelector("[data-submit]");
  const problem = document.getElementById("problem");
  if (!button || !problem) return;

  const showProblem = (text, { logIn = false } = {}) => {
    problem.querySelector("[data-text]").textContent = text;
    problem.querySelector("[data-log-in]").hidden = !logIn;
    problem.hidden = !text;
    if (text) announce(text);
  };

  const describeFailure = async (answer) => {
    const { tooLong, busy, notSubmitted } = desk.dataset;
    if (answer.status === 413) return tooLong;
    return (await readError(answer)) || (answer.status === 503 || answer.status === 429 ? busy : notSubmitted);
  };

  const submit = async () => {
    let answer;
    try {
      answer = await send(desk.action, { form: new FormData(desk) });
    } catch {
      return showProblem(desk.dataset.offline);
    }
    if (answer.status === 401) {
      draft.submitLater();
      return showProblem(desk.dataset.submitLater, { logIn: true });
    }
    if (answer.status === 409) return location.assign((await answer.json()).page);
    if (answer.status !== 201) return showProblem(await describeFailure(answer));
    const submission = await answer.json();
    desk.elements.last_known.value = submission.number; // otherwise, the same code would count as a repeated request
    draft.forget();
    await onSubmitted(submission);
  };

  let isSubmitting = false;
  desk.addEventListener("submit", async (event) => {
    if (event.submitter && event.submitter !== button) return; // it tries the code
    event.preventDefault();
    if (isSubmitting) return;
    isSubmitting = true;
    button.setAttribute("aria-disabled", "true");
    showProblem("");
    draft.saveBeforeSubmit();
    try {
      await submit();
    } finally {
      button.removeAttribute("aria-disabled");
      isSubmitting = false;
    }
  });
};
