/** What the openings of a dealing that is checked give away: nothing, unless they are not masked. */

import { expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import type { Agreed } from '../../../../actors/secfc/agreed.ts';
import { Openings } from '../../../../actors/secfc/messages.ts';
import { openings } from '../../../../actors/secfc/attacks/openings.ts';
import { MASKS, secretsOf } from '../../../../actors/secfc/sharing/encode.ts';
import { shareWeights } from '../../../../src/core/math/field/code.ts';
import { randomCombinations } from '../../../../src/core/math/field/random-combinations.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';
import { selectRows } from '../../../../src/core/base/matrix.ts';
import type { Truth } from '../../../../src/core/protocol/attack.ts';
import type { ObservedMessage, View } from '../../../../src/core/protocol/view.ts';
import { encodeMessage } from '../../../../src/core/engine/wire/message.ts';
import { scenarioFiles, type Setting } from '../../../support/scenarios.ts';
import { attempt } from '../../../support/attack-attempts.ts';

const load = scenarioFiles();
const scenario = load({
  seed: 2,
  clients: 7,
  data: { source: 'gaussian-mixture', points: 70, dimension: 4, components: 3, deviation: 3 },
  protocol: { name: 'secfc', clusters: 3, privacy: 2, segments: 2, verifiableSharing: true },
} as Setting);

test('masks hide them from the server', async () => {
  const { score } = await attempt(scenario, secfc, openings, ['server']);
  expect(score.measures['owners opened']).toBe(7);
  expect(score.exposed).toBe(0);
});

test('without masks they are combinations of the points, and are detected as such', async () => {
  const { seen, truth } = await attempt(scenario, secfc, openings, ['server']);
  const view = seen as View<Agreed>;
  const { agreed } = view;
  const { moduli, code } = agreed;
  const weights = shareWeights(code, moduli);
  const server = seen.members[0];
  // The same run, but for masks of zero: noise adds to a combination what it adds, and cancels when decoded.
  const digests = new Uint8Array(code.n * 32).fill(7);
  const received = server.received.map((message, at): ObservedMessage => {
    const client = at % code.n;
    const values = moduli.map(() => new Uint32Array(code.n * MASKS));
    for (let owner = 0; owner < code.n; owner++) {
      const rows = Array.from({ length: 10 }, (_, i) => 10 * owner + i);
      const secrets = secretsOf({ ...agreed, points: selectRows(truth.points, rows) });
      moduli.forEach((p, plane) => {
        const field = new WordField(p);
        for (let u = 0; u < code.l; u++) {
          const bare = randomCombinations(
            digests.subarray(0, 32),
            moduli,
            [secrets.map((segments) => segments[u])],
            MASKS,
          );
          bare[0][plane].forEach((value, check) => {
            const spot = owner * MASKS + check;
            const term = field.mul(weights[plane][client][u], value);
            values[plane][spot] = field.add(values[plane][spot], term);
          });
        }
      });
    }
    const payload = encodeMessage(Openings, { missing: new Uint32Array(), values, digests });
    return { ...message, from: `client-${client + 1}`, payload };
  });
  const unmasked = { ...view, members: [{ ...server, received: received.slice(0, code.n) }] };
  const score = openings.score(openings.guess(unmasked), truth as Truth<Agreed>);
  expect(score.exposed).toBe(1);
});
