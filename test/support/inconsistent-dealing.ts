/** An owner that deals wrong shares and commits itself to them. */

import { createHash } from 'node:crypto';
import { secfc } from '../../bin/standard.ts';
import { HASH_BYTES } from '../../actors/secfc/sharing/dealing.ts';
import { CheckedShares } from '../../actors/secfc/messages.ts';
import { Random } from '../../src/core/base/random.ts';
import { encodeMessage } from '../../src/core/engine/wire/message.ts';
import { PASS, type Rule } from '../../src/core/engine/network/rule.ts';
import { bodyOf } from './scenarios.ts';

type Values = readonly Uint32Array[];

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
    apply: ({ sender, receiver: to, type, payload }) => {
      if (sender !== owner || type !== CheckedShares) return PASS;
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
