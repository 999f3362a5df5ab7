// <button data-opens="ID"> opens the <dialog id="ID">; <button data-closes> closes its own.
export const openDialogs = () => {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) {
      event.preventDefault();
      document.getElementById(opener.dataset.opens)?.showModal();
      return;
    }
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
    // Beside the dialog: the click's target is the dialog itself, whose padding is none.
    else if (event.target.matches("dialog[open]")) event.target.close();
  });
};
