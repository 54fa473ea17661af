import { expect, test } from 'vitest';
import { Register } from '../../../src/run/trace/register.ts';

test('a register finds every message that was added, and no other', () => {
  const register = new Register();
  const types = ['points', 'centres', 'points', ''];
  const messages = Array.from({ length: 1000 }, (_, id) => ({ from: id % 7, to: id, type: types[id % 4] }));
  for (const [id, { from, to, type }] of messages.entries())
    if (id % 10 !== 3) register.add(id, from, to, type);
  for (const [id, message] of messages.entries())
    expect(register.find(id)).toEqual(id % 10 === 3 ? undefined : message);
  expect(register.find(1000)).toBeUndefined();
  expect(register.find(1e6)).toBeUndefined();
});

test('a closed register knows nothing any more', () => {
  const register = new Register();
  register.add(0, 1, 2, 'points');
  register.close();
  register.add(1, 1, 2, 'points');
  expect(register.find(0)).toBeUndefined();
  expect(register.find(1)).toBeUndefined();
});
