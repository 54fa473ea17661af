/** What secure aggregation must never do, whatever is lost, repeated or forgotten on the way. */

import { invariant, type SeenMessage } from '../../../src/core/kit/index.ts';
import { Delivery, Survivors, Unmasking } from './messages.ts';

interface Told {
  /** The parties whose shares a client was sent, except its own. */
  shared: Uint32Array;
  survivors: Uint32Array;
  answered: boolean;
}

/** With shares of both the server could remove the masks from a single client's vector. */
export const oneSecret = invariant({
  name: 'one-secret',
  summary: 'nobody is sent shares of both secrets of a client, and survivors do not change once announced',
  reads: [Delivery, Survivors, Unmasking],
  guard() {
    const told = new Map<string, Told>();
    /** Whether shares of a client's mask key were revealed, or of its self mask: by aggregation and client. */
    const opened = new Map<string, 'key' | 'seed'>();
    const announced = new Map<string, string>();
    const of = (client: string, aggregation: number): Told => {
      const key = `${client} ${aggregation}`;
      let known = told.get(key);
      if (known === undefined)
        told.set(key, (known = { shared: new Uint32Array(), survivors: new Uint32Array(), answered: false }));
      return known;
    };
    return {
      delivered({ type, body, to }: SeenMessage) {
        const { aggregation, parties } = body as { aggregation: number; parties: Uint32Array };
        if (type === Unmasking) return undefined;
        const known = of(to, aggregation);
        // Messages after the answer have no effect.
        if (known.answered) return undefined;
        if (type === Delivery) known.shared = parties.slice();
        else known.survivors = parties.slice();
        return undefined;
      },
      sent({ type, body, from, to }) {
        const { aggregation } = body as { aggregation: number };
        if (type === Survivors) {
          const key = `${to} ${aggregation}`;
          const now = (body as { parties: Uint32Array }).parties.join();
          const before = announced.get(key) ?? now;
          announced.set(key, now);
          return before === now
            ? undefined
            : `survivors of aggregation ${aggregation} change from ${before} to ${now}`;
        }
        if (type !== Unmasking) return undefined;
        const known = of(from, aggregation);
        if (known.answered) return undefined;
        known.answered = true;
        const open = (party: number, secret: 'key' | 'seed'): string | undefined => {
          const key = `${aggregation} ${party}`;
          const before = opened.get(key) ?? secret;
          opened.set(key, secret);
          return before === secret
            ? undefined
            : `shares of both secrets of party ${party} are told, by ${from}`;
        };
        const alive = new Set(known.survivors);
        const dropped = [...known.shared].filter((party) => !alive.has(party));
        const found = [
          ...dropped.map((party) => open(party, 'key')),
          ...[...alive].map((party) => open(party, 'seed')),
        ];
        return found.find((what) => what !== undefined);
      },
    };
  },
});
