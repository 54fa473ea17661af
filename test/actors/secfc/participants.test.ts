import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseParticipants, type Report } from '../../../actors/secfc/sharing/participants.ts';

const owners = [0, 1, 2, 3, 4, 5, 6, 7];
const reportsOf = (missing: readonly (readonly number[])[]): Report[] =>
  missing.map((list, client) => ({ client, missing: list }));

const cases = fc.record({
  reports: fc
    .array(fc.oneof(fc.constant([]), fc.subarray(owners)), { minLength: 5, maxLength: 8 })
    .map(reportsOf),
  needed: fc.integer({ min: 1, max: 5 }),
  more: fc.nat(4),
});

test('every chosen client holds the shares of every chosen owner, and there are enough clients', () => {
  fc.assert(
    fc.property(cases, ({ reports, needed, more }) => {
      const participants = chooseParticipants(owners, reports, needed + more, needed);
      for (const { client, missing } of reports) {
        const able = missing.every((owner) => !participants.owners.includes(owner));
        expect(participants.clients.includes(client)).toBe(able);
      }
      expect(participants.clients.length).toBeGreaterThanOrEqual(needed);
    }),
  );
});

test('nobody is left out if nothing is missing, however few are ready', () => {
  const reports = reportsOf([[], [], []]);
  expect(chooseParticipants(owners, reports, 8, 3)).toEqual({ owners, clients: [0, 1, 2] });
});

test('no points are lost while as many clients as wanted hold all shares', () => {
  fc.assert(
    fc.property(cases, ({ reports, needed, more }) => {
      const complete = reports.filter(({ missing }) => missing.length === 0).length;
      fc.pre(complete >= needed + more);
      expect(chooseParticipants(owners, reports, needed + more, needed).owners).toEqual(owners);
    }),
  );
});

test('only an owner missing everywhere is left out, and nobody is kept from answering', () => {
  const reports = reportsOf(owners.map((client) => (client === 3 ? [] : [3])));
  const others = owners.filter((owner) => owner !== 3);
  expect(chooseParticipants(owners, reports, 8, 5)).toEqual({ owners: others, clients: owners });
});

test('a client that claims to lack everything costs nobody points if the others are enough to decode', () => {
  const reports = reportsOf(owners.map((client) => (client === 2 ? owners : [])));
  const others = owners.filter((client) => client !== 2);
  expect(chooseParticipants(owners, reports, 8, 6)).toEqual({ owners, clients: others });
});
