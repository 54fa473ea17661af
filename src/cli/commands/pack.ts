/** `cahoots pack`, as it is called. */

import { command } from '../command.ts';
import { short, text, toggle } from '../flag.ts';
import { DATA, JSON_FLAG } from '../shared-flags.ts';

const FLAGS = {
  out: short('o', text('FILE', 'the pack (default: next to the trace, ending in .cahoots.zip)')),
  data: DATA,
  digestsOnly: toggle('pack only digests of the data'),
  json: JSON_FLAG,
};

export type PackFlags = typeof FLAGS;

export const PACK = command({
  name: 'pack',
  group: 'traces',
  summary: 'pack a run into one file for somebody else',
  details:
    'RUN is a trace, or the folder that run --out wrote. The pack is a ZIP file with the trace, the scenario, its data, the results and ' +
    'the versions that made them; report, replay, attack, plot and export accept it like a trace.',
  takes: ['RUN'],
  readsTraces: true,
  flags: FLAGS,
  examples: [['pack out -o run.cahoots.zip', 'everything that a colleague needs to repeat the run']],
});
