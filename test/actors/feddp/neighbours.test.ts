import { expect, test } from 'vitest';
import type { Agreed } from '../../../actors/feddp/agreed.ts';
import { neighboursAudit } from '../../../actors/feddp/neighbours.ts';

type Asked = Pick<Agreed, 'noise' | 'level' | 'sampling'>;
const by = (who: Agreed['noise']['by'], other: Partial<Asked> = {}) =>
  ({ noise: { by: who }, level: 'point', sampling: 1, ...other }) as Agreed;

test.each([
  [by('nobody'), 'sums have no noise'],
  [by('aggregators'), /./],
  [by('server'), 'an adversary that sees sums in the clear needs no audit: see the attack clear-sums'],
  [by('clients', { level: 'client' }), 'it plants a point'],
  [by('clients', { sampling: 0.5 }), 'it does not know who is drawn'],
])('the game about neighbours is not played: %j', (agreed, reason) => {
  expect(neighboursAudit.inapplicable?.(agreed)).toMatch(reason);
});

test('it is played where all clients add noise to the sums of all their points', () => {
  expect(neighboursAudit.inapplicable?.(by('clients'))).toBeUndefined();
});
