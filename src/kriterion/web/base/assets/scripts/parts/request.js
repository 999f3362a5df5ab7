// Requests to this site, with its CSRF token.
export const token = () => document.querySelector("meta[name=csrf-token]").content;

const request = (address, { method = "POST", json, form, keepalive = false, signal } = {}) =>
  fetch(address, {
    method,
    credentials: "same-origin",
    redirect: "error",
    keepalive,
    signal,
    headers: {
      "X-CSRFToken": token(),
      Accept: "application/json",
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: json === undefined ? form : JSON.stringify(json),
  });

// Another tab may have logged in since this page was loaded, which changes the token.
const renewToken = async () => {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("meta[name=csrf-token]")?.content;
  if (fresh) document.querySelector("meta[name=csrf-token]").content = fresh;
};

/** Send a request; with the token of this session if that of the page is refused. */
export const send = async (address, options = {}) => {
  const answer = await request(address, options);
  if (answer.status !== 403) return answer;
  await renewToken();
  return request(address, options);
};

/** Return what the server says about a refused request, or "". */
export const readError = async (answer) => {
  try {
    return (await answer.json()).error ?? "";
  } catch {
    return "";
  }
};
