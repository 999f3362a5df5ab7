"""An analyzer's comments."""

RULES = """\
/* Comments */
.comment {
  margin: .6rem 0; padding: .5rem .9rem; background: var(--card); border: 1px solid var(--line);
  border-left: 5px solid var(--muted); border-radius: 0 8px 8px 0;
}
.comment > h3 { margin: 0 0 .3rem; font-size: 1rem; }
.comment > h3 .icon { margin-right: .4em; }
.comment > h3 a { font-weight: 400; font-size: .875rem; }
.comment-essential { border-left-color: var(--bad); }
.comment-essential > h3 { color: var(--bad); }
.comment-actionable { border-left-color: var(--warn); }
.comment-actionable > h3 { color: var(--warn); }
.comment-informative { border-left-color: var(--info); }
.comment-informative > h3 { color: var(--info); }
.comment-celebratory { border-left-color: var(--good); }
.comment-celebratory > h3 { color: var(--good); }
.comment .callout > p, .advice > p { margin: .2rem 0; }
.comment-faults { color: var(--violet); font-size: .875rem; }
.rich a[target="_blank"]::after { content: "↗"; font-size: .75em; margin-left: .1em; }
"""
