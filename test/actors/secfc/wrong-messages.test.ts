/** Whatever a message says, the outcome is a clustering or a reason in the trace, and never an exception. */

import { sealedCopy } from '../../../src/core/engine/compute/sealed.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { Assignment, Distances, Shares } from '../../../actors/secfc/messages.ts';
import { largestModuli } from '../../../src/core/math/field/moduli.ts';
import { type ClusterLabels, encodeMessage } from '../../../src/core/engine/wire/message.ts';
import type { Packet, Rule } from '../../../src/core/engine/network/rule.ts';
import { encode } from '../../../src/core/engine/wire/bytes.ts';
import {
  bodyOf,
  endsOf,
  flipping,
  play,
  scenarioFiles,
  type Setting,
  tampering,
} from '../../support/scenarios.ts';
import { expectFailure, sentBy, tenClientsBy } from '../../support/secfc-ten-clients.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();
const tenClients = tenClientsBy(load);

/** An assignment. */
interface Order {
  readonly round: number;
  readonly missing: Uint32Array;
  readonly labels: ClusterLabels;
}

const sixClients: Setting = {
  shards: [
    [[1, 2]],
    [[3, 4]],
    [[5, 5]],
    [[6, 7]],
    [
      [8, 9],
      [1, 1],
    ],
    [[9, 9]],
  ],
  protocol: { name: 'secfc', clusters: 2, privacy: 2, reveal: true, timeout: '10s' },
};

describe('a message that is wrong', () => {
  type Values = readonly Uint32Array[];
  const values = (change: (values: Values) => Values) => (payload: Uint8Array) => {
    const { type, body } = bodyOf<{ round: number; values: Values }>(secfc, payload);
    const wrong = change(body.values);
    return type === 'shares'
      ? encodeMessage(Shares, { values: wrong })
      : encodeMessage(Distances, { ...body, values: sealedCopy(wrong) });
  };
  const wrongs = [
    {
      what: 'cut off',
      reason: 'malformed: no MessagePack',
      change: (bytes: Uint8Array) => bytes.slice(0, -1),
    },
    { what: 'empty', reason: 'malformed: no MessagePack', change: () => new Uint8Array() },
    { what: 'no message', reason: 'malformed: no message', change: () => encode({ values: [] }) },
    { what: 'of no known type', reason: 'malformed: unknown type', change: () => encode(['points', []]) },
    {
      what: 'too short by a value',
      reason: 'wrong shape',
      change: values((planes) => planes.map((plane) => plane.slice(1))),
    },
    {
      what: 'short of a plane',
      reason: 'wrong shape',
      change: values((planes) => planes.slice(1)),
    },
    {
      what: 'a plane too many',
      reason: 'wrong shape',
      change: values((planes) => [...planes, planes[0]]),
    },
    {
      what: 'not in the field, by one value',
      reason: 'not in the field',
      change: values((planes) =>
        planes.map((plane, at) => plane.with(plane.length - 1, largestModuli(planes.length)[at])),
      ),
    },
  ];

  test.each(wrongs)('is refused with the reason: shares that are $what', async ({ reason, change }) => {
    const wrong = (receivers: readonly number[]): Rule =>
      tampering((packet) => sentBy([3], ['shares'])(packet) && receivers.includes(packet.receiver), change);
    const one = await play(tenClients(), { rules: [wrong([1])] });
    expect(one.history.wrong('shares')).toEqual([reason]);
    expect(one.findings.equalsLloyd).toBe(true);
    expect(endsOf(one.history)['client-1'].result).toBe('could not answer without the shares of client-3');

    const two = await play(tenClients(), { rules: [wrong([1, 2])] });
    expect(two.history.wrong('shares')).toEqual([reason]);
    expect(two.findings).toMatchObject({ equalsLloyd: true, missing: ['client-3'] });
  });

  test.each(wrongs)('is refused with the reason: distances that are $what', async ({ reason, change }) => {
    const wrong = (senders: readonly number[]): Rule => tampering(sentBy(senders, ['distances']), change);
    const one = await play(tenClients(), { rules: [wrong([3])] });
    expect(one.history.wrong('distances')).toEqual([reason]);
    expect(one.findings.equalsLloyd).toBe(true);

    const two = await play(tenClients(), { rules: [wrong([3, 4])] });
    expect(two.history.wrong('distances')).toEqual([reason]);
    expectFailure(two, 'expected 9 answers, got 8 in time', 0);
  });

  test('is refused with the reason: an assignment with too few labels', async () => {
    const shorten = (payload: Uint8Array): Uint8Array => {
      const { body } = bodyOf<Order>(secfc, payload);
      return encodeMessage(Assignment, {
        ...body,
        labels: { clusters: 3, values: body.labels.values.slice(1) },
      });
    };
    const rule = tampering(({ receiver, type }) => type === Assignment && receiver <= 2, shorten);
    const played = await play(tenClients(), { rules: [rule] });
    expect(played.history.wrong('assignment')).toEqual(['wrong labels']);
    expectFailure(played, 'expected 9 answers, got 8 in time', 0);
  });

  test('is refused with the reason: an assignment to clusters that do not exist', async () => {
    const change = (payload: Uint8Array): Uint8Array => {
      const { body } = bodyOf<Order>(secfc, payload);
      return encodeMessage(Assignment, {
        ...body,
        labels: { clusters: 4, values: body.labels.values.with(0, 3) },
      });
    };
    const rule = tampering(({ receiver, type }) => type === Assignment && receiver === 1, change);
    const played = await play(tenClients(), { rules: [rule] });
    expect(played.history.wrong('assignment')).toEqual(['wrong labels']);
    expect(played.findings.equalsLloyd).toBe(true);
  });

  test.each([-1, 0, 101, 2 ** 32])(
    'is refused with the reason: an assignment in round %d of at most 100',
    async (number) => {
      const change = (payload: Uint8Array): Uint8Array => {
        const { body } = bodyOf<Order>(secfc, payload);
        return encodeMessage(Assignment, { ...body, round: number });
      };
      const rule = tampering(({ receiver, type }) => type === Assignment && receiver === 1, change);
      const played = await play(tenClients(), { rules: [rule] });
      expect(played.history.refusals('assignment')).toEqual(['wrong round']);
      expect(played.findings.equalsLloyd).toBe(true);
    },
  );

  test('that arrives twice counts once', async () => {
    const twice: Rule = { name: 'twice', apply: () => ({ kind: 'duplicate', ns: 0 }) };
    const { outcome } = await play(tenClients({ reveal: true }));
    const played = await play(tenClients({ reveal: true }), { rules: [twice] });
    expect(played.outcome).toEqual(outcome);
    expect(played.ending).toBe('done');
    expect(played.history.refusals('ready')).toContain('repeated');
    expect(played.history.refusals('distances')).toContain('repeated');
  });

  const flips = fc.record({
    victims: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 }),
    places: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 1,
      maxLength: 4,
    }),
    bit: fc.nat(7),
  });
  /** Runs of a smaller cast, in which five of six must answer. */
  const survive = (type: string, setting = sixClients): Promise<void> =>
    fc.assert(
      fc.asyncProperty(flips, async ({ victims, places, bit }) => {
        const hit = (packet: Packet): boolean => {
          return (
            packet.type.name === type &&
            (victims.includes(packet.sender) || victims.includes(packet.receiver))
          );
        };
        const rules = [tampering(hit, flipping(places, bit))];
        const played = await play(load(setting), { rules });
        expect(played.ending).toBe('done');
        expect(played.findings.aborted === undefined).toBe(played.labels !== undefined);
      }),
      { seed: 5, numRuns: thoroughly(6, 12), endOnFailure: true },
    );

  test.each(['shares', 'ready', 'distances', 'outcome', 'centre-shares'])(
    'in any bits ends in order: %s',
    async (type) => {
      await expect(survive(type)).resolves.toBeUndefined();
    },
  );

  test.each(['checked-shares', 'openings'])('in any bits ends in order: %s', async (type) => {
    const protocol = { ...sixClients.protocol, verifiableSharing: true };
    await expect(survive(type, { ...sixClients, protocol })).resolves.toBeUndefined();
  });

  test('with arbitrary bits ends in an orderly way: assignment', async () => {
    await expect(survive('assignment')).resolves.toBeUndefined();
  });
});
