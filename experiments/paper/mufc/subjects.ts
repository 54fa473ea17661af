/** What MUFC's figures about unlearning compare: ways to unlearn, and the retraining that each is compared with. */

/** Single requests in a row, as many as in the paper; fewer for retraining, which costs the same every time. */
const REQUESTS = 1000;
const RETRAININGS = 1;

export interface Subject {
  readonly title: string;
  readonly variant?: number;
  readonly set: readonly string[];
  /** Number of requests, and how many of them are compared with one retraining. */
  readonly requests: number;
  readonly batch?: number;
  /** Points that one request removes, all of one client. */
  readonly count?: number;
  readonly points?: 'random' | 'adversarial';
  /** The title of the retraining to compare with. */
  readonly beside: string;
  /** Whether operations include secure sums, or the clustering alone. */
  readonly key: 'operations' | 'clustering';
}

/** With drawn points: the paper's denominator. */
export const POINTS = 'retrained, points';
const SECRET = 'retrained, points, in secret';
const MIDDLES = 'retrained, middles';
const CLEAR = 'retrained, in the clear';
const retrained = { requests: RETRAININGS, set: ['protocol.unlearning=retrain'], key: 'clustering' } as const;
const single = { requests: REQUESTS, key: 'clustering' } as const;
const middles = 'protocol.representatives=middles';
const none = 'protocol.secrecy=none';

const exact = (points: 'random' | 'adversarial', suffix = ''): readonly Subject[] => [
  { ...single, title: `exact, points${suffix}`, points, set: [], beside: POINTS },
  { ...single, title: `exact, middles${suffix}`, points, set: [middles], beside: MIDDLES },
  { ...single, title: `exact, in the clear${suffix}`, points, set: [none], beside: CLEAR },
];

/** The subjects on Celltype alone. */
const MORE: readonly Subject[] = [
  { ...retrained, title: MIDDLES, set: [...retrained.set, middles], beside: MIDDLES },
  { ...retrained, title: CLEAR, set: [...retrained.set, none], beside: CLEAR },
  { ...retrained, title: SECRET, beside: SECRET, key: 'operations' },
  ...exact('random').slice(1),
  { ...single, title: 'lazy, points (not exact)', set: ['protocol.unlearning=lazy'], beside: POINTS },
  { ...single, title: 'DC-KMeans', variant: 3, set: [], beside: CLEAR },
  ...exact('adversarial', ', adversarial').slice(1),
  ...[10, 30].map((batch): Subject => ({
    title: `exact, ${batch} requests in secret`,
    set: ['protocol.change=secret', `protocol.batch.requests=${batch}`],
    requests: 2 * batch,
    batch,
    beside: SECRET,
    key: 'operations',
  })),
];

/** What the figure shows, one panel for each kind of request. */
export const CURVES = [
  { title: 'random requests', suffix: '' },
  { title: 'adversarial requests', suffix: ', adversarial' },
] as const;

/** The subjects on every data set. */
export const EVERYWHERE: readonly Subject[] = [
  { ...retrained, title: POINTS, beside: POINTS },
  ...exact('random').slice(0, 1),
  ...exact('adversarial', ', adversarial').slice(0, 1),
  ...[10, 30].map((count): Subject => ({
    ...single,
    title: `exact, points, ${count} at once`,
    points: 'random',
    count,
    set: [],
    beside: POINTS,
  })),
];

/** The subjects on Celltype. */
export const SUBJECTS: readonly Subject[] = [...EVERYWHERE, ...MORE];
