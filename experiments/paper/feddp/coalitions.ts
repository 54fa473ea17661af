/** What coalitions learn in FedDP-KMeans: the claim against each, and what audits show. */

import { standard } from '../../../bin/standard.ts';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { table } from '../../../src/run/report/table.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { type PaperOptions, refuseElsewhere, scenarioFile } from '../options.ts';

const plugins = [standard];

interface Coalition {
  readonly who: string;
  readonly audit: 'outer-products' | 'span' | 'rounds';
  readonly set: readonly string[];
}

const N = 10;
const against = (
  who: string,
  colluding: number,
  policy = 'none',
  audit: Coalition['audit'] = 'outer-products',
) => {
  return { who, audit, set: [`protocol.noise=${JSON.stringify({ policy, colluding })}`] };
};

/** Rounds without initialisation; canaries are in their sums. */
const inRounds = (who: string, rounds: number, adversary?: string): Coalition => ({
  who,
  audit: 'rounds',
  set: [
    'protocol.initial=server-kmeans++',
    `protocol.rounds=${rounds}`,
    'protocol.bits=12',
    'protocol.budget={roundSums: 2, roundCounts: 0.05}',
    'data.dimension=100',
    'data.points=500',
    ...(adversary === undefined ? [] : [`collusion=[{members: [server], adversary: ${adversary}}]`]),
  ],
});

const COALITIONS: readonly Coalition[] = [
  against('the server', 0),
  against('3 clients without the server', 3, 'none', 'span'),
  against('the server and 3 clients, not provided for', 3),
  against('the server and 3 clients, provided for', 3, 'honest-minimum'),
  against('the server and 9 clients of 10, not provided for', N - 1),
  {
    ...against('a server that chooses the span', 0),
    set: ['collusion=[{members: [server], adversary: chosen-span}]'],
  },
  inRounds('the server, in 1 round', 1),
  inRounds('the server, in 8 rounds', 8),
  inRounds('a server that sends the same centres in 8 rounds', 8, 'same-centres'),
];

/** Ends with a newline. */
export async function feddpCoalitions(options: PaperOptions): Promise<string> {
  const { seeds, onDone } = options;
  refuseElsewhere(options, 'these audits run here');
  const file = scenarioFile('feddp-coalitions');
  const rows: string[][] = [];
  for (const { who, audit, set } of COALITIONS) {
    const scenario = loadScenario(file, { plugins, seed: 1, set });
    const [found] = (await auditScenario(scenario, { plugins, audits: [audit], runs: seeds })) ?? [];
    rows.push([
      who,
      found?.claim ?? '',
      Number(found?.measures.epsilon).toFixed(2),
      found?.status ?? 'interrupted',
    ]);
    onDone(rows.length, COALITIONS.length);
  }
  return [
    `FedDP-KMeans, ${N} clients: what coalitions see; ${seeds} runs each, 95 % confidence\n`,
    table(['who colludes', 'claimed', 'epsilon shown, at least', 'verdict'], rows, [
      'who colludes',
      'verdict',
    ]),
    await clearSums(file),
  ].join('\n');
}

/** What the server sees if it adds the noise, as in the authors' program, and clients have one point each. */
async function clearSums(file: string): Promise<string> {
  const one = {
    source: 'gaussian-mixture',
    points: N,
    dimension: 20,
    components: 2,
    deviation: 0.1,
    middle: 0.5,
    spread: 0.5,
  };
  const set = [`data=${JSON.stringify(one)}`, 'protocol.noise={by: server}'];
  const scenario = loadScenario(file, { plugins, seed: 1, set: [...set, 'collusion=[{members: [server]}]'] });
  const { certificate } = await attackRun(scenario, { plugins });
  const exposed = certificate?.findings.find(({ attack }) => attack === 'clear-sums')?.exposed.most ?? 0;
  const { findings } = await run(scenario, { plugins });
  const epsilon = findings.figures?.find(({ name }) => name === 'epsilon')?.value;
  return `Noise of the server, clients of one point each: clear-sums reads ${(100 * exposed).toFixed(0)} % of the points, at an epsilon of ${Number(epsilon).toFixed(2)} for everybody else.\n`;
}
