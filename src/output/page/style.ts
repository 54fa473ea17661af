/** The style of pages: light and dark, on screen and on paper. */

import { FAINT, INK } from '../figure/style.ts';

export const STYLE = `
:root { color-scheme: light dark; --ink: ${INK}; --faint: #59636e; --paper: #ffffff; --card: #f6f8fa; --line: #d0d7de; --blue: #0060a0; --bad: #a40e26; --badcard: #fff1f0; --warn: #7d4e00; --warncard: #fff8e5; --good: #116329; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --ink: #e6edf3; --faint: #9da7b1; --paper: #0d1117; --card: #161b22; --line: #3d444d; --blue: #79b8ff; --bad: #ff9492; --badcard: #2d1315; --warn: #f0c04c; --warncard: #2b2111; --good: #57d37a; } }
:root[data-theme=dark] { color-scheme: dark; --ink: #e6edf3; --faint: #9da7b1; --paper: #0d1117; --card: #161b22; --line: #3d444d; --blue: #79b8ff; --bad: #ff9492; --badcard: #2d1315; --warn: #f0c04c; --warncard: #2b2111; --good: #57d37a; }
:root[data-theme=light] { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 20px 60px; max-width: 1180px; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
header { display: flex; gap: 16px; align-items: start; justify-content: space-between; padding-top: 20px; }
h1 { font-size: 25px; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 10px; padding-top: 10px; border-top: 1px solid var(--line); } h3 { font-size: 16px; margin: 22px 0 6px; }
nav { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); padding: 8px 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 14px; }
a { color: var(--blue); } p { margin: 6px 0; max-width: 85ch; } .faint { color: var(--faint); font-size: 14px; }
code, pre, .told { font: 13px/1.45 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; overflow-x: auto; margin: 8px 0; }
button, select { font: inherit; font-size: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 3px 9px; cursor: pointer; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(165px, 1fr)); gap: 10px; margin: 12px 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 9px 12px; overflow-wrap: anywhere; } .card b { display: block; font-size: 19px; line-height: 1.3; font-weight: 600; } .card span { color: var(--faint); font-size: 13px; }
.bad { color: var(--bad); } .good { color: var(--good); } .warn { color: var(--warn); }
.notes { list-style: none; padding: 0; margin: 12px 0; } .notes li { border-left: 4px solid var(--warn); background: var(--warncard); padding: 7px 12px; margin: 6px 0; border-radius: 0 6px 6px 0; } .notes li.error { border-color: var(--bad); background: var(--badcard); } .notes li.info { border-color: var(--line); background: var(--card); } .notes b { margin-right: 6px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; margin: 8px 0; font-variant-numeric: tabular-nums; } caption { text-align: left; color: var(--faint); padding: 3px 0; caption-side: top; } table:has(> tbody:empty) { display: none; }
th, td { padding: 3px 12px 3px 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; } .words { text-align: left; } th { font-weight: 600; } th button { all: unset; cursor: pointer; font-weight: 600; } th button:focus-visible { outline: 2px solid var(--blue); }
th[aria-sort=descending] button::after { content: ' ▼'; } th[aria-sort=ascending] button::after { content: ' ▲'; } td.words { max-width: 70ch; } tr.now td { font-weight: 600; } tr.not td { color: var(--faint); }
figure { margin: 18px 0; } figure svg { max-width: 100%; height: auto; color: var(--ink); } figure .paper { fill: none; } figure .quiet { fill: var(--faint); } figure [stroke="white"] { stroke: var(--paper); } figure [fill="${INK}"] { fill: var(--ink); } figure [stroke="${INK}"] { stroke: var(--ink); } figure [fill="${FAINT}"] { fill: var(--faint); } figure g[data-mark="cell"] ~ g text, figure g[data-mark="rect"] text { stroke: none; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 8px 28px; align-items: start; }
details > summary { cursor: pointer; color: var(--blue); } details { margin: 6px 0; }
.bars { display: flex; height: 14px; max-width: 480px; background: var(--card); } .bars i { display: block; height: 100%; }
.tools { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; margin: 8px 0; font-size: 14px; } .timeline canvas { width: 100%; display: block; touch-action: pan-y; border: 1px solid var(--line); border-radius: 6px; }
.told { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; min-height: 9.6em; margin: 8px 0; } .listed { font-size: 13px; padding-left: 20px; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 0 32px; } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; background: var(--card); font-size: 12px; }
.still { display: none; }
@media print { :root, :root[data-theme=dark] { color-scheme: light; --ink: #000; --faint: #444; --paper: #fff; --card: #fff; --line: #bbb; --blue: #000; } nav, button.theme, .timeline { display: none !important; } .still { display: block; } body { max-width: none; font-size: 11pt; padding: 0; } h2 { break-after: avoid; } figure, .card, tr { break-inside: avoid; } .wide { overflow: visible; } th button { all: unset; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
