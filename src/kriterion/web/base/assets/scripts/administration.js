// What is being fetched and examined is shown as it is, without being asked.
const EVERY = 1500;

const refresh = async () => {
  const place = document.querySelector("#refreshing[data-refresh]");
  if (!place) return;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("refreshing");
    if (fresh && !place.contains(document.activeElement)) place.replaceWith(fresh);
    else if (fresh && !("refresh" in fresh.dataset)) place.replaceWith(fresh);
  } catch {
    // the next time may do better
  }
  setTimeout(refresh, EVERY);
};

setTimeout(refresh, EVERY);
