/** FedDP-KMeans through the door for audits, at both levels: sound, and with noise that is less than it says. */

import { describe, expect, test } from 'vitest';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { feddp } from '../../../bin/standard.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { stringify } from 'yaml';
import { thinned } from '../../../experiments/paper/feddp/thinned.ts';

const write = temporaryFiles();

const budget = { outer: 1, weights: 0.02, sums: 0.02, counts: 0.02 };
const data = (points: number, dimension: number) => {
  return {
    source: 'gaussian-mixture',
    points,
    dimension,
    components: 2,
    deviation: 0.1,
    middle: 0.5,
    spread: 0.5,
  };
};
const LEVELS = {
  point: {
    clients: 5,
    data: data(300, 30),
    protocol: { name: 'feddp', clusters: 2, clip: 1, bits: 8, server: { uniform: 6 }, budget },
  },
  client: {
    clients: 40,
    data: data(40, 16),
    protocol: {
      name: 'feddp',
      clusters: 2,
      level: 'client',
      clips: { outer: 4, means: 1 },
      bits: 10,
      server: { uniform: 6 },
      aggregation: { neighbours: 6, threshold: 3 },
      budget,
    },
  },
} as const;

interface Asked {
  readonly audits?: readonly string[];
  readonly canaries?: number;
  readonly twins?: boolean;
}

async function audited(
  level: keyof typeof LEVELS,
  protocol: AnyProtocol,
  seed: number,
  set: string[] = [],
  runs = 1,
  { audits = ['outer-products'], canaries, twins = false }: Asked = {},
) {
  const plugins = [plugin(import.meta.url, { name: 'audited', protocols: [protocol] })];
  const file = write(
    'scenario.yaml',
    stringify({ version: 2, name: 'audited', ...LEVELS[level], network: { preset: 'lan' } }),
  );
  const scenario = loadScenario(file, { plugins, seed, set });
  const found = await auditScenario(scenario, { plugins, audits, runs, canaries, twins });
  if (found === undefined) throw new Error('it was interrupted');
  return found;
}

describe.each(['point', 'client'] as const)('at the level of a %s the audit', (level) => {
  test('does not refute the protocol as it is, and without twins cannot say that it could', async () => {
    // Many clients take seconds for each.
    const audits = ['outer-products', 'span', 'rounds'].slice(0, level === 'point' ? 3 : thoroughly(1, 3));
    const found = await audited(level, feddp, 1, [], 1, { audits });
    const weak = ['too weak', 'too weak', 'not attempted'];
    expect(found.map(({ status }) => status)).toEqual(weak.slice(0, audits.length));
  });

  const BROKEN: readonly (readonly [string, number])[] = [
    ['99 of 100 shares are missing', 1 / 100],
    ['the noise is for the clip and not for its square', 1 / 121],
    ['the noise is off', 0],
  ];
  // With most noise first, which is the hardest to see; many clients take seconds.
  test.each(level === 'point' ? BROKEN : thoroughly(BROKEN.slice(0, 1), BROKEN))(
    'refutes it if %s',
    async (_, share) => {
      const [outer] = await audited(level, thinned(share), 1);
      expect(outer.status).toBe('refuted');
    },
  );
});

test('the twin without noise shows that the audit of outer products would see it', async () => {
  const [outer] = await audited('point', feddp, 1, ['data.points=120'], 1, { twins: true });
  expect(outer).toMatchObject({
    status: 'not refuted',
    power: [{ noise: 0, audits: 10, refuted: 10 }, {}, {}],
  });
});

describe('clients that see the span of as many canaries as it has directions', () => {
  const set = [
    'protocol.clusters=10',
    'protocol.server={uniform: 10}',
    'data.dimension=30',
    'data.points=20',
  ];
  const span = async (protocol: AnyProtocol) => {
    const [found] = await audited('point', protocol, 1, set, 4, { audits: ['span'], canaries: 10 });
    return found;
  };

  test('cannot tell which are in it', async () => {
    expect(await span(feddp)).toMatchObject({ status: 'too weak' });
  });

  test('are found to see them if the noise is off', async () => {
    expect(await span(thinned(0))).toMatchObject({ status: 'refuted' });
  });
});

describe('a server that sends the same centres in eight rounds', () => {
  const set = [
    'protocol.initial=server-kmeans++',
    'protocol.rounds=8',
    'protocol.bits=12',
    'protocol.budget={roundSums: 1, roundCounts: 0.02}',
    'data.dimension=200',
    'data.points=100',
    'collusion=[{members: [server], adversary: same-centres}]',
  ];
  const rounds = async (protocol: AnyProtocol, runs: number) => {
    const [found] = await audited('point', protocol, 1, set, runs, { audits: ['rounds'] });
    return found.status;
  };

  test('learns no more than all rounds together cost', async () => {
    expect(await rounds(feddp, 1)).toBe('too weak');
  });

  test('is found to learn more if nearly all noise is missing', async () => {
    expect(await rounds(thinned(1 / 1000), 2)).toBe('refuted');
  });
});

test('the claim accounts for the shares that colluding clients reveal', async () => {
  const set = ['protocol.noise.colluding=2', 'data.dimension=10', 'data.points=50'];
  const [outer] = await audited('point', feddp, 1, set);
  expect(outer.claim).toBeDefined();
  expect(outer.status).not.toBe('refuted');
});
