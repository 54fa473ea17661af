/** Whether the masks and shares that a coalition received hide anything from it. */

import { grouped } from '../../core/base/grouped.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Coalition } from '../games/coalition.ts';
import type { ProvenanceFinding } from './finding.ts';
import { passedOnFindings } from './passed-on.ts';
import { contextOf, type Hidden, dependenciesOf, newsOf, unknownOf, vectorsIn } from './received.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Secret } from './secrets.ts';
import { contentOf } from './windows.ts';

/** Of a vector that hides nothing. */
const BARE = 'the coalition can derive every key stream on it';

/**
 * @param others runs of the same scenario under other randomness
 * @param known what the coalition can derive
 */
export function hiddenFindings(
  recorded: RecordedRun,
  others: readonly RecordedRun[],
  protocol: AnyProtocol,
  members: Coalition,
  known: ReadonlySet<Secret>,
): {
  readonly findings: readonly ProvenanceFinding[];
  readonly traced: number;
  /** The contents of all vectors that came. */
  readonly contents: ReadonlySet<string>;
} {
  const findings: ProvenanceFinding[] = [];
  const { told, falsified } = recorded;
  const add = (status: ProvenanceFinding['status'], where: string, because: string): void =>
    void findings.push({ status, members, where, because });
  const { masked = [], shared = [] } = protocol.privacy ?? {};
  const types = new Map([...masked, ...shared].map((type) => [type.name, type]));
  const byType = new Map<AnyMessageType, Map<string, Hidden>>();
  const contents = new Set<string>();
  for (const { from, type, body } of newsOf(recorded.sentTo(members), types)) {
    // Who lies may leave its masks out.
    if (falsified.has(from)) continue;
    const context = contextOf(type, body);
    const vectors = byType.get(type) ?? new Map<string, Hidden>();
    byType.set(type, vectors);
    for (const { field, vector } of vectorsIn(type, body)) {
      const where = `${type.name}.${field} from ${from}`;
      contents.add(contentOf(vector));
      const streams = told.vectors.ofContents(vector);
      if (streams === undefined) {
        add('open', where, 'it did not come from masks or shares of the kit');
        continue;
      }
      const unknown = unknownOf(streams, told.keys, known);
      const strange = [...streams.times.keys()].some(
        (source) =>
          told.keys.get(source) === undefined && others.every(({ told: other }) => !other.keys.has(source)),
      );
      const isBare = unknown.size === 0;
      if (isBare && strange) add('open', where, 'its keys did not come from the kit');
      else if (isBare && !masked.includes(type)) add('flagged', where, BARE);
      else
        vectors.set(`${from} ${contentOf(vector)}`, {
          from,
          context,
          content: contentOf(vector),
          modulus: streams.modulus,
          unknown,
        });
    }
  }
  for (const [type, vectors] of byType) {
    const all = [...vectors.values()];
    for (const { from, because } of repeatedIn(all, masked.includes(type)))
      add('flagged', `${type.name} from ${from}`, because);
  }
  const shares = shared.flatMap((type) => [...(byType.get(type)?.values() ?? [])]);
  findings.push(...passedOnFindings(recorded, protocol, members, known, shares));
  return { findings, traced: [...byType.values()].reduce((sum, { size }) => sum + size, 0), contents };
}

/**
 * Vectors of which some combination contains no unknown stream. Of masked ones, one sum may: that of all who are in it,
 * which is a single vector where everybody else outside the coalition comes too late.
 * @param summed whether they are masked
 */
function* repeatedIn(
  vectors: readonly Hidden[],
  summed: boolean,
): Generator<{ readonly from: string; readonly because: string }> {
  const hidden = vectors.filter(({ unknown }) => unknown.size > 0);
  for (const [from, own] of grouped(hidden, (one) => one.from)) {
    if (dependenciesOf(own) > 0)
      yield { from, because: `fewer unknown key streams than vectors are on ${own.length} vectors` };
  }
  if (!summed) return;
  for (const together of grouped(vectors, ({ context }) => context).values()) {
    if (dependenciesOf(together) <= 1) continue;
    const bare = together.filter(({ unknown }) => unknown.size === 0);
    for (const { from } of bare) yield { from, because: BARE };
    if (bare.length === 0)
      yield { from: 'several clients', because: 'their masks cancel in more than one way' };
  }
}
