// <form data-ask="Really?"> asks for confirmation; <select data-send> submits its form on change.
export const confirmSubmissions = () => {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask ?? event.target.dataset.ask;
    if (question && !confirm(question)) event.preventDefault();
  });
};

export const submitOnChange = () => {
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
  });
};
