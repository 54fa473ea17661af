/** Parties of SecFC that send wrong values of the right shape. */

import { createHash } from 'node:crypto';
import { secfc } from '../../../actors/index.ts';
import { CheckedShares } from '../../../actors/secfc/messages.ts';
import { largestModuli } from '../../../src/field/moduli.ts';
import { Random, type Stream } from '../../../src/random.ts';
import { type AnyMessageType, encodeMessage } from '../../../src/sim/message.ts';
import type { Packet, Rule } from '../../../src/sim/rule.ts';
import { bodyOf } from '../scenarios.ts';

export type Values = readonly Uint32Array[];

/** What a liar makes of its values; `say` names the lie, for lies that a group tells together. */
export type Lie = (values: Values, from: number, say: string) => Values;

const places = (values: Values, place: (at: number, plane: number, p: number) => number): Values =>
  values.map((plane, at) => plane.map((_, i) => place(i, at, largestModuli(values.length)[at])));

/** What a plane holds after a shift, in the field. */
const shift = (values: Values, by: (i: number, p: number) => number): Values =>
  places(values, (i, plane, p) => (values[plane][i] + by(i, p)) % p);

/** Lies that say the same again when told again, so that runs repeat. */
export function lies(): Readonly<Record<string, Lie>> {
  const random = new Random(11);
  const streams = new Map<string, Stream>();
  const stream = (name: string): Stream => {
    const known = streams.get(name) ?? random.stream(name);
    streams.set(name, known);
    return known;
  };
  const before = new Map<number, Values>();
  const told = new Map<string, number[]>();
  return {
    'random values': (values, from) => places(values, (_i, _plane, p) => stream(`liar ${from}`).integer(p)),
    zeros: (values) => places(values, () => 0),
    'values shifted by one': (values) => shift(values, () => 1),
    'values doubled': (values) => places(values, (i, plane, p) => (2 * values[plane][i]) % p),
    'one wrong entry': (values, from) => {
      const [first, ...rest] = values;
      const at = from % first.length;
      return [first.with(at, (first[at] + 1) % largestModuli(1)[0]), ...rest];
    },
    "the previous round's values": (values, from) => {
      const previous = before.get(from);
      before.set(from, values);
      return previous?.[0].length === values[0].length ? previous : values;
    },
    'the same lie as another': (values, _from, say) => {
      const shifts = told.get(say) ?? Array.from(values[0], () => stream('group').integer(2 ** 27));
      told.set(say, shifts);
      return shift(values, (i) => shifts[i]);
    },
  };
}

/** Messages of a type from some clients, with other values. */
export function lying(clients: readonly number[], type: string, lie: Lie): Rule {
  const types = new Map<string, AnyMessageType>(secfc.messages.map((known) => [known.name, known]));
  return {
    name: 'lie',
    apply: (packet) => {
      if (!clients.includes(packet.from) || packet.type.name !== type) return { kind: 'pass' };
      const { body } = bodyOf<{ values: Values; round?: number }>(secfc, packet.payload);
      const values = lie(body.values, packet.from, `${type} ${body.round}`);
      const known = types.get(type) as AnyMessageType;
      return { kind: 'tamper', payload: encodeMessage(known, { ...body, values }) };
    },
  };
}

const HASH_BYTES = 32;

/**
 * An owner that deals wrong shares to some, and commits itself to them: whoever looks at its own share alone finds
 * nothing wrong.
 */
export function dealingWrong(owner: number, victims: readonly number[]): Rule {
  const wrong = (values: Values, to: number): Values => {
    const stream = new Random(to).stream('wrong shares');
    return values.map((plane) => plane.map(() => stream.integer(2 ** 27)));
  };
  return {
    name: 'deal wrong shares',
    apply: ({ from, to, type, payload }: Packet) => {
      if (from !== owner || type !== CheckedShares) return { kind: 'pass' };
      const { body } = bodyOf<{ values: Values; salt: Uint8Array; commitments: Uint8Array }>(secfc, payload);
      const salt = new Uint8Array(HASH_BYTES).fill(7);
      const commitments = body.commitments.slice();
      for (const victim of victims) {
        const hash = createHash('sha256').update(salt);
        for (const plane of wrong(body.values, victim)) hash.update(plane);
        commitments.set(hash.digest(), (victim - 1) * HASH_BYTES);
      }
      const dealt = victims.includes(to) ? { values: wrong(body.values, to), salt } : body;
      return {
        kind: 'tamper',
        payload: encodeMessage(CheckedShares, { ...body, ...dealt, commitments }),
      };
    },
  };
}
