/** The records of all parties of a run, on one clock: that of the rendezvous party. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Directory, type RoleSize } from '../core/engine/messages/directory.ts';
import { TraceReader } from '../run/trace/reader.ts';
import { correctionsOf } from './alignment.ts';
import type { LifeRecord } from './life-record.ts';
import { MEETING, type Offset } from './rendezvous.ts';

/**
 * A line next to a record: when a life began, on its machine's clock, or the offset of that clock from the
 * rendezvous party's.
 */
export type ClockNote = { readonly life: number; readonly epochNs: number } | Offset;

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
  /** How far the clock of a party may be from the rendezvous party's, at most, as aligned; infinite if one was never compared. */
  readonly clockErrorNs: number;
}

/** Whether any party left a record in a folder. */
export function hasRecords(folder: string, roles: readonly RoleSize[]): boolean {
  const directory = new Directory(roles);
  const actors = Array.from({ length: directory.size }, (_, actor) => actor);
  return actors.some((actor) => existsSync(join(folder, clockName(directory.name(actor)))));
}

/**
 * Reads what all parties left in a folder. A truncated record is read up to its end.
 * @throws CahootsError if a file is not a record
 */
export function readRecords(folder: string, roles: readonly RoleSize[]): Records {
  const directory = new Directory(roles);
  const lives: LifeRecord[] = [];
  const errorsNs: number[] = [];
  for (let actor = 0; actor < directory.size; actor++) {
    const name = directory.name(actor);
    const notes = readNotes(join(folder, clockName(name)));
    const offsets = notes.filter((note) => 'offsetNs' in note);
    const epoch = notes.find((note) => 'epochNs' in note);
    errorsNs[actor] = epoch === undefined || actor === MEETING ? 0 : errorOf(offsets);
    if (epoch === undefined) continue;
    for (let life = 1; existsSync(join(folder, recordName(name, life))); life++) {
      const file = join(folder, recordName(name, life));
      const reader = new TraceReader(file, readFileSync(file));
      const entries = [...reader.entries()].map((entry) => {
        const ownNs = epoch.epochNs + entry.timeNs;
        return { ...entry, timeNs: Math.round(ownNs + offsetAt(ownNs, offsets)) };
      });
      // A computation is recorded when it ends.
      lives.push({ actor, life, entries: entries.toSorted((a, b) => a.timeNs - b.timeNs) });
    }
  }
  const corrections = correctionsOf(lives, errorsNs);
  const all = lives.flatMap(({ actor, entries }) =>
    entries.slice(0, 1).map(({ timeNs }) => timeNs + corrections[actor]),
  );
  const startNs = all.length === 0 ? 0 : Math.min(...all);
  return {
    clockErrorNs: Math.max(...errorsNs.map((errorNs, actor) => errorNs + Math.abs(corrections[actor]))),
    lives: lives.map(({ actor, life, entries }) => ({
      actor,
      life,
      entries: entries.map((entry) => ({
        ...entry,
        timeNs: entry.timeNs + corrections[actor] - startNs,
      })),
    })),
  };
}

/** The error of a clock's offsets; infinite if there are none. */
function errorOf(offsets: readonly Offset[]): number {
  if (offsets.length === 0) return Number.POSITIVE_INFINITY;
  return offsets.reduce((most, { errorNs }) => Math.max(most, errorNs), 0);
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
