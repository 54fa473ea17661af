/**
 * SecFC over all numbers of missing and wrong answers, beside the bound of section 4.2. Byzantine parties that do not
 * collude are always detected as long as there is any redundancy; a group that sends another code word is
 * indistinguishable from honest clients once it is large enough.
 */

import { fileURLToPath } from 'node:url';
import { CahootsError } from '../../src/core/base/errors.ts';
import { answersNeeded, type Code } from '../../src/core/math/field/lagrange.ts';
import { sha256 } from '../../src/run/tidy/fingerprint.ts';
import { runBatch, type BatchOptions } from '../../src/studies/batch/batch.ts';
import { detailsOf } from '../paper/keys.ts';
import { type PaperOptions, refuseData } from '../paper/options.ts';
import { type Cell, type CellRequest, cellOrder, frontierCell, TOLD } from './cell.ts';
import { frontierText, LEGEND } from './text.ts';

export const SCENARIO = fileURLToPath(new URL('scenario.yaml', import.meta.url));

const CODES: readonly Code[] = [
  { n: 10, t: 2, l: 1 },
  { n: 16, t: 3, l: 2 },
  { n: 40, t: 8, l: 4 },
];

/** Ends with a newline. */
export async function secfcFrontier(options: PaperOptions): Promise<string> {
  refuseData(options, 'this table draws its points');
  const codes = options.code === undefined ? CODES : [codeOf(options.code)];
  const tables = codes.flatMap((code) => TOLD.map((told) => ({ code, told })));
  const requests = tables.map(({ code, told }) =>
    countsOf(code).flatMap((counts) =>
      Array.from({ length: options.seeds }, (_, i) => cellOrder(SCENARIO, i + 1, { code, told, ...counts })),
    ),
  );
  const cells = await playCells(requests.flat(), options);
  let at = 0;
  const texts = tables.map(({ code, told }, i) =>
    frontierText(code, told, cells.slice(at, (at += requests[i].length))),
  );
  return [LEGEND, ...texts].join('\n');
}

/** Runs all jobs; cells are in the same sequence. */
export async function playCells(requests: readonly CellRequest[], options: BatchOptions): Promise<Cell[]> {
  const details = detailsOf(requests);
  const keys = requests.map(({ told, wrong }, i) => sha256(JSON.stringify([details.keys[i], told, wrong])));
  return await runBatch(frontierCell, requests, { ...options, ...details, keys });
}

/** All numbers of missing and wrong answers. */
function countsOf({ n }: Code): { missing: number; wrong: number }[] {
  return Array.from({ length: n + 1 }, (_, wrong) =>
    Array.from({ length: n + 1 - wrong }, (__, missing) => ({ missing, wrong })),
  ).flat();
}

function codeOf(text: string): Code {
  const [n, t, l, ...rest] = text.split(',').map(Number);
  const code = { n, t, l };
  if (rest.length > 0 || ![n, t, l].every((value) => value >= 1 && value <= 200) || n < answersNeeded(code)) {
    const message = `expected n,t,l with n >= 2(l+t)-1 such as 10,2,1, got ${text}`;
    throw new CahootsError('bad-input', message, { path: '--code' });
  }
  return code;
}
