/** Scenarios of all protocols whose runs end in all ways. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { standard } from '../../bin/standard.ts';
import noisySum from '../../examples/noisy-sum/plugin.ts';
import sums from '../../examples/sums/plugin.ts';
import { receive } from '../../src/core/engine/actors/effects.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { localLloyd } from './local-lloyd.ts';
import { thoroughly } from './long.ts';
import { measuredPlugin } from './measured-plugin.ts';
import { pluginsWith } from './plugins.ts';
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
export const TABLE = `a,b,site\n${Array.from({ length: ROWS_READ }, (_, i) => `${i % 7 === 3 ? 'NA' : i % 5},${i < 20 ? 1 : 9},${SITES[i % 5]}`).join('\n')}\n`;
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

function example(name: string): string {
  return readFileSync(new URL(`../../examples/${name}/scenario.yaml`, import.meta.url), 'utf8');
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
      yield* receive(Sides, { from: 'server' });
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
  "a plugin's secure sum": { text: example('sums'), plugins: [standard, sums] },
  "a plugin's secure sum without a client": {
    text: `${example('sums')}${GONE}`,
    plugins: [standard, sums],
  },
  "a plugin's noisy sum, which waits for a client for ever": {
    text: `${example('noisy-sum')}${GONE}`,
    plugins: [standard, noisySum],
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

/** A dropout of these clients at 1 ms. */
const gone = (...who: string[]): string =>
  `faults=[{ fault: dropout, who: [${who.join(', ')}], when: { at: 1ms } }]`;
const LOST_AT_QUEUES = 'network={ preset: lan, transport: tcp, queue: { limit: 3 }, loss: 5% }';
const PROVEN = ['protocol.aggregation={ protocol: prio3 }', 'protocol.noise={ by: aggregators }'];
const CODED = 'protocol.aggregation={ protocol: lightsecagg, colluding: 1, dropouts: 3 }';
const FLAMINGO = 'protocol.aggregation={ protocol: flamingo, decryptors: 5, neighbours: 8 }';
const HONEST = 'protocol.noise={ policy: honest-minimum, dropouts: 3 }';

/** Of every secure sum and of two servers, over TCP, and with points that are removed. */
const OF_SUMS: Readonly<Record<string, Case>> = {
  'feddp with proofs': swarmCase('feddp.yaml', 3, ...PROVEN),
  'feddp with proofs and a liar': swarmCase(
    'feddp.yaml',
    3,
    ...PROVEN,
    'collusion=[{ members: [client-1], adversary: beyond-the-clip }]',
  ),
  'feddp whose helper is gone': swarmCase('feddp.yaml', 3, ...PROVEN, gone('helper')),
  'feddp with coded masks, from which three drop out': swarmCase(
    'feddp.yaml',
    4,
    CODED,
    HONEST,
    gone('client-1', 'client-2', 'client-3'),
  ),
  'feddp with coded masks, from which too many drop out': swarmCase(
    'feddp.yaml',
    4,
    CODED,
    HONEST,
    gone('client-1', 'client-2', 'client-3', 'client-4'),
  ),
  'feddp with Flamingo, from which a client drops out': swarmCase(
    'feddp.yaml',
    5,
    FLAMINGO,
    HONEST,
    gone('client-4'),
  ),
  'feddp with Flamingo without masked reports': swarmCase(
    'feddp.yaml',
    5,
    FLAMINGO,
    HONEST,
    'faults=[{ fault: withhold, who: [client-1, client-2, client-3, client-4], message: report }]',
  ),
  'mufc with proofs and a liar': swarmCase(
    'mufc.yaml',
    6,
    'protocol.aggregation={ protocol: prio3 }',
    'collusion=[{ members: [client-1], adversary: moved-counts }]',
  ),
  'mufc with coded masks, which removes points of a client that drops out': swarmCase(
    'mufc.yaml',
    6,
    CODED,
    'protocol.remove=[{ points: [0, 1], client: client-2 }]',
    gone('client-2'),
  ),
  'mufc that removes all points of a client': swarmCase(
    'mufc.yaml',
    6,
    'protocol.remove=[{ clients: [client-3] }]',
  ),
  'mufc that removes adversarial points over a network that loses packets': swarmCase(
    'mufc.yaml',
    7,
    'protocol.remove=[{ points: adversarial, requests: 2 }]',
    'network.loss=10%',
  ),
  'fastlloyd with coded masks': swarmCase('fastlloyd.yaml', 8, CODED),
  'fastlloyd from which most drop out': swarmCase(
    'fastlloyd.yaml',
    8,
    'protocol.noise.by=clients',
    'faults=[{ fault: dropout, who: { clients: 6 }, when: { round: 2 } }]',
  ),
  'lloyd over TCP with full queues, from which a client drops out': swarmCase(
    'lloyd.yaml',
    9,
    LOST_AT_QUEUES,
    gone('client-1'),
  ),
  'secfc over TCP with full queues, from which too many drop out': swarmCase(
    'secfc.yaml',
    9,
    LOST_AT_QUEUES,
    gone('client-1', 'client-2', 'client-3', 'client-4'),
  ),
  'kfed over TCP that is cut short': swarmCase('kfed.yaml', 9, LOST_AT_QUEUES, 'limits.messages=12'),
};

export const CASES: Readonly<Record<string, Case>> = { ...TOLD, ...OF_PROTOCOLS, ...SPENT, ...OF_SUMS };

/** The cases in which there is something to say: of all kinds of notes. */
export const NOTED: readonly string[] = thoroughly(
  [...Object.keys(TOLD), 'mufc that removes all points of a client'],
  Object.keys(CASES),
);

/** Also every protocol whose runs end well, and that stall; and noisy sums that were opened for nothing. */
export const TRIED: readonly string[] = thoroughly(
  [
    ...Object.keys(TOLD),
    ...Object.keys(OF_PROTOCOLS).filter((name) => /\.yaml( without a server)?$/.test(name)),
    ...Object.keys(SPENT),
  ],
  Object.keys(CASES),
);
