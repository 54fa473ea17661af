import { expect, test } from 'vitest';
import { message } from '../../../src/core/engine/wire/message.ts';
import { integer } from '../../../src/core/engine/wire/fields.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import type { Traffic } from '../../../src/run/trace/account.ts';
import { exchangesOf, pairsOf, sentOf, volumeOf } from '../../../src/run/trace/exchanges.ts';

const Total = message('total', { round: integer });
const Centres = message('centres', { round: integer });
const TWO_SERVERS = {
  name: 'keeping',
  roles: { server: {}, keeper: {}, client: {} },
  messages: [Total, Centres],
} as unknown as AnyProtocol;

const cell = (round: number, from: string, to: string, type: string, messages: number): Traffic => {
  const sums = { messages, payloadBytes: 10 * messages, wireBytes: 76 * messages, elements: 3 * messages };
  return { part: 'round', round, phase: '', from, to, type, ...sums };
};
const TRAFFIC = [
  cell(1, 'keeper', 'client', 'centres', 5),
  cell(1, 'server', 'keeper', 'total', 1),
  cell(2, 'keeper', 'client', 'centres', 4),
  cell(2, 'server', 'keeper', 'total', 1),
  cell(2, 'server', 'keeper', 'centres', 1),
];
const EXCHANGES = exchangesOf(TRAFFIC);

test('exchanges are the traffic by pair and type, and pairs are exchanges of every type', () => {
  expect(EXCHANGES).toEqual([
    { from: 'keeper', to: 'client', type: 'centres', messages: 9, bytes: 684, elements: 27 },
    { from: 'server', to: 'keeper', type: 'total', messages: 2, bytes: 152, elements: 6 },
    { from: 'server', to: 'keeper', type: 'centres', messages: 1, bytes: 76, elements: 3 },
  ]);
  expect(pairsOf(EXCHANGES)).toEqual([
    { from: 'keeper', to: 'client', messages: 9, bytes: 684, elements: 27 },
    { from: 'server', to: 'keeper', messages: 3, bytes: 228, elements: 9 },
  ]);
  const all = TRAFFIC.reduce((sum, { wireBytes }) => sum + wireBytes, 0);
  expect(volumeOf(pairsOf(EXCHANGES)).bytes).toBe(all);
});

test('a figure asks for roles and types in any combination, and gets what was sent', () => {
  const sent = sentOf(TWO_SERVERS, () => EXCHANGES, 2);
  expect(sent).toMatchObject({ iterations: 2, bytes: 912 });
  expect(sent.of({})).toEqual({ messages: 12, bytes: 912, elements: 36 });
  expect(sent.of({ from: 'server', to: 'keeper' }).bytes).toBe(228);
  expect(sent.of({ from: 'server', to: 'keeper', type: Total })).toEqual({
    messages: 2,
    bytes: 152,
    elements: 6,
  });
  expect(sent.of({ type: Centres }).messages).toBe(10);
  expect(sent.of({ from: 'keeper', to: 'server' })).toEqual({ messages: 0, bytes: 0, elements: 0 });
});

test('roles and types that the protocol does not have are refused', () => {
  const sent = sentOf(TWO_SERVERS, () => EXCHANGES, 2);
  expect(() => sent.of({ from: 'sever' })).toThrow(
    'expected a role of protocol keeping: server, keeper, client, got sever',
  );
  expect(() => sent.of({ type: message('other', { round: integer }) })).toThrow(
    'expected a type of message of protocol keeping: total, centres, got other',
  );
});
