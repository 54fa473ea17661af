import { expect, test } from 'vitest';
import { requestFigures } from '../../../actors/mufc/figures.ts';

test('requests are counted by their state, by the centres that they hit, and by what the server sees of them', () => {
  const request = (state: string, together: number, hits: number) => ({ state, together, hits });
  const requests = [
    request('served', 1, 2),
    request('served', 1, 0),
    request('served', 3, 1),
    request('open', 2, 0),
  ];
  const valueOf = (name: string, outcome: object) =>
    requestFigures.find((one) => one.name === name)?.of({ outcome } as never);
  const names = ['requestsServed', 'requestsOpen', 'centresHit', 'changesSeen'];
  expect(names.map((name) => valueOf(name, { requests }))).toEqual([3, 1, 3, 2]);
  expect(names.map((name) => valueOf(name, {}))).toEqual(names.map(() => undefined));
});
