/** What becomes of sums under each fault: of whom they are, whether they are right, and who is blamed. */

import { fileURLToPath } from 'node:url';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import anySum, { isRight, type Summed } from './any-sum.ts';

const plugins = [anySum];
const FILE = fileURLToPath(new URL('any-sum.yaml', import.meta.url));
export const CLIENTS = 7;

/** A sum as it is put under faults. */
export interface Tried {
  readonly name: string;
  readonly aggregation: Readonly<Record<string, unknown>>;
  /** So many clients may vanish at any time. */
  readonly dropouts: number;
}

export const TRIED: readonly Tried[] = [
  { name: 'bonawitz', aggregation: {}, dropouts: 2 },
  { name: 'malicious', aggregation: { malicious: true }, dropouts: 2 },
  { name: 'bell', aggregation: { protocol: 'bell', neighbours: 4, threshold: 3 }, dropouts: 2 },
  { name: 'lightsecagg', aggregation: { protocol: 'lightsecagg' }, dropouts: 2 },
  // Fewer than a third of the decryptors may vanish.
  { name: 'flamingo', aggregation: { protocol: 'flamingo', decryptors: 5 }, dropouts: 1 },
  { name: 'prio3', aggregation: { protocol: 'prio3', threshold: 5 }, dropouts: 2 },
];

/** One way in which something goes wrong: settings of the scenario. */
type Wrong = readonly string[];

interface Fault {
  readonly what: string;
  /** All ways in which it is tried. */
  ways(sum: Tried, types: Types): readonly Wrong[];
}

/** The types of messages that a role sends, without faults. */
interface Types {
  readonly client: readonly string[];
  readonly server: readonly string[];
  readonly helper: readonly string[];
}

const faults = (...list: readonly object[]): Wrong => [`faults=${JSON.stringify(list)}`];
const vanish = (count: number, when: object): Wrong =>
  faults(...Array.from({ length: count }, (_, j) => ({ fault: 'dropout', who: `client-${j + 2}`, when })));
/** At once, and after the first message of each type. */
const moments = (types: readonly string[]): readonly object[] => [
  { at: '1ns' },
  ...types.map((sent) => ({ sent, messages: 1 })),
];
const HOWS = ['random', 'one-entry', 'shorter'];
const falsehoods = (who: string, types: readonly string[], differently: boolean): Wrong[] =>
  types.flatMap((message) =>
    HOWS.map((how) => faults({ fault: 'falsify', who, message, how, ...(differently && { differently }) })),
  );

const FAULTS: readonly Fault[] = [
  { what: 'nothing', ways: () => [[]] },
  {
    what: 'as many clients vanish as it tolerates, at once or after any of their messages',
    ways: ({ dropouts }, { client }) => moments(client).map((when) => vanish(dropouts, when)),
  },
  {
    what: 'one more, at once',
    ways: ({ dropouts }) => [vanish(dropouts + 1, { at: '1ns' })],
  },
  {
    what: 'one more, after any message',
    ways: ({ dropouts }, { client }) =>
      moments(client)
        .slice(1)
        .map((when) => vanish(dropouts + 1, when)),
  },
  {
    what: 'a client crashes, and is back after 20 ms',
    ways: (_, { client }) =>
      moments(client).map((when) => faults({ fault: 'crash', who: 'client-2', when, restartAfter: '20ms' })),
  },
  {
    what: 'an aggregator crashes, and is back after 20 ms',
    ways: (_, { server, helper }) => [
      ...moments(server).map((when) => faults({ fault: 'crash', who: 'server', when, restartAfter: '20ms' })),
      ...(helper.length === 0 ? [] : moments(helper)).map((when) =>
        faults({ fault: 'crash', who: 'helper', when, restartAfter: '20ms' }),
      ),
    ],
  },
  {
    what: "a message of a client comes after the server's timeout",
    ways: (_, { client }) =>
      client.map((message) =>
        faults({ fault: 'delay', who: 'client-2', direction: 'from', message, by: '3s' }),
      ),
  },
  {
    what: 'a twentieth of all packets is lost, and all come twice',
    ways: () =>
      [1, 2, 3].map((seed) => [
        'network.loss=0.05',
        `seed=${seed}`,
        ...faults({ fault: 'duplicate', who: 'everyone', by: '3ms' }),
      ]),
  },
  {
    what: 'three bits of a message of a client are wrong',
    ways: (_, { client }) =>
      client.map((message) => faults({ fault: 'corrupt', who: 'client-2', message, bits: 3 })),
  },
  {
    what: 'a client lies in any one type of its messages',
    ways: (_, { client }) => falsehoods('client-2', client, false),
  },
  {
    what: 'a client contributes far more than it may',
    ways: () => [['collusion=[{ members: [client-2], adversary: beyond-bounds }]']],
  },
  {
    what: 'the server tells everybody something else, in any one type',
    ways: (_, { server }) => falsehoods('server', server, true),
  },
  {
    what: 'the helper vanishes',
    ways: (_, { helper }) =>
      helper.length === 0
        ? []
        : moments(helper).map((when) => faults({ fault: 'dropout', who: 'helper', when })),
  },
];

/** What became of the runs with one fault. */
export interface Became {
  readonly what: string;
  readonly runs: number;
  /** Of how many clients right sums are: the fewest and the most. */
  readonly right?: readonly [number, number];
  readonly none: number;
  readonly wrong: number;
  /** Runs in which somebody did not end. */
  readonly hung: number;
  /** Who was blamed, in any of them. */
  readonly blamed: readonly string[];
}

/** All faults, for one sum. */
export const sumUnderFaults = defineJob(
  import.meta.url,
  'paper-sum-under-faults',
  async (sum: Tried): Promise<readonly Became[]> => {
    const load = (wrong: Wrong): Scenario =>
      loadScenario(FILE, {
        plugins,
        set: [`protocol.aggregation=${JSON.stringify(sum.aggregation)}`, ...wrong],
      });
    const { ledger } = await run(load([]), { plugins });
    const of = (role: string): string[] => [
      ...new Set(ledger.traffic().flatMap(({ from, type }) => (from === role ? [type] : []))),
    ];
    const types: Types = { client: of('client'), server: of('server'), helper: of('helper') };
    const all: Became[] = [];
    for (const { what, ways } of FAULTS) {
      const runs: RunResult[] = [];
      for (const wrong of ways(sum, types)) runs.push(await run(load(wrong), { plugins }));
      if (runs.length > 0) all.push(became(what, runs));
    }
    return all;
  },
);

function became(what: string, runs: readonly RunResult[]): Became {
  const sums = runs.map(({ outcome }) => (outcome?.kind === 'clustered' ? (outcome as Summed).sums : []));
  const right = sums.flatMap(([first]) =>
    first !== undefined && isRight(first, 0) ? [first.survivors.length] : [],
  );
  const none = sums.filter(({ length }) => length === 0).length;
  return {
    what,
    runs: runs.length,
    ...(right.length > 0 && { right: [Math.min(...right), Math.max(...right)] }),
    none,
    wrong: runs.length - none - right.length,
    hung: runs.filter(({ ending }) => ending !== 'done').length,
    blamed: [...new Set(runs.flatMap(({ findings }) => findings.blamed ?? []))].toSorted(),
  };
}

/** In a few words: of how many clients right sums are, how many runs have none, or a wrong one, and who is blamed. */
export function becameText({ runs, right, none, wrong, hung, blamed }: Became): string {
  const [fewest, most] = right ?? [];
  const of = fewest === most ? `${most}` : `${fewest}-${most}`;
  return [
    ...(right === undefined ? [] : [of]),
    ...(none === 0 ? [] : [`none${none === runs ? '' : ` in ${none}`}`]),
    ...(wrong === 0 ? [] : [`WRONG in ${wrong}`]),
    ...(hung === 0 ? [] : [`hung in ${hung}`]),
    ...(blamed.length === 0
      ? []
      : [`blames ${blamed.length === CLIENTS ? 'all clients' : blamed.join(', ')}`]),
  ].join('; ');
}
