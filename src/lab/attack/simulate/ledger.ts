/** The bytes that coalitions receive: what of them is explained, what is tested, and what neither. */

import type { Entry } from './examine.ts';

/** What coalitions receive in a run, all of them together. */
export interface Ledger {
  readonly explainedBytes: number;
  readonly testedBytes: number;
  readonly untestedBytes: number;
  /** Field by field, the most bytes first. */
  readonly entries: readonly LedgerEntry[];
}

export type LedgerEntry = Omit<Entry, 'planted' | 'range' | 'sampled'>;

/** Adds up the entries of several coalitions. */
export function ledgerOf(entries: readonly LedgerEntry[]): Ledger {
  const byField = new Map<string, LedgerEntry>();
  for (const { from, to, type, field, explainedBytes, testedBytes, untestedBytes } of entries) {
    const key = [from, to, type, field].join('\n');
    const before = byField.get(key);
    byField.set(key, {
      from,
      to,
      type,
      field,
      explainedBytes: explainedBytes + (before?.explainedBytes ?? 0),
      testedBytes: testedBytes + (before?.testedBytes ?? 0),
      untestedBytes: untestedBytes + (before?.untestedBytes ?? 0),
    });
  }
  const all = [...byField.values()].toSorted((a, b) => bytesOf(b) - bytesOf(a));
  const total = (key: 'explainedBytes' | 'testedBytes' | 'untestedBytes'): number =>
    all.reduce((sum, one) => sum + one[key], 0);
  return {
    explainedBytes: total('explainedBytes'),
    testedBytes: total('testedBytes'),
    untestedBytes: total('untestedBytes'),
    entries: all,
  };
}

/** The bytes of an entry, or of a whole ledger. */
export function bytesOf({
  explainedBytes,
  testedBytes,
  untestedBytes,
}: Pick<Ledger, 'explainedBytes' | 'testedBytes' | 'untestedBytes'>): number {
  return explainedBytes + testedBytes + untestedBytes;
}
