/** Clients of SecFC that send wrong values of the right shape. */

import { secfc } from '../actors/index.ts';
import { answersNeeded, type Code, evaluationPoints } from '../src/field/lagrange.ts';
import { largestModuli } from '../src/field/moduli.ts';
import { WordField } from '../src/field/word-field.ts';
import { Random, type Stream } from '../src/random.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../src/sim/message.ts';
import { PASS, type Rule } from '../src/sim/rule.ts';

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

/**
 * What a group sends that wants to be believed: the right word plus one that is zero at as many honest clients as a word
 * that is not zero can be. No group can do with fewer liars.
 * @param spared honest clients, by number from 1
 */
export function forging(code: Code, spared: readonly number[]): Lie {
  const zeros = spared.slice(0, answersNeeded(code) - 1);
  const shared = lies()['the same lie as another'];
  return (values, from, say) => {
    const none = values.map((plane) => new Uint32Array(plane.length));
    const factors = shared(none, from, say);
    return values.map((plane, at) => {
      const field = new WordField(largestModuli(values.length)[at]);
      const { alphas } = evaluationPoints(field, code);
      const height = zeros.reduce(
        (product, client) => field.mul(product, field.sub(alphas[from - 1], alphas[client - 1])),
        field.one,
      );
      return plane.map((value, i) => field.add(value, field.mul(factors[at][i], height)));
    });
  };
}

/** Messages of a type from some clients, with other values. */
export function lying(clients: readonly number[], type: string, lie: Lie): Rule {
  const types = new Map<string, AnyMessageType>(secfc.messages.map((known) => [known.name, known]));
  return {
    name: 'lie',
    apply: ({ from, type: { name }, payload }) => {
      if (!clients.includes(from) || name !== type) return PASS;
      const message = decodeMessage(payload, types);
      if ('malformed' in message) return PASS;
      const body = message.body as { readonly values: Values; readonly round?: number };
      const values = lie(body.values, from, `${type} ${body.round}`);
      return { kind: 'tamper', payload: encodeMessage(message.type, { ...body, values }) };
    },
  };
}
