/** What a program may send and compute: the messages and tasks that its role declares, by name. */

import { CahootsError } from '../../base/errors.ts';
import type { Task } from '../../engine/compute/task.ts';
import {
  type AnyMessageType,
  binary,
  type FieldKind,
  flag,
  integer,
  labels,
  numbers,
  packed,
  reals,
} from '../../engine/wire/message.ts';
import type { ProgramExchange } from './exchange.ts';

/** The kinds of fields that a program can read and write, by the names that it is told. */
const KINDS = new Map(
  Object.entries({ integer, flag, binary, numbers, labels, reals, packed }).map(([name, kind]) => [
    kind as FieldKind<never>,
    name,
  ]),
);

export class Declared {
  /** Each message's fields, and their kinds by name. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly #messages: ReadonlyMap<string, AnyMessageType>;
  readonly #tasks: ReadonlyMap<string, Task<never, unknown>>;

  /** @throws CahootsError for a field of a kind that exists only within this program */
  constructor(messages: readonly AnyMessageType[], tasks: readonly Task<never, unknown>[]) {
    this.#messages = new Map(messages.map((type) => [type.name, type]));
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    this.fields = Object.fromEntries(messages.map((type) => [type.name, kindsOf(type)]));
  }

  message(name: string, exchange: ProgramExchange): AnyMessageType {
    return this.#messages.get(name) ?? refuse(exchange, 'a message', this.#messages, name);
  }

  task(name: string, exchange: ProgramExchange): Task<unknown, unknown> {
    return (this.#tasks.get(name) ?? refuse(exchange, 'a task', this.#tasks, name)) as Task<unknown, unknown>;
  }

  /** The body of a message as its type declares it. */
  body({ name, fields, fieldNames }: AnyMessageType, body: object, exchange: ProgramExchange): object {
    const got = Object.keys(body).join(', ') || 'none';
    if (!fieldNames.every((field) => field in body) || Object.keys(body).length !== fieldNames.length)
      throw exchange.wrong(`the fields ${fieldNames.join(', ')} in a message ${name}`, got);
    for (const [field, value] of Object.entries(body)) {
      const { holds, expected } = fields[field] as FieldKind<unknown>;
      if (!holds(value)) throw exchange.wrong(`${field} of a message ${name} to be ${expected}`, text(value));
    }
    return body;
  }
}

function kindsOf({ name, fields, fieldNames }: AnyMessageType): Record<string, string> {
  const kinds = fieldNames.map((field): [string, string] => {
    const kind = KINDS.get(fields[field] as FieldKind<never>);
    if (kind !== undefined) return [field, kind];
    const expected = `a field of the kinds ${[...KINDS.values()].join(', ')}`;
    throw new CahootsError(
      'bad-input',
      `program: expected ${expected}, got ${field} of a message ${name}, which holds ${(fields[field] as FieldKind<never>).expected}`,
    );
  });
  return Object.fromEntries(kinds);
}

function refuse(
  exchange: ProgramExchange,
  what: string,
  known: ReadonlyMap<string, unknown>,
  name: string,
): never {
  const expected = known.size === 0 ? `no ${what.slice(2)}` : `${what}: ${[...known.keys()].join(' or ')}`;
  throw exchange.wrong(expected, JSON.stringify(name));
}

function text(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}
