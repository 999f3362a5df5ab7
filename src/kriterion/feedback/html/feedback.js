// The script of a feedback page: it turns chapters into tabs and makes links open their target.
//
// The page is readable without it. Fragments may be added or replaced at any time, so the script looks
// elements up on each event and keeps no references. Code that changes the page dispatches
// `feedback-changed` on the document.
"use strict";
(() => {
  const feedback = () => document.getElementById("feedback");
  const isInFeedback = (target) => Boolean(target.closest?.("#feedback"));
  const tabLinks = () => [...feedback().querySelectorAll(".tabs a")];
  const panelOf = (link) => document.getElementById(link.hash.slice(1));
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const selectTab = (chosen, focus) => {
    for (const link of tabLinks()) {
      const active = link === chosen;
      link.setAttribute("aria-selected", active);
      link.tabIndex = active ? 0 : -1;
      panelOf(link).hidden = !active;
    }
    if (focus) chosen.focus();
  };
  // `data-opened` is for code that replaces the feedback: the reader has chosen this tab.
  const openTab = (chosen, focus) => {
    feedback().dataset.opened = "";
    selectTab(chosen, focus);
  };

  const reveal = (target) => {
    const panel = target.closest(".panel");
    if (panel) openTab(tabLinks().find((link) => panelOf(link) === panel));
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    if (target.matches(".panel")) return;
    target.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth", block: "start" });
    for (const element of feedback().querySelectorAll(".found")) element.classList.remove("found");
    void target.offsetWidth; // force a layout without the class, which restarts the animation
    target.classList.add("found");
    const focusable = target.querySelector("summary") || target;
    if (!focusable.matches("summary")) focusable.tabIndex = -1;
    focusable.focus({ preventScroll: true });
  };

  const findVisiblePanel = () => feedback().querySelector(".panel:not([hidden])");

  // Return the next failing context after the last one revealed, across tabs; wrap around at the end.
  const findNextFailing = () => {
    const all = [...feedback().querySelectorAll(".context.wrong")];
    const panel = findVisiblePanel();
    const from = panel.querySelector(".context.found") || panel;
    const after = all.find(
      (context) => from.compareDocumentPosition(context) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return after || all[0];
  };
  const goToNextFailing = () => {
    if (!findVisiblePanel()) return;
    const target = findNextFailing();
    if (target) reveal(target);
  };

  const maximumBlanks = 20000;
  const showBlanks = (panel, isOn) => {
    for (const blank of panel.querySelectorAll(".blank-shown"))
      blank.replaceWith(blank.textContent);
    panel.normalize();
    if (!isOn) return;
    const printed = ".output, .values code, .difference tbody, .compared-tables tbody";
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT, (text) => {
      const at = text.parentElement;
      return /[ \t]/.test(text.data) && at.closest(printed) && !at.closest(".blank, .unended")
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_REJECT;
    });
    const textNodes = [];
    while (textNodes.length < maximumBlanks && texts.nextNode()) textNodes.push(texts.currentNode);
    let left = maximumBlanks;
    for (const text of textNodes) {
      const pieces = text.data.split(/([ \t]+)/).map((piece, index) => {
        if (index % 2 === 0 || left-- <= 0) return piece;
        const blank = document.createElement("span");
        blank.className = "blank blank-shown";
        blank.dataset.shown = piece.replaceAll(" ", "·").replaceAll("\t", "→\t");
        blank.textContent = piece;
        return blank;
      });
      text.replaceWith(...pieces);
    }
  };

  const findTabLinkTarget = (link) => {
    const { tab, line, file, element } = link.dataset;
    const panel =
      [...feedback().querySelectorAll(".panel")].find(
        (panel) => panel.id === tab || panel.dataset.name === tab,
      ) || link.closest(".panel");
    if (!panel) return null; // a message above the tabs links to a tab that does not exist
    if (line && panel.id === "code") {
      const lines = file ? `code-${file}-line-` : "code-line-";
      return document.getElementById(lines + line) || panel;
    }
    if (element) return panel.querySelector(`[id$="-${CSS.escape(element)}"]`) || panel;
    return panel;
  };

  const onwards = document.dir === "rtl" ? -1 : 1;
  const steps = { ArrowLeft: -onwards, ArrowRight: onwards, Home: -Infinity, End: Infinity };
  const makeTabs = () => {
    const list = feedback()?.querySelector(".tabs ul");
    if (!list) return;
    list.setAttribute("role", "tablist");
    const around = list.parentElement;
    if (around.hasAttribute("aria-label")) {
      list.setAttribute("aria-label", around.getAttribute("aria-label"));
      around.removeAttribute("aria-label");
    }
    around.setAttribute("role", "presentation");
    for (const link of tabLinks()) {
      link.setAttribute("role", "tab");
      link.parentElement.setAttribute("role", "presentation");
      link.setAttribute("aria-controls", link.hash.slice(1));
      panelOf(link).setAttribute("role", "tabpanel");
      panelOf(link).setAttribute("aria-labelledby", link.id);
    }
    const chosen = tabLinks().find((link) => link.getAttribute("aria-selected") === "true");
    const failing = tabLinks().find((link) => link.querySelector(".badge:not(.badge-quiet)"));
    const wanted = feedback().closest("[data-first-tab]")?.dataset.firstTab;
    const first = tabLinks().find((link) => link.hash.slice(1) === wanted);
    if (tabLinks().length) selectTab(chosen || first || failing || tabLinks()[0]);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || !isInFeedback(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches(".tabs a")) {
      event.preventDefault();
      openTab(link, true);
      history.replaceState(null, "", link.hash);
    } else if (link.matches(".tab-link")) {
      event.preventDefault();
      const target = findTabLinkTarget(link);
      if (target) reveal(target);
    } else if (link.matches(".next-failing")) {
      event.preventDefault();
      goToNextFailing();
    } else if (link.matches(".mark, .context-link")) {
      event.preventDefault();
      reveal(document.getElementById(link.hash.slice(1)));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!event.target.closest?.("#feedback .tabs ul")) return;
    const all = tabLinks();
    const at = all.indexOf(event.target.closest("a"));
    if (at < 0) return;
    if (event.key === " ") {
      event.preventDefault();
      openTab(all[at], true);
    } else if (event.key in steps) {
      event.preventDefault();
      const step = steps[event.key];
      const next = Number.isFinite(step)
        ? (at + step + all.length) % all.length
        : step < 0
          ? 0
          : all.length - 1;
      openTab(all[next], true);
    }
  });

  addEventListener("keydown", (event) => {
    const typing =
      event.target.isContentEditable ||
      event.target.matches?.("textarea, select, input:not([type=checkbox], [type=radio])");
    if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (!feedback()) return;
    event.preventDefault();
    goToNextFailing();
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("#feedback .show-blanks"))
      showBlanks(event.target.closest(".panel"), event.target.checked);
  });

  const followHash = () => {
    const name = location.hash.slice(1);
    const target = name && document.getElementById(name);
    if (target && isInFeedback(target)) reveal(target);
  };
  document.documentElement.classList.add("scripted");
  document.addEventListener("feedback-changed", makeTabs);
  makeTabs();
  followHash();
  addEventListener("hashchange", followHash);
})();
