import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import {
  type AgreedSum,
  agreedSum,
  contributeSecretly,
  secureSums,
  sumSecretly,
} from '../../../../actors/blocks/sums/index.ts';
import { handedOver } from '../../../../src/core/base/handed-over.ts';
import type { Self } from '../../../../src/core/engine/actors/actor.ts';
import { broughtBy } from '../../../../src/core/protocol/subprotocol.ts';
import { plainSum, playSum, TIMEOUT_NS, vectorsOf } from '../../../support/secagg-parties.ts';

const CLIENTS = 5;
const MODULUS = 2n ** 31n - 1n;

/** Vectors that can be told from all others in memory. */
class Vector extends Uint32Array {}

/** How many of them there are; this collects garbage, and takes half a second. */
const count = (): number => queryObjects(Vector, { format: 'count' });

test.each(['bonawitz', 'lightsecagg', 'flamingo'])(
  'with %s no client holds its vector while it waits for the sum',
  async (protocol) => {
    const inputs = vectorsOf(CLIENTS, 3, MODULUS);
    const clients = inputs.map((_, j) => `client-${j + 1}`);
    const session: AgreedSum = agreedSum({ protocol } as never, {
      number: 0,
      clients,
      modulus: MODULUS,
      length: 3,
      timeoutNs: TIMEOUT_NS,
    });
    const held: number[] = [];
    const vectorOf = ({ index }: Self) => handedOver(Vector.from(inputs[index].map(Number)));
    const { outcome } = await playSum(session, inputs, {
      *client(self) {
        const vector = vectorOf(self);
        if (self.index === CLIENTS - 1) held.push(count());
        yield* contributeSecretly(self, session, vector);
      },
      server: (self) => sumSecretly(self, session, () => held.push(count())),
      messages: broughtBy([secureSums]).messages,
    });
    expect(outcome).toMatchObject({ sum: plainSum(inputs, [0, 1, 2, 3, 4], MODULUS) });
    const [before, waiting] = held;
    expect(before).toBe(CLIENTS);
    // That of the last task may still be on the stack.
    expect(waiting).toBeLessThanOrEqual(1);
  },
);
