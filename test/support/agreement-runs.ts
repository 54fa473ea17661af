/** Runs of all protocols that end in all ways, about each of which every view must tell the same. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { standard } from '../../bin/standard.ts';
import { receive } from '../../src/core/engine/actors/effects.ts';
import { run, type RunResult } from '../../src/run/execute/run.ts';
import type { FigureTable } from '../../src/run/figures/table.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { registryOf } from '../../src/run/plugin/registry.ts';
import { report, type Report } from '../../src/run/report/report.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { Subject } from '../../src/run/tidy/about.ts';
import { type RunRow, runRow } from '../../src/run/tidy/run-row.ts';
import { localLloyd } from './local-lloyd.ts';
import { measuredPlugin } from './measured-plugin.ts';
import { plugins, pluginsWith } from './plugins.ts';
import { playReal } from './real-play.ts';
import { TEXTS } from './report-runs.ts';
import { Sides, sides } from './scenario-sides.ts';
import { withServer } from './sides-runs.ts';
import { edited, SMALL } from './small-scenario.ts';
import { wrongPlugin } from './wrong-plugin.ts';

const LLOYD = edited(
  SMALL,
  ['dimension: 3', 'dimension: 1'],
  ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2\n  timeout: 10s'],
);
const GONE = 'faults: [{ fault: withhold, who: client-2 }]\n';
const LIAR = 'faults: [{ fault: falsify, who: client-4, message: points }]\n';
const SITES = ['Dresden', 'Bonn', 'Essen', 'Aachen', 'Celle'];
/** How many rows the table has. */
export const ROWS_READ = 40;
const TABLE = `a,b,site\n${Array.from({ length: ROWS_READ }, (_, i) => `${i % 7 === 3 ? 'NA' : i % 5},${i < 20 ? 1 : 9},${SITES[i % 5]}`).join('\n')}\n`;
const ofTable = (data: string): string =>
  edited(LLOYD, [
    /source: gaussian-mixture[^]*?partition: .*/.exec(LLOYD)?.[0] ?? '',
    `source: csv\n  file: points.csv\n  missing: skip\n  ${data}`,
  ]);

/** A scenario that is run. */
interface Case {
  readonly text: string;
  readonly plugins?: readonly Plugin[];
  readonly set?: readonly string[];
  /** Over real sockets. */
  readonly real?: true;
}

/** By what must be said of them. */
const TOLD: Readonly<Record<string, Case>> = {
  'a run that finished': { text: LLOYD },
  'too few clients, so that it aborted': { text: `${SMALL}${GONE}` },
  'a limit before there was a result': { text: edited(LLOYD, ['time: 1h', 'messages: 8']) },
  'a limit after there was a result': { text: edited(LLOYD, ['time: 1h', 'time: 400us']) },
  'too few iterations': { text: edited(LLOYD, ['clusters: 2', 'clusters: 2\n  maxIterations: 1']) },
  'a client that is missing': { text: `${LLOYD}${GONE}` },
  'a fault that had no time': {
    text: `${LLOYD}faults: [{ fault: dropout, who: client-1, when: { at: 30min } }]\n`,
  },
  'a false value, and an expectation': { text: `${LLOYD}${LIAR}expect: { matches: lloyd, rounds: 1 }\n` },
  'a client that was blamed': {
    text:
      edited(SMALL, ['clients: 5', 'clients: 10'], ['privacy: 2', 'privacy: 2\n  byzantine: 1']) +
      'faults: [{ fault: falsify, who: client-3, message: distances }]\n',
  },
  'answers that could be wrong': {
    text:
      edited(
        SMALL,
        ['clients: 5', 'clients: 7'],
        ['privacy: 2', 'privacy: 2\n  byzantine: 1\n  timeout: 5s'],
      ) + 'faults: [{ fault: withhold, who: [client-3, client-4], message: distances }]\n',
  },
  'rows without a value': {
    text: ofTable('ignore: [site]\n  partition: { by: iid }'),
  },
  'clients with names of their own, one of which is missing': {
    text: `${ofTable('client: site\n  partition: { by: client }')}${GONE}`,
  },
  'messages that were lost': { text: TEXTS.lossy },
  'a request to remove points that nobody confirms': {
    text:
      edited(
        LLOYD,
        ['deviation: 1', 'deviation: 1\n  scale: { minimum: -0.5, maximum: 0.5 }'],
        ['lloyd', 'mufc'],
        ['  timeout: 10s', '  timeout: 10s\n  remove: [{ points: random, requests: 2 }]'],
      ) + 'faults: [{ fault: withhold, who: server, message: remove, to: clients }]\n',
  },
  'a protocol that breaks its promise': {
    text: edited(LLOYD, ['name: lloyd', 'name: wrong']),
    plugins: [wrongPlugin],
  },
  'a real run of too few iterations': {
    text: edited(LLOYD, ['clusters: 2', 'clusters: 2\n  maxIterations: 1'], ['preset: lan', '{}']),
    real: true,
  },
  "a plugin's protocol": { text: TEXTS.sides, plugins: pluginsWith(sides) },
  'a server that waits for ever': {
    text: TEXTS.sides,
    plugins: withServer(function* () {
      yield* receive(Sides, { from: 'nobody' });
    }),
  },
  "a plugin's protocol with figures of its own": {
    text: edited(LLOYD, ['name: lloyd', 'name: measured']),
    plugins: [standard, measuredPlugin],
  },
  "a plugin's protocol in which only clients learn labels": {
    text: edited(LLOYD, ['name: lloyd', 'name: local-lloyd']),
    plugins: pluginsWith(localLloyd),
  },
};

const SWARM = fileURLToPath(new URL('../../scenarios/swarm/', import.meta.url));

/** What happens to each protocol. */
const HAPPENS: Readonly<Record<string, readonly string[]>> = {
  '': [],
  ' without a client': ['faults=[{ fault: withhold, who: client-2 }]'],
  ' from which a client drops out': ['faults=[{ fault: dropout, who: client-1, when: { at: 1ms } }]'],
  ' without a server': ['faults=[{ fault: dropout, who: server, when: { at: 1ms } }]'],
  ' that is cut short': ['limits.messages=20'],
};

const OF_PROTOCOLS: Readonly<Record<string, Case>> = Object.fromEntries(
  readdirSync(SWARM).flatMap((file) => {
    const text = readFileSync(`${SWARM}${file}`, 'utf8');
    return Object.entries(HAPPENS).map(([what, set]) => [`${file}${what}`, { text, set }]);
  }),
);

const swarmCase = (file: string, seed: number, ...set: string[]): Case => ({
  text: readFileSync(`${SWARM}${file}`, 'utf8'),
  set: [`seed=${seed}`, ...set],
});

/** Without a clustering after noisy sums were opened: the privacy is spent all the same. */
export const SPENT: Readonly<Record<string, Case>> = {
  'feddp that withholds the result': swarmCase(
    'feddp.yaml',
    7_100_009,
    'faults=[{ fault: withhold, who: server, message: result }]',
  ),
  'feddp that withholds what the third sum needs': swarmCase(
    'feddp.yaml',
    7_100_009,
    'faults=[{ fault: withhold, who: server, message: projected-centres }]',
  ),
  'fastlloyd that withholds noisy totals': swarmCase(
    'fastlloyd.yaml',
    7_049_011,
    'protocol.noise.by=clients',
    'faults=[{ fault: withhold, who: server, message: noisy-total }]',
  ),
  'fastlloyd that withholds masked totals': swarmCase(
    'fastlloyd.yaml',
    7_049_011,
    'faults=[{ fault: withhold, who: server, message: masked-total }]',
  ),
};

export const CASES: Readonly<Record<string, Case>> = { ...TOLD, ...OF_PROTOCOLS, ...SPENT };

/** What came of a run. */
export interface Made {
  readonly name: string;
  readonly file: string;
  readonly scenario: Scenario;
  readonly known: readonly Plugin[];
  readonly result: RunResult;
  readonly report: Report;
  readonly trace: Buffer;
  readonly row: RunRow;
  /** What the columns of its row mean. */
  readonly figures: FigureTable;
}

/** Writes a file beside the scenarios and returns its path. */
type Write = (name: string, content: string | Uint8Array) => string;

const made = new Map<string, Promise<Made>>();

/** Each is run once. */
export function madeOf(name: string, write: Write): Promise<Made> {
  const before = made.get(name);
  if (before !== undefined) return before;
  const now = make(name, write);
  made.set(name, now);
  return now;
}

async function make(name: string, write: Write): Promise<Made> {
  const { text, plugins: known = plugins, set = [], real } = CASES[name];
  write('points.csv', TABLE);
  const file = write(`${name.replaceAll(/\W/g, '-')}.yaml`, text);
  const scenario = loadScenario(file, { plugins: known, set });
  const chunks: Buffer[] = [];
  const trace = (bytes: Uint8Array): number => chunks.push(Buffer.from(bytes));
  const result =
    real === true
      ? await playReal(scenario, false, undefined, trace)
      : await run(scenario, { plugins: known, trace, timing: true });
  const subject = new Subject(scenario, { files: '{}', file, set: '', cahoots: '', code: '' });
  return {
    name,
    file,
    scenario,
    known,
    result,
    report: report(result.ledger, result, result.causalGraph),
    trace: Buffer.concat(chunks),
    row: runRow(subject.under(scenario.seed), result),
    figures: registryOf(known).figures.ofProtocols([scenario.protocol]),
  };
}
