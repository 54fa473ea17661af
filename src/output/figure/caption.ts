/** Captions of pictures as files beside them: what is drawn, and what was run, for LaTeX and Markdown. */

import type { Row } from '../../run/tidy/rows.ts';
import { latexEscaped } from '../../run/tidy/pivot-text.ts';
import { counted } from '../../run/report/format.ts';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import { settingsIn, variesIn } from '../../run/tidy/settings.ts';
import type { Drawing } from './drawing.ts';

export interface Captioned {
  /** The picture's file, without folders. */
  readonly file: string;
  readonly drawing: Drawing;
  /** The runs that it is drawn from; none, if what it is drawn from does not say. */
  readonly runs: readonly Row[];
  /** Its width as in LaTeX. */
  readonly width: string;
}

/** A figure environment: needs graphicx, and for SVG the package svg. Ends with a newline. */
export function latexCaption(captioned: Captioned): string {
  const { file, width } = captioned;
  const name = file.replace(/\.\w+$/, '');
  const command = file.endsWith('.svg') ? 'includesvg' : 'includegraphics';
  const { said, made } = textsOf(captioned);
  return `${[
    String.raw`\begin{figure}`,
    String.raw`  \centering`,
    `  \\${command}[width=${width}]{${name}}`,
    String.raw`  \caption{${latexEscaped(said)} ${latexEscaped(made)}}`,
    String.raw`  \label{fig:${name}}`,
    String.raw`\end{figure}`,
  ].join('\n')}\n`;
}

/** The caption with a table of all runs by their hashes. Ends with a newline. */
export function markdownCaption(captioned: Captioned): string {
  const { file, runs } = captioned;
  const { said, made } = textsOf(captioned);
  const lines = runs.map(
    ({ name, protocol, seed, hash }) => `| ${name ?? ''} | ${protocol} | ${seed} | \`${hash ?? 'none'}\` |`,
  );
  const table = ['| scenario | protocol | seed | trace hash |', '|---|---|---|---|', ...lines];
  return `${[`![${said}](${file})`, '', `${said}`, '', made, ...(lines.length === 0 ? [] : ['', ...table])].join('\n')}\n`;
}

/** What is drawn, and what made it. */
function textsOf({ drawing, runs }: Captioned): { said: string; made: string } {
  const { title, subtitle, caption } = drawing;
  const said = [title, subtitle, caption].flatMap((text) => (text === undefined ? [] : sentence(text)));
  return { said: said.join(' '), made: madeBy(runs) };
}

/** What was run: such as `Scenario thesis (SHA-256 0a1b2c3d), seeds 0 to 9; 180 runs of Cahoots 0.2.0 at 1a2b3c4d, hash 5e6f7a8b.` */
export function madeBy(runs: readonly Row[]): string {
  if (runs.length === 0) return 'The file that it is drawn from does not say what was run.';
  const names = distinct(runs, ({ name }) => String(name ?? 'without a name'));
  const digests = new Set(runs.map(({ scenarioDigest }) => scenarioDigest));
  const varied = ['protocol', ...settingsIn(runs)].filter((column) => variesIn(runs, column));
  const [digest] = digests;
  const over = varied.length === 0 ? '' : ` over ${varied.join(', ')}`;
  const scenarios =
    digests.size === 1 && digest !== undefined ? `${names} (SHA-256 ${short(digest)})` : `${names}${over}`;
  const versions = distinct(runs, ({ cahoots, commit }) => {
    const at =
      commit === undefined ? '' : ` at ${short(commit)}${String(commit).includes(',') ? ', changed' : ''}`;
    return `${cahoots ?? 'of an unknown version'}${at}`;
  });
  const hashes = runs.map(({ hash }) => String(hash ?? 'none'));
  // Of several runs one that changes with any of theirs.
  const hash = hashes.length === 1 ? hashes[0] : sha256(hashes.toSorted().join('\n'));
  const whose = hashes.length === 1 ? 'trace hash' : 'SHA-256 of their trace hashes, sorted, one a line,';
  return `Scenario ${scenarios}, ${seedsText(runs)}; ${counted(runs.length, 'run')} of Cahoots ${versions}; ${whose} ${short(hash)}.`;
}

function seedsText(runs: readonly Row[]): string {
  const seeds = [...new Set(runs.map(({ seed }) => Number(seed)))].toSorted((a, b) => a - b);
  const [first, last] = [seeds[0], seeds[seeds.length - 1]];
  if (seeds.length === 1) return `seed ${first}`;
  if (last - first === seeds.length - 1) return `seeds ${first} to ${last}`;
  return `seeds ${seeds.join(', ')}`;
}

function distinct(runs: readonly Row[], textOf: (row: Row) => string): string {
  return [...new Set(runs.map(textOf))].join(', ');
}

function short(digest: Row[string]): string {
  return String(digest).slice(0, 12);
}

/** A text as a sentence. */
export function sentence(text: string): string {
  const begun = `${text[0].toUpperCase()}${text.slice(1)}`;
  return begun.endsWith('.') ? begun : `${begun}.`;
}
