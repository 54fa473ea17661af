/** The pictures of a run. */

import { kindsFor } from '../../figure/kinds.ts';
import type { Subject } from '../../figure/picture.ts';
import { svgOf } from '../../figure/svg.ts';
import { everyRun } from '../../../run/figures/table.ts';
import { h, type Html, raw } from '../html.ts';

/** @param without kinds that are elsewhere on the page */
export function picturesOf(subject: Subject, without: readonly string[] = []): Html {
  const drawn = kindsFor(subject)
    .filter(({ name }) => !without.includes(name))
    .flatMap((kind) => pictureOf(subject, kind.name) ?? []);
  return drawn.length === 0
    ? h`<p class="faint">There is nothing to draw.</p>`
    : h`<div class="pictures">${drawn}</div>`;
}

/** Undefined if the subject lacks the data for it. */
export function pictureOf(subject: Subject, name: string): Html | undefined {
  const kind = kindsFor(subject).find((one) => one.name === name);
  const rows = kind?.rows(subject, {});
  if (kind === undefined || rows === undefined || rows.length === 0) return undefined;
  return h`<figure id="${`figure-${name}`}">${raw(svgOf(kind.draw(rows, {}, subject.figures ?? everyRun)))}</figure>\n`;
}
