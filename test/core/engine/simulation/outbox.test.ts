/** How what actors say is written. */

import { expect, test } from 'vitest';
import { play, QUIET, scenarioFiles } from '../../../support/scenarios.ts';
import { randomShards } from '../../../support/secfc-shards.ts';
import { withoutCost } from '../../../support/findings.ts';

const load = scenarioFiles();

/** Of nine clients two may lie: with t = 2 five answers decode. */
const secfc = (residues: string, faults: readonly object[] = []) =>
  play(
    load({
      shards: randomShards(9),
      protocol: { name: 'secfc', clusters: 3, privacy: 2, byzantine: 2, timeout: '10s' },
      network: { ...QUIET, residues },
      faults,
    }),
  );

test('packed residues are an eighth less on the wire, and nothing else is different', async () => {
  const [words, packed] = [await secfc('words'), await secfc('packed')];
  expect(packed.clustering).toEqual(words.clustering);
  expect(withoutCost(packed.findings)).toEqual(withoutCost(words.findings));
  for (const [at, cell] of words.ledger.traffic().entries()) {
    const other = packed.ledger.traffic()[at];
    const { type, messages, elements, payloadBytes } = cell;
    expect(other).toMatchObject({ type, messages, elements });
    const saved = payloadBytes - other.payloadBytes;
    // The length of all planes takes up to three bytes, and a plane may need half a byte more.
    const least = elements === 0 ? 0 : (payloadBytes - 40 * messages) / 8 - 6 * messages;
    expect(saved).toBeGreaterThanOrEqual(least);
    expect(saved).toBeLessThanOrEqual(elements === 0 ? 0 : payloadBytes / 8);
  }
});

test.each(['falsify', 'corrupt'])('faults reach packed residues: %s', async (fault) => {
  const wrong = [3, 8].map((client) => `client-${client}`);
  const played = await secfc('packed', [{ fault, who: wrong, message: 'distances', field: 'values' }]);
  expect(played.findings).toMatchObject({ equalsLloyd: true, blamed: wrong });
});
