/** `cahoots report`: the tables of a run, from its trace alone. */

import { type Outcome, report } from '../report/report.ts';
import { reportText } from '../report/text.ts';
import type { Findings } from '../run/findings.ts';
import { Ledger } from '../trace/ledger.ts';
import { TraceReader } from '../trace/reader.ts';
import { type Command, parseCommand } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { readTrace } from './trace-file.ts';

const USAGE = 'report TRACE [--json]';

export const reportCommand: Command = {
  summary: 'the tables of a run again, from its trace; one that is cut off is read as far as it goes',
  usage: USAGE,
  run(args) {
    const { values, file } = parseCommand(USAGE, args, { json: { type: 'boolean' } });
    const reader = new TraceReader(file, readTrace(file));
    const ledger = new Ledger(reader.header.roles);
    for (const entry of reader.entries()) ledger.add(entry);
    const { outcome } = reader;
    const end = outcome !== undefined && 'end' in outcome ? outcome.end : undefined;
    const found = report(ledger, end && ({ ...end, findings: end.findings as Findings } satisfies Outcome));
    process.stdout.write(values.json === true ? `${JSON.stringify(found)}\n` : reportText(found));
    if (reader.problem !== undefined) throw reader.problem;
    return Promise.resolve(EXIT.done);
  },
};
