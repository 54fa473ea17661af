/**
 * The timeline: the elements that scripts activate, and a static picture for print and for browsers without
 * scripts.
 */

import { type RunRecord, timeOf } from '../../record/run-record.ts';
import { h, type Html, raw } from '../html.ts';
import { packed, payloadOf } from '../payload.ts';
import { pictureOf } from './pictures.ts';

const HINT =
  'Point at a line to see what it was. Drag to move, double-click or shift-wheel to zoom; with the keyboard: ← → move, + − zoom, 0 the whole run, [ ] round by round, n p step by step, c critical path, t trouble, r no filters.';

/** @param label its name if there are two */
export function timelineOf(record: RunRecord, label: string): Html {
  if (record.messages.length === 0) return h`<p class="faint">No message was sent.</p>`;
  const select = (name: string, all: string): Html =>
    h`<label>${name} <select name="${name}"><option value="-1">${all}</option></select></label>`;
  const key = (press: string, title: string): Html =>
    h`<button type="button" data-key="${press}" title="${title}">${title} <kbd>${press.replace('ArrowLeft', '←').replace('ArrowRight', '→')}</kbd></button>`;
  return h`<div class="timeline">
<div class="tools">${select('actor', 'all')}${select('round', 'all')}${select('type', 'all')}
<label><input type="checkbox" name="trouble"> only trouble <kbd>t</kbd></label><label><input type="checkbox" name="critical" checked> critical path <kbd>c</kbd></label></div>
<canvas tabindex="0" role="img" aria-label="${`${label}: messages between actors over ${timeOf(record)}. ${HINT}`}"></canvas>
<div class="tools">${key('p', 'step back')}${key('n', 'step on')}${key('[', 'round back')}${key(']', 'round on')}${key('-', 'zoom out')}${key('+', 'zoom in')}${key('0', 'whole run')}<span class="window faint" aria-live="polite"></span></div>
<div class="told" aria-live="polite" data-empty="${HINT}">${HINT}</div>
<details><summary>The contents of the window, as a list</summary><ol class="listed"></ol></details>
<noscript><p class="faint">Scripts are off: the timeline is a static picture.</p></noscript>
<script type="text/plain">${raw(packed(payloadOf(record)))}</script></div>
<div class="still">${pictureOf({ title: label, record }, 'space-time')}</div>
<noscript><style>.timeline canvas, .timeline .tools, .timeline .told { display: none; } .still { display: block; }</style></noscript>`;
}
