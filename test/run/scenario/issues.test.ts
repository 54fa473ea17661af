import { describe, expect, test } from 'vitest';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load, mistakes } = scenarios();

/** What was written, what it becomes, and what is said about it. */
type Case = readonly [from: string, to: string, ...said: string[]];

const TOP =
  '$schema, version, name, description, seed, clients, data, protocol, compare, network, devices, availability, use, faults, collusion, expect, sweep, swarm, limits';
const MIXTURE =
  'source, points, dimension, components, deviation, spread, middle, sizes, truth, scale, partition, holdOut';
const SECFC =
  'name, clusters, start, empty, centreSeparation, maxIterations, timeout, privacy, segments, scale, moduli, align, disclosure, minimumCluster, reveal, publish, byzantine, verifiableSharing';
const NETWORK =
  'preset, latency, loss, transport, tcp, queue, retransmit, framing, residues, paths, server, clients, roles, measured, shared, links, rules';
const DURATION = 'expected a duration such as 40ms (units: ns, us, ms, s, min, h)';
const RATE = 'expected a rate such as 200Mop/s (units: op/s, Kop/s, Mop/s, Gop/s)';
const FORMS = 'or a mapping with one of uniform, normal, lognormal, exponential, pareto or measured';
const LATENCY = `expected a latency such as 40ms, ${FORMS}`;
const LAN = 'preset: lan';
const UNDER_LAN = `${LAN}\n  `;

test('the small scenario itself is accepted', () => {
  expect(load(SMALL)).toMatchObject({ name: 'small', protocol: 'secfc' });
});

describe('a wrong key is answered where it stands, with the right ones', () => {
  const cases: Case[] = [
    ['seed: 1', 'sed: 1', `s.yaml:2:1 sed: expected one of ${TOP}, got "sed"; did you mean seed?`],
    [
      'points: 40',
      'points: 40\n  pints: 3',
      `s.yaml:7:3 data.pints: expected one of ${MIXTURE}, got "pints"; did you mean points?`,
    ],
    ['{ by: iid }', '{ by: iid, k: 2 }', 's.yaml:10:25 data.partition.k: expected one of by, got "k"'],
    ['  privacy: 2', '  privacy: 2\n  t: 2', `s.yaml:15:3 protocol.t: expected one of ${SECFC}, got "t"`],
    [
      LAN,
      'presets: lan',
      `s.yaml:16:3 network.presets: expected one of ${NETWORK}, got "presets"; did you mean preset?`,
    ],
    [
      LAN,
      `${UNDER_LAN}server: { up: 1Mbps }`,
      's.yaml:17:13 network.server.up: expected one of uplink, downlink, got "up"',
    ],
    [
      LAN,
      `${UNDER_LAN}links: [{ from: server, to: '*', lag: 1ms }]`,
      's.yaml:17:36 network.links.0.lag: expected one of from, to, latency, loss, got "lag"',
    ],
    [
      LAN,
      `${UNDER_LAN}latency: { normal: { mean: 1ms, deviation: 1ms, sigma: 2 } }`,
      's.yaml:17:51 network.latency.normal.sigma: expected one of mean, deviation, got "sigma"',
    ],
    [
      'server: 2Gop/s',
      'sever: 2Gop/s',
      's.yaml:18:3 devices.sever: expected one of durations, profile, profiles, server, roles, clients, capacity, machines, overrides, got "sever"; did you mean server?',
    ],
    [
      'rate: 10Mop/s',
      'rats: 10Mop/s',
      's.yaml:20:29 devices.overrides.0.rats: expected one of actors, rate, uplink, downlink, got "rats"; did you mean rate?',
    ],
    [
      'time: 1h',
      'tim: 1h',
      's.yaml:22:3 limits.tim: expected one of time, message, mailbox, messages, events, held, got "tim"; did you mean time?',
    ],
    ['seed: 1', '__proto__: 1', `s.yaml:2:1 __proto__: expected one of ${TOP}, got "__proto__"`],
    ['seed: 1', 'toString: 1', `s.yaml:2:1 toString: expected one of ${TOP}, got "toString"`],
  ];
  test.each(cases)('%j -> %j', (from, to, ...said) => {
    expect(mistakes(edited(SMALL, [from, to]))).toEqual(said);
  });

  test('the protocol that is named says which keys are right', () => {
    const text = edited(SMALL, ['name: secfc', 'name: lloyd']);
    const right = 'name, clusters, start, empty, centreSeparation, maxIterations, timeout, scale';
    expect(mistakes(text)).toEqual([`s.yaml:14:3 protocol.privacy: expected one of ${right}, got "privacy"`]);
  });
});

describe('a wrong value is answered where it stands, with what it should have been', () => {
  const cases: Case[] = [
    ['name: small', 'name: 3', 's.yaml:1:7 name: expected a string, got 3'],
    ['clients: 5', 'clients: 5.5', 's.yaml:3:10 clients: expected an integer, got 5.5'],
    ['clients: 5', 'clients: 0', 's.yaml:3:10 clients: expected at least 1, got 0'],
    ['clients: 5', 'clients: 10000001', 's.yaml:3:10 clients: expected at most 10000000, got 10000001'],
    ['deviation: 1', 'deviation: -1', 's.yaml:9:14 data.deviation: expected at least 0, got -1'],
    ['deviation: 1', "deviation: '1'", 's.yaml:9:14 data.deviation: expected a number, got "1"'],
    ['components: 2', 'components: [2]', 's.yaml:8:15 data.components: expected a number, got [2]'],
    ['  points: 40', '  spread: yes\n  points: 40', 's.yaml:6:11 data.spread: expected a number, got "yes"'],
    [
      '  privacy: 2',
      '  privacy: 2\n  reveal: 1',
      's.yaml:15:11 protocol.reveal: expected true or false, got 1',
    ],
    [
      '  privacy: 2',
      '  privacy: 2\n  start: kmeans',
      's.yaml:15:10 protocol.start: expected random, k-means++, or a mapping with subsets and restarts, with file, or with protocol: mufc or kfed and its settings, got "kmeans"',
    ],
    ['  privacy: 2', '  privacy: 2\n  scale: 0', 's.yaml:15:10 protocol.scale: expected more than 0, got 0'],
    [LAN, 'preset: moon', 's.yaml:16:11 network.preset: expected one of lan, wan, mobile, got "moon"'],
    [LAN, `${UNDER_LAN}links: all`, 's.yaml:17:10 network.links: expected a list, got "all"'],
    [`network:\n  ${LAN}`, 'network: lan', 's.yaml:15:10 network: expected a mapping, got "lan"'],
    [`network:\n  ${LAN}`, 'network:', 's.yaml:15:9 network: expected a mapping, got null'],
    ['[client-2]', 'client-2', 's.yaml:20:17 devices.overrides.0.actors: expected a list, got "client-2"'],
    ['[client-2]', '[]', 's.yaml:20:17 devices.overrides.0.actors: expected at least 1 items, got []'],
  ];
  test.each(cases)('%j -> %j', (from, to, ...said) => {
    expect(mistakes(edited(SMALL, [from, to]))).toEqual(said);
  });

  test('a long value is cut short', () => {
    const [message] = mistakes(edited(SMALL, ['name: small', `name: [${'1, '.repeat(99)}1]`]));
    expect(message).toMatch(/^s\.yaml:1:7 name: expected a string, got \[(1,){28}\.\.\.$/);
  });
});

describe('a wrong unit is answered with the right ones', () => {
  const cases: Case[] = [
    ['time: 1h', 'time: 1', `s.yaml:22:9 limits.time: ${DURATION}, got 1`],
    ['time: 1h', 'time: 1d', `s.yaml:22:9 limits.time: ${DURATION}, got "1d"`],
    ['time: 1h', 'time: -1h', `s.yaml:22:9 limits.time: ${DURATION}, got "-1h"`],
    ['2Gop/s', '2GHz', `s.yaml:18:11 devices.server: ${RATE}, got "2GHz"`],
    [
      '10Mop/s',
      '0op/s',
      's.yaml:20:35 devices.overrides.0.rate: expected a rate of at least 1op/s, got "0op/s"',
    ],
    [
      '10Mop/s',
      '10Mop/s, uplink: 1MB',
      's.yaml:20:52 devices.overrides.0.uplink: expected a bandwidth such as 20Mbps (units: bps, Kbps, Mbps, Gbps), got "1MB"',
    ],
    [
      LAN,
      `${UNDER_LAN}clients: { downlink: fast }`,
      's.yaml:17:24 network.clients.downlink: expected a bandwidth such as 20Mbps, or unlimited, got "fast"',
    ],
    [
      LAN,
      `${UNDER_LAN}framing: 66`,
      's.yaml:17:12 network.framing: expected a size such as 64KiB (units: B, KB, MB, KiB, MiB), got 66',
    ],
    [
      LAN,
      `${UNDER_LAN}loss: 100%`,
      's.yaml:17:9 network.loss: expected a probability in [0, 1) such as 0.01 or 1%, got "100%"',
    ],
    [LAN, `${UNDER_LAN}latency: 40`, `s.yaml:17:12 network.latency: ${LATENCY}, got 40`],
    [
      LAN,
      `${UNDER_LAN}latency: { gauss: 40ms }`,
      `s.yaml:17:12 network.latency: ${LATENCY}, got {"gauss":"40ms"}`,
    ],
    [
      LAN,
      `${UNDER_LAN}latency: { uniform: { minimum: 1, maximum: 2ms } }`,
      `s.yaml:17:34 network.latency.uniform.minimum: ${DURATION}, got 1`,
    ],
    [
      LAN,
      `${UNDER_LAN}latency: { measured: [1ms, 2] }`,
      `s.yaml:17:30 network.latency.measured.1: ${DURATION}, got 2`,
    ],
    [
      LAN,
      `${UNDER_LAN}latency: { exponential: { mean: 1ms, minimum: 2ms } }`,
      's.yaml:17:27 network.latency.exponential: expected a minimum below the mean, got {"mean":"1ms","minimum":"2ms"}',
    ],
    [
      LAN,
      `${UNDER_LAN}links: [{ from: server, to: '*', latency: { pareto: { minimum: 1ms, shape: 0 } } }]`,
      's.yaml:17:78 network.links.0.latency.pareto.shape: expected at least 0.1, got 0',
    ],
    [
      'server: 2Gop/s',
      'clients: 500',
      `s.yaml:18:12 devices.clients: expected a rate such as 500Mop/s, ${FORMS}, got 500`,
    ],
  ];
  test.each(cases)('%j -> %j', (from, to, ...said) => {
    expect(mistakes(edited(SMALL, [from, to]))).toEqual(said);
  });
});

describe('what is missing is asked for in its section', () => {
  const cases: Case[] = [
    ['clients: 5\n', '', 's.yaml:1:1 clients: expected a number, got nothing'],
    ['  points: 40\n', '', 's.yaml:5:3 data.points: expected a number, got nothing'],
    ['  clusters: 2\n', '', 's.yaml:12:3 protocol.clusters: expected a number, got nothing'],
    ['  privacy: 2\n', '', 's.yaml:12:3 protocol.privacy: expected a number, got nothing'],
    ['by: iid', 'by: class', 's.yaml:10:14 data.partition.classesPerClient: expected a number, got nothing'],
    ['actors: [client-2], ', '', 's.yaml:20:7 devices.overrides.0.actors: expected a list, got nothing'],
    [
      LAN,
      `${UNDER_LAN}links: [{ from: server }]`,
      's.yaml:17:11 network.links.0.to: expected a string, got nothing',
    ],
    [
      LAN,
      `${UNDER_LAN}latency: { normal: { mean: 1ms } }`,
      `s.yaml:17:22 network.latency.normal.deviation: ${DURATION}, got nothing`,
    ],
    [
      '  source: gaussian-mixture\n',
      '',
      's.yaml:5:3 data.source: expected a mapping with source: one of gaussian-mixture, csv, jsonl, parquet, arrow, npy, npz, idx, leaf, got nothing',
    ],
    [
      '  name: secfc\n',
      '',
      's.yaml:12:3 protocol.name: expected a mapping with name: one of dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, got nothing',
    ],
  ];
  test.each(cases)('%j -> %j', (from, to, ...said) => {
    expect(mistakes(edited(SMALL, [from, to]))).toEqual(said);
  });

  test('whole sections too', () => {
    expect(mistakes('clients: 5\n')).toEqual([
      's.yaml:1:1 data: expected a mapping with source: one of gaussian-mixture, csv, jsonl, parquet, arrow, npy, npz, idx, leaf, got nothing',
      's.yaml:1:1 protocol: expected a mapping with name: one of dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, got nothing',
    ]);
  });
});

describe('a choice that there is not is answered with those that there are', () => {
  const cases: Case[] = [
    [
      'name: secfc',
      'name: sefcc',
      's.yaml:12:9 protocol.name: expected a mapping with name: one of dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, got "sefcc"',
    ],
    [
      'source: gaussian-mixture',
      'source: sql',
      's.yaml:5:11 data.source: expected a mapping with source: one of gaussian-mixture, csv, jsonl, parquet, arrow, npy, npz, idx, leaf, got "sql"',
    ],
    [
      'by: iid',
      'by: luck',
      's.yaml:10:20 data.partition.by: expected a mapping with by: one of iid, client, class, dirichlet, power-law, got "luck"',
    ],
    [
      '{ by: iid }',
      'iid',
      's.yaml:10:14 data.partition: expected a mapping with by: one of iid, client, class, dirichlet, power-law, got "iid"; did you mean { by: iid }?',
    ],
  ];
  test.each(cases)('%j -> %j', (from, to, ...said) => {
    expect(mistakes(edited(SMALL, [from, to]))).toEqual(said);
  });
});

test('five mistakes in five sections are reported at once, in the order of the file', () => {
  const text = edited(
    SMALL,
    ['clients: 5', 'clients: -5'],
    ['points: 40', 'points: many'],
    ['clusters: 2', 'cluster: 2'],
    ['preset: lan', 'preset: man'],
    ['rate: 10Mop/s', 'rate: 10MHz'],
  );
  expect(mistakes(text)).toEqual([
    's.yaml:3:10 clients: expected at least 1, got -5',
    's.yaml:6:11 data.points: expected a number, got "many"',
    's.yaml:12:3 protocol.clusters: expected a number, got nothing',
    `s.yaml:13:3 protocol.cluster: expected one of ${SECFC}, got "cluster"; did you mean clusters?`,
    's.yaml:16:11 network.preset: expected one of lan, wan, mobile, got "man"; did you mean lan or wan?',
    `s.yaml:20:35 devices.overrides.0.rate: ${RATE}, got "10MHz"`,
  ]);
});

describe('what is said is true and can be understood', () => {
  test('a text is no probability, said as for numbers', () => {
    const [message] = mistakes(edited(SMALL, [LAN, `${UNDER_LAN}loss: much`]));
    expect(message).toBe(
      's.yaml:17:9 network.loss: expected a probability in [0, 1) such as 0.01 or 1%, got "much"',
    );
  });

  test.each(['.nan', '.inf', '-.inf'])('%s is shown as it was written', (written) => {
    const [message] = mistakes(edited(SMALL, ['deviation: 1', `deviation: ${written}`]));
    expect(message).toBe(`s.yaml:9:14 data.deviation: expected a number, got ${written}`);
  });

  test('a value that came by an alias is shown', () => {
    const text = edited(SMALL, [
      '- { actors: [client-2], rate: 10Mop/s }',
      '- &o { actors: [client-2], rate: 1 }\n    - *o',
    ]);
    expect(mistakes(text)).toEqual([
      `s.yaml:20:38 devices.overrides.0.rate: ${RATE}, got 1`,
      `s.yaml:21:7 devices.overrides.1.rate: ${RATE}, got 1`,
    ]);
  });
});

describe('what was probably meant is asked', () => {
  const cases: Case[] = [
    ['  privacy: 2', '  privcy: 2', 'did you mean privacy?'],
    ['name: secfc', 'name: SecFC', 'did you mean secfc?'],
    [LAN, 'preset: wam', 'did you mean wan?'],
    ['clients: 5', 'clients: 5\nclusters: 2', 'did you mean protocol.clusters?'],
    ['  privacy: 2', '  seed: 2', 'did you mean seed?'],
    [
      `network:\n  ${LAN}`,
      `network:\n  ${LAN}\nfaults: [{ fault: crsh, who: client-1 }]`,
      'did you mean crash?',
    ],
  ];
  test.each(cases)('%j -> %j: %s', (from, to, asked) => {
    const messages = mistakes(edited(SMALL, [from, to]));
    expect(messages.flatMap((message) => message.split('; ').slice(1))).toEqual([asked]);
  });

  test('a name alone where a mapping belongs is put into one', () => {
    const [message] = mistakes(SMALL.replace(/protocol:\n(?: {2}.*\n)+/, 'protocol: secfc\n'));
    expect(message).toContain('got "secfc"; did you mean { name: secfc }?');
  });
});
