/** The tables and figures of the papers, by name. */

import { join } from 'node:path';
import { showCount } from '../../src/cli/progress.ts';
import { CahootsError } from '../../src/core/base/errors.ts';
import { buildOf } from '../../src/core/platform/node/build.ts';
import { Journal } from '../../src/studies/batch/journal.ts';
import { secfcFrontier } from '../frontier/index.ts';
import { attackControls } from '../leaks/controls.ts';
import { protocolAttacks } from '../leaks/protocols.ts';
import { serverAttacks } from '../leaks/server.ts';
import { accuracyTable } from './accuracy-table.ts';
import { claims } from './claims/index.ts';
import { feddpAcs, feddpStates } from './feddp/acs.ts';
import { feddpAudits } from './feddp/audits.ts';
import { feddpClients } from './feddp/clients.ts';
import { feddpCoalitions } from './feddp/coalitions.ts';
import { feddpElbow } from './feddp/elbow.ts';
import { feddpGaussians } from './feddp/gaussians.ts';
import { feddpMissing } from './feddp/missing.ts';
import { feddpPoisoning } from './feddp/poisoning.ts';
import { feddpSplits } from './feddp/splits.ts';
import { feddpTopics } from './feddp/topics.ts';
import { kfedStarts } from './kfed/starts.ts';
import { mufcLosses } from './mufc/losses.ts';
import { mufcRemaining } from './mufc/remaining.ts';
import { mufcUnlearning } from './mufc/unlearning.ts';
import { overheadFigure } from './overhead-figure.ts';
import { parseOptions, type PaperOptions, USAGE } from './options.ts';
import { secfcStarts } from './starts.ts';
import { secureSumCosts } from './sums/index.ts';
import { largeSums } from './sums/large.ts';
import { TABLES } from './tables.ts';

const PAPERS: Readonly<Record<string, (options: PaperOptions) => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [
      name,
      (options: PaperOptions) => accuracyTable(table, options),
    ]),
  ),
  'secfc-starts': secfcStarts,
  'secfc-kfed-starts': kfedStarts,
  'secfc-figure-1': overheadFigure,
  'secfc-frontier': secfcFrontier,
  'attacks-server': serverAttacks,
  'attacks-protocols': protocolAttacks,
  'attacks-controls': attackControls,
  'feddp-gaussians': feddpGaussians,
  'feddp-clients': feddpClients,
  'feddp-acs': feddpAcs,
  'feddp-states': feddpStates,
  'feddp-topics': feddpTopics,
  'feddp-missing': feddpMissing,
  'feddp-elbow': feddpElbow,
  'feddp-coalitions': feddpCoalitions,
  'feddp-audits': feddpAudits,
  'feddp-poisoning': feddpPoisoning,
  'feddp-splits': feddpSplits,
  claims,
  'mufc-losses': mufcLosses,
  'mufc-remaining': mufcRemaining,
  'mufc-unlearning': mufcUnlearning,
  sums: secureSumCosts,
  'sums-large': largeSums,
};

/** Those with protocols that iterate from a start that can be chosen. */
const STARTED: readonly string[] = [...Object.keys(TABLES), 'secfc-figure-1'];

/**
 * The table or figure that the arguments of `npm run paper` name, run anew, as text that ends with a newline.
 *
 * @throws CahootsError for arguments that name none, or ask for what it has not
 */
export async function paper(args: readonly string[]): Promise<string> {
  const { name, out, ...options } = parseOptions(args);
  const make = Object.hasOwn(PAPERS, name) ? PAPERS[name] : undefined;
  if (make === undefined) {
    throw new CahootsError(
      'bad-input',
      `expected one of ${Object.keys(PAPERS).join(', ')}, got ${name}\nusage: ${USAGE}`,
    );
  }
  if (options.code !== undefined && make !== secfcFrontier)
    throw new CahootsError('bad-input', `expected it for secfc-frontier alone, got ${name}`, {
      path: '--code',
    });
  if (options.fairStart && !STARTED.includes(name))
    throw new CahootsError('bad-input', `expected it for one of ${STARTED.join(', ')}, got ${name}`, {
      path: '--fair-start',
    });
  for (const flag of ['quick', 'verify', 'only', 'crate'] as const)
    if (options[flag] !== undefined && make !== claims)
      throw new CahootsError('bad-input', `expected it for claims alone, got ${name}`, { path: `--${flag}` });
  if (options.only !== undefined && options.crate !== undefined)
    throw new CahootsError('bad-input', 'expected the whole table for a crate, got --only', {
      path: '--crate',
    });
  // Of claims, claims.jsonl is the result.
  const kept = make === claims ? 'claims-runs' : name;
  const journal = new Journal(join(out, `${kept}.jsonl`), buildOf([import.meta.url]));
  const progress = showCount('runs');
  try {
    const text = await make({ ...options, journal, onDone: progress.update, onNews: progress.print });
    progress.hide();
    return text;
  } finally {
    progress.hide();
    journal.close();
  }
}
