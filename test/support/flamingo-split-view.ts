/** A server that shows decryptors different labels: the attack that the cross-check of Flamingo is there for. */

import { joinBytes } from '../../src/core/kit/crypto.ts';
import { Labels, Report } from '../../actors/blocks/flamingo/messages.ts';
import { boundary, graphOf } from '../../actors/blocks/flamingo/graph.ts';
import { decryptedMasks, type FlamingoSession } from '../../actors/blocks/flamingo/index.ts';
import { pairAt, SEALED_BYTES } from '../../actors/blocks/flamingo/report.ts';
import { Roster } from '../../actors/blocks/secagg/messages.ts';
import type { Aggregate } from '../../actors/blocks/sums/secure-sum.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour, Received, Yields } from '../../src/core/engine/actors/effects.ts';

interface LabelsBody {
  readonly aggregation: number;
  readonly parties: Uint32Array;
  readonly sealed: Uint8Array;
  readonly pairs: Uint8Array;
}

/**
 * Tells every second decryptor that the last client did not report, with the ciphertexts of its masks, as it would if that were
 * so; all else is an honest server's.
 */
export function* splitLabels(self: Self, session: FlamingoSession): Behaviour<Aggregate> {
  const honest = decryptedMasks.aggregate(self, session);
  const reports = new Map<number, Uint8Array>();
  let keys: { parties: Uint32Array; keys: Uint8Array } | undefined;
  let result: unknown;
  for (;;) {
    const { done, value } = honest.next(result as never);
    if (done === true) return value;
    if (value.kind === 'send' && value.type.name === Roster.name) keys = value.body as typeof keys;
    const roster = keys;
    if (value.kind === 'send-each' && value.type.name === Labels.name && roster !== undefined) {
      const graph = graphOf(session.number, [...roster.parties], roster.keys, session.neighbours);
      const body = (place: number): LabelsBody => {
        const own = (value.body as (place: number) => LabelsBody)(place);
        return place % 2 === 0 ? own : withoutLast(own, graph, reports);
      };
      result = yield { ...value, body } as Yields;
      continue;
    }
    result = yield value;
    if (value.kind === 'wait' && value.types[0].name === Report.name)
      for (const { from, body } of result as Received<{ pairs: Uint8Array }>[])
        reports.set(session.clients.indexOf(from), body.pairs);
  }
}

function withoutLast(
  body: LabelsBody,
  graph: ReadonlyMap<number, readonly number[]>,
  reports: ReadonlyMap<number, Uint8Array>,
): LabelsBody {
  const parties = body.parties.slice(0, -1);
  const pairs = boundary(graph, [...parties]).map(([party, other]) => {
    const near = (graph.get(party) ?? []).filter((one) => one !== party);
    const { c0, signature } = pairAt(reports.get(party) ?? new Uint8Array(), near.indexOf(other));
    return joinBytes([c0, signature]);
  });
  return { ...body, parties, sealed: body.sealed.slice(0, -SEALED_BYTES), pairs: joinBytes(pairs) };
}
