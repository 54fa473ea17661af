/**
 * A complete page: one file that includes its style, its scripts and its data, and requests nothing from any
 * network.
 */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import { packageFile, version } from '../../core/base/package.ts';
import { textOf } from '../../core/base/bytes.ts';
import { h, type Html, raw } from './html.ts';
import { STYLE } from './style.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

export interface Page {
  readonly title: string;
  readonly subtitle: string;
  /** What comes before all sections. */
  readonly top: Html;
  readonly sections: readonly Section[];
}

/**
 * A page as HTML that needs no other file.
 * @throws CahootsError if the scripts of pages have not been built
 */
export function pageText({ title, subtitle, top, sections }: Page): string {
  const links = sections.map(({ id, title: name }) => h`<a href="${`#${id}`}">${name}</a>`);
  const parts = sections.map(
    ({ id, title: name, body }) => h`<section id="${id}"><h2>${name}</h2>${body}</section>\n`,
  );
  return h`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${title}</title><style>${raw(STYLE)}</style></head><body>
<header><div><h1>${title}</h1><p class="faint">${subtitle}</p></div><button type="button" class="theme">dark</button></header>
<nav aria-label="sections">${links}</nav><main>${top}
${parts}</main><footer class="faint"><p>Made by Cahoots ${version()}. Times are virtual unless they are called measured or real.</p></footer>
<script>${raw(programs('client'))}</script></body></html>
`.html;
}

/**
 * @param name of the bundle
 * @throws CahootsError if it has not been built
 */
export function programs(name: 'client' | 'live'): string {
  const file = packageFile(`dist/src/output/page/${name}.js`);
  if (file === undefined)
    throw new CahootsError('bad-input', 'expected the programs of pages (npm run build), got no such file');
  return textOf(platform.files.read(file)).replaceAll('</script', String.raw`<\/script`);
}
