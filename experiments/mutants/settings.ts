/** Small scenarios for mutants, by name. */

/**
 * Zero lies within the announced ranges, but not in their middle: so a coordinate's sign is a secret, and mirroring
 * flips few signs.
 */
const DATA = {
  source: 'gaussian-mixture',
  points: 40,
  dimension: 3,
  components: 2,
  deviation: 3,
  scale: { minimum: -2, maximum: 10, coordinates: 'each' },
};

const CUBE = {
  ...DATA,
  points: 600,
  dimension: 2,
  deviation: 0.15,
  scale: { minimum: -0.5, maximum: 0.5, coordinates: 'each' },
};

const SECFC = { name: 'secfc', clusters: 2, privacy: 2, maxIterations: 3 };

const MUFC = {
  data: { ...DATA, scale: { minimum: -0.1, maximum: 0.5, coordinates: 'each' } },
  protocol: {
    name: 'mufc',
    clusters: 2,
    aggregation: { threshold: 2 },
    remove: [{ points: 'adversarial', count: 3 }],
    // So that there is more than one secure sum over all clients.
    change: 'everybody',
  },
  collusion: [{ any: 2, draws: 10 }, { members: ['server'] }],
};

const FEDDP = { name: 'feddp', clusters: 2, rounds: 1, clip: 2, server: { uniform: 20 } };

/** What differs from {@link COMMON}. */
export const SETTINGS = {
  additive: { protocol: { name: 'additive', clusters: 1 } },
  secfc: { protocol: SECFC },
  'secfc checked': { protocol: { ...SECFC, verifiableSharing: true } },
  'secfc large': { data: { ...DATA, points: 1000, dimension: 6 }, protocol: SECFC },
  'secfc revealing': { protocol: { ...SECFC, reveal: true } },
  mufc: MUFC,
  'mufc three': { ...MUFC, protocol: { ...MUFC.protocol, aggregation: { threshold: 4 } } },
  'mufc coded': {
    ...MUFC,
    protocol: { ...MUFC.protocol, aggregation: { protocol: 'lightsecagg', colluding: 2, dropouts: 1 } },
  },
  'mufc in the clear': { ...MUFC, protocol: { name: 'mufc', clusters: 2, secrecy: 'none' } },
  fastlloyd: {
    data: CUBE,
    protocol: { name: 'fastlloyd', clusters: 2, budget: { epsilon: 1, delta: 1e-6 } },
  },
  feddp: { data: CUBE, protocol: FEDDP },
  'feddp enforced': {
    data: CUBE,
    protocol: {
      ...FEDDP,
      noise: { by: 'clients', policy: 'enforced', dropouts: 1 },
      aggregation: { threshold: 4 },
    },
  },
  'feddp proven': {
    data: CUBE,
    protocol: { ...FEDDP, noise: { by: 'aggregators' }, aggregation: { protocol: 'prio3' } },
  },
  kfed: { protocol: { name: 'kfed', clusters: 2 } },
  lloyd: { protocol: { name: 'lloyd', clusters: 2, maxIterations: 3 } },
} as const satisfies Record<string, object>;

export type SettingName = keyof typeof SETTINGS;

/** What all have unless they say otherwise. */
export const COMMON = {
  clients: 5,
  data: DATA,
  network: { preset: 'lan' },
  collusion: [{ any: 2, draws: 10 }],
};
