/** What the coalitions of claims are sent in a run: how many bytes of which type, from which role to which. */

import { Directory } from '../../core/engine/messages/directory.ts';
import type { Bus } from '../../core/engine/messages/bus.ts';
import type { Claim } from '../../core/protocol/attack.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import { type Ledger, ledgerOf, type LedgerEntry } from './simulate/ledger.ts';
import { coveringCoalitions } from './simulate/covering.ts';

export class ClaimTraffic {
  readonly #directory: Directory;
  /** For each claim the coalitions that stand for it, as numbers. */
  readonly #coalitions: readonly (readonly ReadonlySet<number>[])[];
  /** For each claim, by type and roles. */
  readonly #bytes: readonly Map<string, LedgerEntry>[];

  constructor(claims: readonly Claim[], parties: Parties) {
    this.#directory = new Directory(parties.roles);
    this.#coalitions = claims.map((claim) =>
      coveringCoalitions(claim, parties).map(
        (members) => new Set(members.map((name) => this.#directory.find(name) as number)),
      ),
    );
    this.#bytes = claims.map(() => new Map());
  }

  attach(bus: Bus): void {
    bus.on('sent', ({ from, to, type, payload }) => {
      for (const [c, coalitions] of this.#coalitions.entries()) {
        const times = coalitions.filter((members) => members.has(to) && !members.has(from)).length;
        if (times > 0) this.#add(this.#bytes[c], from, to, type, times * payload.length);
      }
    });
  }

  #add(bytes: Map<string, LedgerEntry>, fromId: number, toId: number, type: string, size: number): void {
    const [from, to] = [fromId, toId].map((id) => this.#directory.role(id));
    const key = `${type} ${from} ${to}`;
    const untestedBytes = size + (bytes.get(key)?.untestedBytes ?? 0);
    bytes.set(key, { from, to, type, field: 'all', explainedBytes: 0, testedBytes: 0, untestedBytes });
  }

  /** What the coalitions of a claim are sent, all of it untested. */
  ledger(claim: number): Ledger {
    return ledgerOf([...this.#bytes[claim].values()]);
  }
}
