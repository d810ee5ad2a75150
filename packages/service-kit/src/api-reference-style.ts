import { Html } from './html.ts';

/** Style of the reference page. Colours keep a contrast of 4.5 in both schemes. */
export const apiReferenceStyle = new Html(`
:root {
  color-scheme: light dark;
  --ink: #1c2430; --soft: #51606f; --paper: #fbfbf9; --card: #fff; --line: #d9dee3; --code: #f0f2f1; --accent: #0b5d57;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e9ec; --soft: #a3b0bc; --paper: #14181d; --card: #1b2027; --line: #353d47; --code: #242b33; --accent: #6cc7bd;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--card); }
.skip:focus { left: 1rem; top: 1rem; }
header, main, nav { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-size: 1.1rem; overflow-wrap: anywhere; }
h4 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
.lead { font-size: 1.15rem; color: var(--soft); margin: .25rem 0 1rem; }
.version { font-size: 1rem; font-weight: normal; color: var(--soft); }
nav ul { columns: 20rem; padding: 0; list-style: none; margin: .25rem 0 1rem; }
nav li { display: flex; }
nav p { margin: 1rem 0 0; font-weight: 600; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem; margin: 1.25rem 0; }
.method { display: inline-block; min-width: 3.5rem; margin-right: .5rem; color: var(--accent); font: 700 .9rem ui-monospace, monospace; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
code { background: var(--code); border-radius: .25rem; padding: .1em .3em; }
h3 code { background: none; padding: 0; }
pre { margin: .25rem 0 .75rem; padding: .75rem 1rem; background: var(--code); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--soft); font-size: .85rem; }
tbody th { font-weight: normal; }
dt { margin-top: .75rem; font-weight: 600; }
dd { margin: 0 0 0 1rem; }
dd p { margin: .1rem 0; }
.note { margin: .5rem 0 0; color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) { th, td { padding-right: .4rem; overflow-wrap: anywhere; } dd { margin-left: 0; } article { padding: 1rem; } }
`);
