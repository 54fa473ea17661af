/** Whether shares that are passed on, in messages of whatever type, give a coalition more than its own. */

import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import { contextOf, type Hidden, dependenciesOf, newsOf, unknownOf, vectorsIn } from './received.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Secret } from './secrets.ts';
import { SIGNS_MODULUS } from './vectors.ts';
import { contentOf } from './windows.ts';

/**
 * @param known what the coalition can derive
 * @param shares those that came in messages for shares
 */
export function passedOnFindings(
  { told, sentTo }: RecordedRun,
  { messages, privacy }: AnyProtocol,
  members: Coalition,
  known: ReadonlySet<Secret>,
  shares: readonly Hidden[],
): ProvenanceFinding[] {
  const declared = new Set([...(privacy?.masked ?? []), ...(privacy?.shared ?? [])]);
  const others = messages.filter((type) => !declared.has(type));
  const all = new Map(shares.map((one) => [one.content, one]));
  const types = new Set<string>();
  for (const { from, type, body } of newsOf(sentTo(members), new Map(others.map((one) => [one.name, one])))) {
    for (const { vector } of vectorsIn(type, body)) {
      const content = contentOf(vector);
      const streams = told.vectors.ofContents(vector);
      if (streams === undefined || streams.modulus === SIGNS_MODULUS) continue;
      const unknown = unknownOf(streams, told.keys, known);
      if (unknown.size === 0) continue;
      types.add(type.name);
      all.set(content, { from, context: contextOf(type, body), content, modulus: streams.modulus, unknown });
    }
  }
  if (types.size === 0 || dependenciesOf([...all.values()]) === 0) return [];
  return [
    {
      status: 'flagged',
      members,
      where: `shares in ${[...types].join(', ')}`,
      because: `fewer unknown key streams than vectors are on ${all.size} shares`,
    },
  ];
}
