/** `cahoots pack`, as it is called. */

import { command } from '../command.ts';
import { short, text, toggle } from '../flag.ts';
import { DATA } from '../shared-flags.ts';

const FLAGS = {
  out: short('o', text('FILE', 'the pack (default: beside the trace, ending in .cahoots.zip)')),
  data: DATA,
  digestsOnly: toggle('leave the data out, and tell their digests alone'),
};

export type PackFlags = typeof FLAGS;

export const PACK = command({
  name: 'pack',
  group: 'traces',
  summary: 'put a run into one file for somebody else',
  details:
    'RUN is a trace, or the folder that run --out wrote. The pack is a ZIP with the trace, the scenario, the data that it names, the results and ' +
    'what made them; report, replay, attack, plot and export take it in place of a trace.',
  takes: ['RUN'],
  flags: FLAGS,
  examples: [['pack out -o run.cahoots.zip', 'everything that a colleague needs to make the run again']],
});
