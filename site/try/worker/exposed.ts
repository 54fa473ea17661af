/**
 * Which points a coalition learns: each attack's own score, asked about one point at a time. Attacks that are after
 * something else than points answer the same for all.
 */

import { plansOf, truthOf } from '../../../src/lab/attack/certificate.ts';
import { view } from '../../../src/lab/attack/attack-run.ts';
import { inputsOf } from '../../../src/run/execute/cast.ts';
import { protocolNamed } from '../../../src/run/plugin/registry.ts';
import type { Exposed } from '../shapes.ts';
import { lastRun, plugins } from './run.ts';
import { shownRows } from './stage.ts';

/** What a reader waits for without noticing. */
const MOST_MS = 1500;

/** @param members by name */
export async function exposed(members: readonly string[]): Promise<Exposed> {
  const { scenario } = lastRun();
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const seen = await view(scenario, members, { plugins });
  const inputs = inputsOf(scenario, protocol);
  const truth = truthOf(scenario, inputs, members);
  const rows = shownRows(scenario.data.points);
  const placeOf = new Map(rows.map((row, place) => [row, place]));
  const asked = truth.hidden.filter((at) => placeOf.has(inputs.rows[at]));
  const began = performance.now();
  const plans = plansOf(scenario, protocol, [{ members: [...members] }]);
  const all = plans.flatMap(({ attacks }) => attacks);
  const attacks = all.flatMap((attack, i) => {
    const guess: unknown = attack.guess(seen);
    const whole = attack.score(guess, truth);
    if (whole.exposed === 0) return [];
    const shares = new Float32Array(rows.length).fill(-1);
    for (const at of asked) shares[placeOf.get(inputs.rows[at]) as number] = 0;
    const until = began + (MOST_MS * (i + 1)) / all.length;
    let count = 0;
    for (const at of asked) {
      if (performance.now() > until) break;
      count++;
      const share = attack.score(guess, { ...truth, hidden: [at] }).exposed;
      shares[placeOf.get(inputs.rows[at]) as number] = share;
    }
    return [
      {
        attack: attack.name,
        whole: whole.exposed,
        shares,
        asked: count,
        meaning: whole.meaning,
        intended: attack.intended === true,
      },
    ];
  });
  return { members, attacks };
}
