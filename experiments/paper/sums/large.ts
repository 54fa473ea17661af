/** The cost of one large sum on this machine: time, memory, and what is sent. Each runs in a process of its own. */

import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, refuseElsewhere } from '../options.ts';
import type { SumCosts } from './cell.ts';
import { largeRequest } from './conditions.ts';
import { COMPARED } from './protocols.ts';
import { kilobytes, mega } from './units.ts';

const PROCESS = fileURLToPath(new URL('large-process.ts', import.meta.url));
const MOST_OUTPUT = 2 ** 20;

/** What a process prints. */
interface Took {
  readonly costs: SumCosts;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakBytes: number;
}

/** Ends with a newline. */
export async function largeSums(options: PaperOptions): Promise<string> {
  refuseElsewhere(options, 'this measures this machine');
  const rows: string[][] = [];
  for (const one of COMPARED) {
    const { clients, length, request } = largeRequest(one);
    const [load] = loadavg();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--max-old-space-size=16384',
        '--import',
        'tsx',
        PROCESS,
        JSON.stringify(request),
        `${options.threads}`,
      ],
      { maxBuffer: MOST_OUTPUT },
    );
    const { costs, seconds, processorSeconds, peakBytes } = JSON.parse(stdout) as Took;
    rows.push([
      one.name,
      `${clients}`,
      `${length}`,
      seconds.toFixed(0),
      processorSeconds.toFixed(0),
      (peakBytes / 2 ** 30).toFixed(2),
      `${costs.messages}`,
      kilobytes(costs.bytes / clients),
      mega(costs.serverBytes),
      costs.resultNs === undefined ? 'no sum' : (costs.resultNs / 1e9).toPrecision(4),
      load.toFixed(1),
    ]);
    options.onDone(rows.length, COMPARED.length);
  }
  const head = [
    'sum',
    'clients',
    'elements',
    'seconds here',
    'of processors',
    'GiB at most',
    'messages',
    'kB a client',
    'MB at the server',
    'virtual seconds',
    'load before',
  ];
  return `One sum each, on ${options.threads ?? 0} threads of this machine\n\n${table(head, rows, ['sum'])}`;
}
