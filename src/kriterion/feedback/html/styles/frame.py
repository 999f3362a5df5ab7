"""The page around everything: its base, verdict, tabs and the bar of a tab."""

RULES = """\
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); }
[hidden] { display: none !important; }
.feedback {
  max-width: 76rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
.feedback a { color: var(--accent); text-underline-offset: .15em; }
.feedback :focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px;
}
.feedback pre, .feedback code, .feedback kbd, .feedback samp, .feedback tt, .difference td {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: .875rem; line-height: 1.45; tab-size: 4;
}
.feedback pre { margin: 0; white-space: pre-wrap; }
.for-screen-readers {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.icon {
  display: inline-block; flex: none; width: 1.05em; height: 1.05em; vertical-align: -.15em;
  background: currentColor; -webkit-mask: var(--icon) center / contain no-repeat;
  mask: var(--icon) center / contain no-repeat;
}

/* Verdict */
.verdict {
  margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--card);
  border: 1px solid var(--line); border-left: 6px solid var(--muted); border-radius: 10px;
}
.verdict.correct { border-left-color: var(--good); }
.verdict.wrong { border-left-color: var(--bad); }
.verdict h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--muted); }
.verdict p { margin: .15rem 0 0; }
.verdict .status {
  display: flex; align-items: center; gap: .5rem; font-size: 1.6rem; font-weight: 700;
  line-height: 1.3;
}
.verdict.correct .status { color: var(--good); }
.verdict.wrong .status { color: var(--bad); }
.verdict .facts {
  display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: .5rem 0 0; padding: 0;
  list-style: none; color: var(--muted); font-variant-numeric: tabular-nums;
}

/* Tabs */
.tabs {
  position: sticky; top: 0; z-index: 3; margin: 0 -1rem; padding: .25rem 1rem 0;
  background: var(--page); border-bottom: 1px solid var(--line); overflow-x: auto;
  scrollbar-width: thin;
}
.tabs ul { display: flex; gap: .25rem; margin: 0; padding: 0; list-style: none; }
.tabs a {
  display: flex; align-items: center; gap: .5rem; padding: .6rem .9rem; font-weight: 600;
  white-space: nowrap; max-width: 20rem; overflow: hidden; text-overflow: ellipsis;
  text-decoration: none; color: var(--muted); border-bottom: 3px solid transparent;
}
.feedback .tabs a { color: var(--muted); }
.feedback .tabs a:focus-visible { outline-offset: -3px; }
.feedback .tabs a:hover, .feedback .tabs a[aria-selected=true] { color: var(--ink); }
.tabs a[aria-selected=true] { border-bottom-color: var(--accent); }
.badge {
  min-width: 1.5em; padding: 0 .45em; border-radius: 1em; text-align: center; font-size: .8rem;
  background: var(--bad-paper); color: var(--bad); border: 1px solid currentColor;
}
.badge-quiet { background: var(--info-paper); color: var(--info); }
.badge .for-screen-readers { position: absolute; }
.panel { padding-top: .75rem; scroll-margin-top: 3rem; }
.panel-title { margin: .5rem 0; font-size: 1.25rem; }
.scripted .panel-title {
  position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%);
}

/* Bar */
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: .75rem;
  padding: .5rem 0; background: var(--page);
}
.bar .count { font-variant-numeric: tabular-nums; }
.marks {
  display: flex; flex: 1 1 10rem; flex-wrap: wrap; gap: 2px; max-height: 4.4rem; padding: 3px;
  overflow-y: auto; scrollbar-width: thin;
}
.marks-many { order: 1; flex-basis: 100%; }
.mark {
  display: inline-flex; align-items: center; justify-content: center; width: 1.5rem; height: 1.5rem;
  border-radius: 5px;
}
.feedback .mark.correct { color: var(--good); }
.feedback .mark.wrong { color: var(--bad); background: var(--bad-paper); }
.mark:hover { box-shadow: inset 0 0 0 1px currentColor; }
.next-failing, .switch, .views {
  display: inline-flex; align-items: center; gap: .4rem; min-height: 2.1rem; margin: 0;
  padding: 0 .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--card);
  font-size: .9rem; cursor: pointer;
}
.next-failing kbd, .switch-show-blanks { display: none; }
.scripted .switch-show-blanks { display: inline-flex; }
@media (hover: hover) {
  .scripted .next-failing kbd {
    display: inline; padding: 0 .35em; border: 1px solid var(--line); border-radius: 4px;
    font-size: .75rem; font-weight: 400; color: var(--muted);
  }
}
.next-failing { font-weight: 600; text-decoration: none; }
.next-failing:hover, .switch:hover, .views label:hover { border-color: var(--accent); }
.views { padding: 0; gap: 0; overflow: hidden; }
.views label {
  display: none; align-items: center; gap: .35rem; padding: .3rem .7rem; cursor: pointer;
}
.views label:has(:checked) { background: var(--info-paper); color: var(--info); font-weight: 600; }
.switch input, .views input { margin: 0; accent-color: var(--accent); }
.views { display: none; }
.panel:has(.hide-correct:checked) .context.correct { display: none; }
"""
