/** The cost of one large sum on this machine: time, memory, and what is sent, beside the formulas. Each runs in a process of its own. */

import { execFile, type ExecFileException } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, refuseElsewhere } from '../options.ts';
import type { SumCosts, SumRequest } from './cell.ts';
import { largeRequest, statedFor } from './conditions.ts';
import { COMPARED } from './protocols.ts';
import { kilobytes, mega } from './units.ts';

const PROCESS = fileURLToPath(new URL('large-process.ts', import.meta.url));
const MOST_OUTPUT = 2 ** 20;
/** After which a sum is given up, for the others: six of them are done within an hour. */
const MOST_SECONDS = 600;

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
    const { under, request } = largeRequest(one);
    const { clients, length } = under;
    const stated = statedFor(one, under, request);
    const [load] = loadavg();
    const took = await inProcess(request, options.threads ?? 0);
    rows.push([
      one.name,
      `${clients}`,
      `${length}`,
      ...(took === undefined ? [`over ${MOST_SECONDS}`, ...Array<string>(4).fill('')] : tookCells(took)),
      load.toFixed(1),
      took === undefined ? '' : kilobytes(took.costs.bytes / clients),
      kilobytes(stated.bytes / clients),
      took === undefined ? '' : mega((took.costs.clients + took.costs.aggregators) / clients),
      mega(stated.operations / clients),
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
    'virtual seconds',
    'load before',
    'kB a client',
    'by formula',
    'M operations, all, a client',
    'by formula',
  ];
  return `One sum each, on ${options.threads ?? 0} threads of this machine\n\n${table(head, rows, ['sum'])}`;
}

const tookCells = ({ costs, seconds, processorSeconds, peakBytes }: Took): string[] => [
  seconds.toFixed(0),
  processorSeconds.toFixed(0),
  (peakBytes / 2 ** 30).toFixed(2),
  `${costs.messages}`,
  costs.resultNs === undefined ? 'no sum' : (costs.resultNs / 1e9).toPrecision(4),
];

/** @returns undefined if it takes too long */
async function inProcess(request: SumRequest, threads: number): Promise<Took | undefined> {
  const node = ['--max-old-space-size=16384', '--import', 'tsx'];
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...node, PROCESS, JSON.stringify(request), `${threads}`],
      { maxBuffer: MOST_OUTPUT, timeout: 1000 * MOST_SECONDS, killSignal: 'SIGKILL' },
    );
    return JSON.parse(stdout) as Took;
  } catch (error) {
    if ((error as ExecFileException).killed === true) return undefined;
    throw error;
  }
}
