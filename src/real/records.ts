/** The records of all parties of a run, on one clock: that of the rendezvous party. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Directory, type RoleSize } from '../core/engine/messages/directory.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Entry } from '../run/trace/record.ts';
import type { Offset } from './rendezvous.ts';

/**
 * A line next to a record: when a life began, on its machine's clock, or the offset of that clock from the
 * rendezvous party's.
 */
export type ClockNote = { readonly life: number; readonly epochNs: number } | Offset;

/** What one life of a party did, in order of time. */
export interface LifeRecord {
  readonly actor: number;
  readonly life: number;
  readonly entries: readonly Entry[];
}

/** The name of the file with the record of one life of a party, from 1. */
export function recordName(name: string, life: number): string {
  return `${name}.${life}.trace`;
}

/** The name of the file with the notes on a party's clock. */
export function clockName(name: string): string {
  return `${name}.clock`;
}

export interface Records {
  readonly lives: readonly LifeRecord[];
  /** The largest possible error of the clocks' alignment. */
  readonly clockErrorNs: number;
}

/**
 * Reads what all parties left in a folder. A truncated record is read up to its end.
 * @throws CahootsError if a file is not a record
 */
export function readRecords(folder: string, roles: readonly RoleSize[]): Records {
  const directory = new Directory(roles);
  const lives: LifeRecord[] = [];
  let clockErrorNs = 0;
  for (let actor = 0; actor < directory.size; actor++) {
    const name = directory.name(actor);
    const notes = readNotes(join(folder, clockName(name)));
    const offsets = notes.filter((note) => 'offsetNs' in note);
    for (const { errorNs } of offsets) clockErrorNs = Math.max(clockErrorNs, errorNs);
    const epoch = notes.find((note) => 'epochNs' in note);
    if (epoch === undefined) continue;
    for (let life = 1; existsSync(join(folder, recordName(name, life))); life++) {
      const file = join(folder, recordName(name, life));
      const reader = new TraceReader(file, readFileSync(file));
      const entries = [...reader.entries()].map((entry) => {
        const ownNs = epoch.epochNs + entry.timeNs;
        return { ...entry, timeNs: ownNs + offsetAt(ownNs, offsets) };
      });
      // A computation is recorded when it ends.
      lives.push({ actor, life, entries: entries.toSorted((a, b) => a.timeNs - b.timeNs) });
    }
  }
  const all = lives.flatMap(({ entries }) => entries.slice(0, 1).map(({ timeNs }) => timeNs));
  const startNs = all.length === 0 ? 0 : Math.min(...all);
  return {
    clockErrorNs,
    lives: lives.map(({ entries, ...life }) => ({
      ...life,
      entries: entries.map((entry) => ({ ...entry, timeNs: Math.round(entry.timeNs - startNs) })),
    })),
  };
}

function readNotes(file: string): ClockNote[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as ClockNote);
}

/** Clock offsets are interpolated between two exchanges, and constant before the first and after the last. */
export function offsetAt(atNs: number, offsets: readonly Offset[]): number {
  const next = offsets.findIndex((offset) => offset.atNs >= atNs);
  const [before, after] = next < 0 ? [offsets.at(-1), undefined] : [offsets[next - 1], offsets[next]];
  if (before === undefined || after === undefined) return (before ?? after)?.offsetNs ?? 0;
  const share = (atNs - before.atNs) / (after.atNs - before.atNs);
  return before.offsetNs + share * (after.offsetNs - before.offsetNs);
}
