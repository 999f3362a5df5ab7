"""Messages of every format."""

RULES = """\
/* Messages */
.messages { margin: .6rem 0; overflow: clip; overflow-clip-margin: 4px; }
.message + .message { margin-top: .5rem; }
.message-staff, .message-zeus {
  padding: .4rem .8rem; border-left: 4px solid var(--violet); background: var(--card);
  border-radius: 0 6px 6px 0;
}
.audience { color: var(--violet); font-size: .8rem; font-weight: 600; }
.audience .icon { margin-right: .4em; }
.text { white-space: pre-wrap; tab-size: 4; }
.rich { overflow-x: auto; }
.rich > :first-child { margin-top: 0; }
.rich > :last-child { margin-bottom: 0; }
.rich :is(h1, h2, h3, h4, h5, h6) { margin: .8rem 0 .3rem; font-size: 1.05rem; line-height: 1.3; }
.rich h1 { font-size: 1.3rem; }
.rich h2 { font-size: 1.15rem; }
.rich big { font-size: 1.15rem; }
.rich :is(small, sub, sup) { font-size: .85rem; line-height: 1; }
.rich :is(p, ul, ol, dl, table, pre, blockquote) { margin: .5rem 0; }
.rich blockquote { padding-left: .8rem; border-left: 3px solid var(--line); color: var(--muted); }
.rich table { border-collapse: collapse; }
.rich :is(td, th) { padding: .2rem .6rem; border: 1px solid var(--line); text-align: left; }
.rich :is(img, svg) { max-width: 100%; max-height: 60rem; background: #fff; color: #000; }
.rich img { height: auto; }
.rich mark { background: var(--warn-paper); color: var(--ink); }
.rich math[display="block"] { max-width: 100%; overflow-x: auto; overflow-y: hidden; }
.rich mtd[columnalign="left"] { text-align: left; }
.rich mtd[columnalign="right"] { text-align: right; }
.rich .formula-source { color: var(--muted); }
.rich .runnable { border-left: 3px solid var(--accent); padding-left: .5rem; }
.traceback { color: var(--bad); }
.callout {
  margin: .5rem 0; padding: .5rem .8rem; border-left: 4px solid currentColor;
  border-radius: 0 6px 6px 0;
}
.callout > * { color: var(--ink); }
.callout-info { color: var(--info); background: var(--info-paper); }
.callout-warning { color: var(--warn); background: var(--warn-paper); }
.callout-danger { color: var(--bad); background: var(--bad-paper); }
p.callout { color: var(--ink); }
"""
