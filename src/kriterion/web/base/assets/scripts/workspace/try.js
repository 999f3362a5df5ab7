// Run the program in the editor with input or phrases, and show its output in place.
import { send } from "../parts/request.js";

export const tryAtDesk = (desk, place) => {
  const output = place.querySelector("[data-tries]");
  const button = place.querySelector("[data-run-program]");
  const run = async () => {
    if (button.disabled) return;
    button.disabled = true;
    output.setAttribute("aria-busy", "true");
    const form = new FormData(desk);
    form.delete("upload");
    try {
      const answer = await send(place.dataset.try, { form });
      const text = await answer.text();
      if (answer.ok) output.innerHTML = text;
      else output.textContent = text;
    } catch (error) {
      output.textContent = String(error.message);
    } finally {
      button.disabled = false;
      output.removeAttribute("aria-busy");
    }
  };
  button.addEventListener("click", (event) => {
    event.preventDefault();
    run();
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault(); // on the page it submits
      run();
    }
  });
};
