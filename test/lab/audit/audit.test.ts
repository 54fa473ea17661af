/** The door for audits, on a sum with the right noise, half of it and none. */

import { describe, expect, test } from 'vitest';
import { messagesOf, plugin } from '../../../src/index.ts';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import type { Audited } from '../../../src/lab/audit/audited.ts';
import { auditText } from '../../../src/lab/audit/text.ts';
import { type AnyAudit, audit } from '../../../src/core/protocol/audit.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { type Agreed, noisySum, Released } from '../../../examples/noisy-sum/protocol.ts';

async function audited(
  set: readonly string[],
  {
    runs,
    audits,
    seed = 1,
    twins,
  }: {
    runs?: number;
    audits?: readonly AnyAudit[];
    seed?: number;
    twins?: boolean;
  } = {},
): Promise<readonly Audited[]> {
  const protocol = audits === undefined ? noisySum : { ...noisySum, audits };
  const plugins = [plugin(import.meta.url, { name: 'noisy-sum', protocols: [protocol] })];
  const scenario = loadScenario('examples/noisy-sum/scenario.yaml', { plugins, set, seed });
  const found = await auditScenario(scenario, { plugins, runs, twins });
  if (found === undefined) throw new Error('it was interrupted');
  return found;
}

const SMALL = ['data.dimension=2', 'data.points=8'];

describe('canaries', () => {
  test('do not refute the right noise', async () => {
    const [{ status, measures }] = await audited([], { runs: 5 });
    expect(status).toBe('not refuted');
    expect(measures.epsilon).toBeLessThan(2);
  });

  test('refute half of the noise', async () => {
    const [{ status }] = await audited(['protocol.noise=0.5', 'data.dimension=300', 'data.points=300'], {
      runs: 120,
      twins: false,
    });
    expect(status).toBe('refuted');
  });

  test('refute no noise in a single run', async () => {
    const [{ status, measures }] = await audited(['protocol.noise=0'], { twins: false });
    expect(status).toBe('refuted');
    expect(measures.correct).toBe(measures.guesses);
  });

  test('say so where there are too few of them to refute anything', async () => {
    const [{ status }] = await audited([...SMALL, 'protocol.noise=0']);
    expect(status).toBe('too weak');
  });
});

/** Whether the first point is at the edge or the origin, by the first coordinate of what is released. */
const game = audit<Agreed, null>({
  kind: 'game',
  name: 'one point',
  summary: 'whether a point was there',
  runs: 150,
  watches: ({ clients }) => [clients[0]],
  claim: ({ epsilon, delta }) => ({ epsilon, delta, of: 'a point' }),
  target: () => null,
  world({ points }, _target, isIn) {
    const values = new Float64Array(points.values.length);
    values[0] = Number(isIn);
    return { points: { ...points, values } };
  },
  score: ({ view }) => messagesOf(view.members[0].received, Released)[0].body.values[0],
});

describe('a game of two worlds', () => {
  test('counts errors, and shows less than the claim where the noise is right', async () => {
    const [{ status, measures, power }] = await audited(SMALL, { audits: [game], runs: 150 });
    expect(status).toBe('not refuted');
    expect(measures.runs).toBe(100);
    expect(power).toMatchObject([
      { noise: 0, audits: 100, refuted: 100 },
      { noise: 0.5, trials: 150 },
      { noise: 0.8, trials: 150 },
    ]);
    expect(Number(measures.falsePositives) + Number(measures.falseNegatives)).toBeGreaterThan(20);
  });

  test('without noise errs never', async () => {
    const none = [...SMALL, 'protocol.noise=0'];
    const [{ status, measures }] = await audited(none, { audits: [game], runs: 150, twins: false });
    expect(status).toBe('refuted');
    expect(measures).toMatchObject({ falsePositives: 0, falseNegatives: 0, advantage: 1 });
  });
});

function distribution(moved: number): AnyAudit {
  return audit<Agreed, null>({
    kind: 'distributions',
    name: 'sign',
    summary: 'the sign of what is released',
    runs: 200,
    claim: () => 'the sign does not depend on where points are',
    category: ({ outcome }) =>
      outcome?.kind === 'clustered' ? `${Math.sign(outcome.centres?.values[0] ?? 0)}` : 'none',
    world: ({ points }) => ({ points: { ...points, values: points.values.map(() => 0) } }),
    against: ({ points }) => ({ points: { ...points, values: points.values.map(() => moved) } }),
  });
}

test('distributions that are one are not refuted, and others are', async () => {
  const [same] = await audited(SMALL, { audits: [distribution(0)] });
  expect(same.status).toBe('not refuted');
  const [other] = await audited(SMALL, { audits: [distribution(0.7)], twins: false });
  expect(other.status).toBe('refuted');
  expect(other.measures['variation at least']).toBeGreaterThan(0.1);
});

test('distributions are too weak where too few runs could not refute anything', async () => {
  const [{ status, sees }] = await audited(SMALL, {
    audits: [{ ...distribution(0.7), runs: 2 } as AnyAudit],
  });
  expect(status).toBe('too weak');
  expect(sees).toBe('nothing: no difference between so few runs has a p below 0.33');
});

test('a certificate holds where every statement does, and names the one that does not', async () => {
  const certificate = (limit: number): AnyAudit =>
    audit<Agreed, null>({
      kind: 'certificate',
      name: 'received',
      summary: 'little is sent',
      runs: 2,
      watches: ({ clients }) => clients,
      check: ({ view }) => {
        const letters = view.members.reduce((sum, { received }) => sum + received.length, 0);
        return [
          { says: `at most ${limit} messages`, holds: letters <= limit, because: `there are ${letters}` },
        ];
      },
    });
  const [holds] = await audited(SMALL, { audits: [certificate(4)] });
  expect(holds).toMatchObject({ status: 'holds', measures: { broken: 0, statements: 1 } });
  const [broken] = await audited(SMALL, { audits: [certificate(3)] });
  expect(broken).toMatchObject({ status: 'refuted', measures: { broken: 2 } });
  expect(broken.because).toContain('at most 3 messages: there are 4');
});

test('an audit that does not fit is not attempted, and says why', async () => {
  const unfit = { ...game, inapplicable: () => 'there is no noise' } as AnyAudit;
  const found = await audited(SMALL, { audits: [unfit] });
  expect(found[0]).toMatchObject({ status: 'not attempted', because: 'there is no noise' });
  expect(auditText(found)).toContain('one point (game): NOT ATTEMPTED\n  there is no noise\n');
});

test('the same seed gives the same audit', async () => {
  const once = await audited(SMALL, { audits: [game], runs: 12, twins: false });
  expect(await audited(SMALL, { audits: [game], runs: 12, twins: false })).toEqual(once);
});

test.each([
  [{ ...game, runs: 1, score: () => Number.NaN }, 'audit one point gives as score NaN, which is no number'],
  [
    { ...(distribution(0) as typeof game), runs: 1, category: () => undefined },
    'audit sign gives undefined as a category, which is no text',
  ],
  [
    { kind: 'certificate', name: 'empty', summary: 'nothing', runs: 1, check: () => [] },
    'audit empty states nothing',
  ],
])('an audit that gives no result says so, instead of finding nothing', async (wrong, mistake) => {
  await expect(audited(SMALL, { audits: [wrong as AnyAudit] })).rejects.toThrow(mistake);
});
