/** Clients of SecFC that agree on values of another code word. */

import { Sealed, sealedCopy } from '../../src/core/engine/compute/sealed.ts';
import { planesOf } from '../../src/core/engine/wire/sealed-residues.ts';
import { secfc } from '../../bin/standard.ts';
import { answersNeeded, type Code, evaluationPoints } from '../../src/core/math/field/lagrange.ts';
import { largestModuli } from '../../src/core/math/field/moduli.ts';
import { WordField } from '../../src/core/math/field/word-field.ts';
import { Random } from '../../src/core/base/random.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../../src/core/engine/wire/message.ts';
import { PASS, type Rule } from '../../src/core/engine/network/rule.ts';

export type Values = readonly Uint32Array[];

/**
 * How a Byzantine party changes its values.
 * @param from its number, from 1
 */
export type Lie = (values: Values, from: number) => Values;

/**
 * What a group sends in order to be believed: the correct code word plus a non-zero one that is zero at as many
 * honest clients as possible. No smaller group of Byzantine parties can succeed.
 * @param spared honest clients, by number from 1
 */
export function forging(code: Code, spared: readonly number[]): Lie {
  const zeros = spared.slice(0, answersNeeded(code) - 1);
  return (values, from) => {
    const factors = new Random(12).stream('factors');
    return values.map((plane, at) => {
      const field = new WordField(largestModuli(values.length)[at]);
      const { alphas } = evaluationPoints(field, code);
      const height = zeros.reduce(
        (product, client) => field.mul(product, field.sub(alphas[from - 1], alphas[client - 1])),
        field.one,
      );
      return plane.map((value) => field.add(value, field.mul(factors.integer(2 ** 27), height)));
    });
  };
}

/** Changes values, sealed if they were. */
function changed(values: Values | Sealed, change: (planes: Values) => Values): Values | Sealed {
  return values instanceof Sealed ? sealedCopy(change(planesOf(values))) : change(values);
}

/** Changes the values in messages of a type from some clients. */
export function lying(clients: readonly number[], type: string, lie: Lie): Rule {
  const types = new Map<string, AnyMessageType>(secfc.messages.map((known) => [known.name, known]));
  return {
    name: 'lie',
    apply: ({ sender, type: { name }, payload }) => {
      if (!clients.includes(sender) || name !== type) return PASS;
      const message = decodeMessage(payload, types);
      if ('malformed' in message) return PASS;
      const body = message.body as { readonly values: Values | Sealed };
      const values = changed(body.values, (planes) => lie(planes, sender));
      return { kind: 'tamper', payload: encodeMessage(message.type, { ...body, values }) };
    },
  };
}
