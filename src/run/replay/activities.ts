/** What every actor is doing at a given entry of a trace. */

import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Entry } from '../trace/record.ts';
import { moment } from './narrator.ts';

interface Activity {
  readonly place: string;
  readonly does: string;
}

/** Actors that do the same. */
interface Engaged {
  readonly does: string;
  readonly names: readonly string[];
  readonly count: number;
}

/** Before its first announcement. */
const QUIET: Activity = { place: '', does: 'waits' };

/** A fold over the entries of a run. */
export class Activities {
  readonly #directory: Directory;
  readonly #of = new Map<number, Activity>();

  constructor(roles: readonly RoleSize[]) {
    this.#directory = new Directory(roles);
  }

  add(entry: Entry): void {
    switch (entry.kind) {
      case 'labelled': {
        const place = `round ${entry.round}${entry.phase === '' ? '' : `, ${entry.phase}`}`;
        return void this.#of.set(entry.actor, { place, does: 'waits' });
      }
      case 'computing':
        return this.#does(
          entry.actor,
          `computes ${entry.task} until ${moment(entry.timeNs + entry.durationNs)}`,
        );
      case 'computed':
      case 'expired':
        return this.#does(entry.actor, 'waits');
      case 'finished':
        return this.#does(entry.actor, 'is done');
      case 'stalled':
        return this.#does(entry.actor, `waits for ever: ${entry.awaiting}`);
      case 'faulted':
        if (entry.what === 'crash' || entry.what === 'dropout') this.#does(entry.actor, 'is down');
        else if (entry.what === 'restart') this.#does(entry.actor, 'waits');
    }
  }

  /** One line per activity, with all actors engaged in it. */
  text(): string {
    return this.groups()
      .map(({ does, ...group }) => `${namesText(group)} - ${does}\n`)
      .join('');
  }

  /** Each activity, with the first of the actors engaged in it, and how many these are. */
  groups(): readonly Engaged[] {
    const groups = new Map<string, { readonly names: string[]; count: number }>();
    for (let id = 0; id < this.#directory.size; id++) {
      const { place, does } = this.#of.get(id) ?? QUIET;
      const activity = place === '' ? does : `${place}: ${does}`;
      let group = groups.get(activity);
      if (group === undefined) groups.set(activity, (group = { names: [], count: 0 }));
      // Nobody wants to read more names, and those of millions would take seconds.
      if (group.count++ < MOST_NAMES) group.names.push(this.#directory.name(id));
    }
    return [...groups].map(([does, group]) => ({ does, ...group }));
  }

  #does(actor: number, does: string): void {
    this.#of.set(actor, { place: this.#of.get(actor)?.place ?? '', does });
  }
}

const MOST_NAMES = 12;

function namesText({ names, count }: Omit<Engaged, 'does'>): string {
  const others = count - names.length;
  return others === 0 ? names.join(', ') : `${names.join(', ')} and ${others} others`;
}
