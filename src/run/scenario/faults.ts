/** The `faults` section: what goes wrong on purpose. */

import { z } from 'zod';
import type { Fault, Who } from '../fault/fault.ts';
import { type FaultKind, kindOf } from '../fault/kind.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import { choice } from '../../core/base/section.ts';
import { meantBy, namesText, type Parties } from '../../core/protocol/parties.ts';

/** The section with these kinds of faults. */
export function faultsSection(kinds: readonly FaultKind[]): z.ZodType<FaultSettings> {
  const names = kinds.map(({ name }) => name);
  const [first, ...others] = kinds.map(({ schema }) => schema);
  // Every schema includes what `schemaOf` adds.
  return z
    .array(choice('fault', names, [first, ...others]))
    .default([])
    .meta({
      description: 'what goes wrong on purpose: who, what and when',
    }) as unknown as z.ZodType<FaultSettings>;
}

/** A fault that may have no name. */
type Unnamed = Omit<Fault, 'name'> & { readonly name?: string | undefined };
export type FaultSettings = readonly Unnamed[];

/** The faults, each with a name: its own, or its kind and its number among faults of that kind. */
export function namedFaults(settings: FaultSettings): readonly Fault[] {
  const names = faultNames(settings);
  return settings.map((fault, i) => ({ ...fault, name: names[i] }));
}

/** The names of faults; only their kinds and names are used. */
export function faultNames(
  faults: readonly { readonly fault: string; readonly name?: string | undefined }[],
): string[] {
  const number = (i: number): number =>
    faults.slice(0, i + 1).filter(({ fault }) => fault === faults[i].fault).length;
  return faults.map(({ fault, name }, i) => name ?? `${fault} ${number(i)}`);
}

interface FaultProblem {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
  readonly got: string;
}

/** References in faults to actors, messages or each other that are impossible; paths start with `faults`. */
export function faultProblems(
  settings: FaultSettings,
  kinds: readonly FaultKind[],
  parties: Parties,
  types: readonly AnyMessageType[],
): readonly FaultProblem[] {
  const messages = types.map(({ name }) => name);
  const faults = namedFaults(settings);
  const names = faults.map(({ name }) => name);
  return faults.flatMap((fault, i) => {
    const at = (...path: PropertyKey[]): readonly PropertyKey[] => ['faults', i, ...path];
    const kind = kindOf(fault.fault, kinds);
    // Kinds that happen to actors may use these names for settings with other meanings.
    const words: Partial<Fault> = kind.family === 'actor' ? {} : fault;
    const awaited = 'sent' in fault.when ? fault.when.sent : undefined;
    const twice = names.indexOf(names[i]) < i;
    return [
      ...unknownWho(fault.who, parties, at('who')),
      ...unknownWho(words.with, parties, at('with')),
      ...unknownWho(words.to, parties, at('to')),
      ...unknownMessage(words.message, messages, at('message')),
      ...unknownMessage(awaited, messages, at('when', 'sent')),
      ...kind.wrong(fault, types).map(({ setting, ...wrong }) => ({ path: at(setting), ...wrong })),
      ...(twice ? [{ path: at('name'), expected: 'distinct names', got: names[i] }] : []),
    ];
  });
}

function unknownWho(
  meant: Who | undefined,
  parties: Parties,
  path: readonly PropertyKey[],
): readonly FaultProblem[] {
  if (typeof meant === 'object' && 'clients' in meant) {
    const clients = parties.clients.length;
    const tooMany = meant.clients > clients;
    return tooMany
      ? [{ path: [...path, 'clients'], expected: `at most ${clients} clients`, got: `${meant.clients}` }]
      : [];
  }
  const names =
    typeof meant === 'string' ? [meant] : Array.isArray(meant) ? (meant as readonly string[]) : [];
  const unknown = names.filter((name) => meantBy(name, parties) === undefined);
  if (unknown.length === 0) return [];
  const expected = `clients, everyone, ${namesText(parties)}`;
  return unknown.map((got) => ({ path, expected, got }));
}

function unknownMessage(
  type: string | undefined,
  messages: readonly string[],
  path: readonly PropertyKey[],
): readonly FaultProblem[] {
  if (type === undefined || messages.includes(type)) return [];
  return [{ path, expected: `one of the messages ${messages.join(', ')}`, got: type }];
}
