/**
 * Numbers and names of actors: actors are numbered role by role, and a name follows from the role and the index in it, so a
 * million actors need no table. Those of a counted role are `client-1`, `client-2`, ...
 */

import { assert } from '../../base/errors.ts';

/** A role and how many actors play it; without a count, a single actor with the role's name. */
export interface RoleSize {
  readonly role: string;
  readonly count?: number;
  /** Whether they hold the data. */
  readonly holds?: true;
  /** Whether the result of the first of them is the result of the run. */
  readonly reports?: true;
}

/** The role of a named actor. No role has a name like that of an actor in a counted role. */
export function roleOf(name: string): string {
  return name.replace(/-\d+$/, '');
}

interface Span {
  readonly role: string;
  readonly single: boolean;
  readonly first: number;
  readonly count: number;
  /** The names made so far. */
  readonly names: string[];
}

/** The names of each counted role while anybody has them: a run has several directories, and a million names take 40 MB. */
const made = new Map<string, WeakRef<string[]>>();

function namesOf(role: string): string[] {
  const known = made.get(role)?.deref();
  if (known !== undefined) return known;
  const names: string[] = [];
  made.set(role, new WeakRef(names));
  return names;
}

export class Directory {
  /** How many actors there are. */
  readonly size: number;
  readonly roles: readonly RoleSize[];
  readonly #spans: readonly Span[];
  readonly #byRole: ReadonlyMap<string, Span>;
  /** The actor found last, since receivers are usually named in order. */
  #found = -1;

  constructor(roles: readonly RoleSize[]) {
    let first = 0;
    this.#spans = roles.map(({ role, count }) => {
      const single = count === undefined;
      const span = { role, single, first, count: count ?? 1, names: single ? [role] : namesOf(role) };
      first += span.count;
      return span;
    });
    this.size = first;
    this.roles = roles;
    this.#byRole = new Map(this.#spans.map((span) => [span.role, span]));
    assert(this.#byRole.size === roles.length, 'two roles have one name');
    for (const { role } of roles) assert(!/-\d+$/.test(role), `the role ${role} is named like one of many`);
  }

  /** The actor whose result is the result of the run; undefined if no role reports. */
  get reporter(): number | undefined {
    const found = this.roles.findIndex(({ reports }) => reports === true);
    return found < 0 ? undefined : this.#spans[found].first;
  }

  /** The number of a named actor; undefined if there is none. */
  find(name: string): number | undefined {
    const next = this.#found + 1;
    if (next < this.size && this.name(next) === name) return (this.#found = next);
    const found = this.#search(name);
    // A single actor in between does not interrupt the order.
    if (found !== undefined && !this.#span(found).single) this.#found = found;
    return found;
  }

  #search(name: string): number | undefined {
    const alone = this.#byRole.get(name);
    if (alone !== undefined) return alone.single ? alone.first : undefined;
    const dash = name.lastIndexOf('-');
    const span = this.#byRole.get(name.slice(0, Math.max(0, dash)));
    const place = Number(name.slice(dash + 1)) - 1;
    if (span === undefined || span.single || !Number.isInteger(place) || !(place >= 0 && place < span.count))
      return undefined;
    return this.name(span.first + place) === name ? span.first + place : undefined;
  }

  name(id: number): string {
    const { names, role, first } = this.#span(id);
    return (names[id - first] ??= `${role}-${id - first + 1}`);
  }

  /** The role of an actor, and its index in the role, from 0. */
  place(id: number): { role: string; index: number } {
    const span = this.#span(id);
    return { role: span.role, index: id - span.first };
  }

  /** The index of an actor's role among all roles. */
  rolePlace(id: number): number {
    const spans = this.#spans;
    for (let i = 0; i < spans.length; i++) if (id < spans[i].first + spans[i].count) return i;
    throw new RangeError(`there is no actor ${id}`);
  }

  role(id: number): string {
    return this.#span(id).role;
  }

  /** Whether an actor holds data. */
  holds(id: number): boolean {
    const { role } = this.#span(id);
    return this.roles.some((one) => one.role === role && one.holds === true);
  }

  /** The names of all actors in a role, in order. */
  names(role: string): string[] {
    const span = this.#byRole.get(role);
    return span === undefined ? [] : Array.from({ length: span.count }, (_, i) => this.name(span.first + i));
  }

  #span(id: number): Span {
    return this.#spans[this.rolePlace(id)];
  }
}
