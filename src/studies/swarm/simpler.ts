/** Smaller and simpler variants of a scenario, each of which may or may not fail as the scenario does. */

import { z } from 'zod';
import type { FaultKind } from '../../run/fault/kind.ts';
import { common } from '../../run/fault/settings.ts';
import { faultNames } from '../../run/scenario/faults.ts';
import { durationText, duration } from '../../core/base/units.ts';
import type { FaultDocument, ScenarioValues } from './document.ts';

/** Names every fault after its position, since its random draws depend on its name. */
export function withNames(values: ScenarioValues): ScenarioValues {
  const { faults = [] } = values;
  if (faults.length === 0) return values;
  const names = faultNames(faults);
  return { ...values, faults: faults.map((fault, i) => ({ ...fault, name: names[i] })) };
}

/** A scenario with these faults instead of its own; without the section if there are none. */
export function withFaults(values: ScenarioValues, faults: readonly FaultDocument[]): ScenarioValues {
  return faults.length === 0 ? without(values, 'faults') : { ...values, faults };
}

/** Replaces one setting of a section. */
export function withSetting(
  values: ScenarioValues,
  section: 'data' | 'protocol',
  key: string,
  value: unknown,
): ScenarioValues {
  return { ...values, [section]: { ...values[section], [key]: value } };
}

/** An object without one of its keys. */
export function without<T extends object>(object: T, key: string): T {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== key)) as T;
}

/**
 * Reduces the number of clients. Named clients with larger numbers take the places of clients that are not named.
 * @param role the one that holds the data
 */
export function withClients(values: ScenarioValues, clients: number, role: string): ScenarioValues {
  const numbers = JSON.stringify(values).matchAll(new RegExp(`\\b${role}-(\\d+)\\b`, 'g'));
  const named = [...new Set(Array.from(numbers, ([, number]) => Number(number)))];
  const free = Array.from({ length: clients }, (_, j) => j + 1).filter((number) => !named.includes(number));
  const moved = new Map(
    named
      .filter((number) => number > clients)
      .toSorted((a, b) => a - b)
      .map((number, i) => [`${role}-${number}`, `${role}-${free[i] ?? number}`]),
  );
  const renamed = JSON.parse(
    JSON.stringify(values, (_, value: unknown) =>
      typeof value === 'string' ? (moved.get(value) ?? value) : value,
    ),
  ) as ScenarioValues;
  return { ...renamed, clients };
}

/** The settings of a section that are integers above a bound. */
export function integersOf(section: Readonly<Record<string, unknown>>, above: number): [string, number][] {
  return Object.entries(section).filter(
    (entry): entry is [string, number] => Number.isInteger(entry[1]) && (entry[1] as number) > above,
  );
}

/**
 * Variants of a fault, each simpler in one respect, the boldest first. Every optional setting can be left out.
 * @param roles those of the protocol
 */
export function simplerFaults(
  fault: FaultDocument,
  { schema }: FaultKind,
  roles: readonly string[],
): FaultDocument[] {
  const { when, ...always } = fault;
  const settings = Object.entries<z.core.$ZodType>(schema.shape).filter(
    ([key]) => key in fault && !OF_EVERY_FAULT.has(key),
  );
  return [
    ...(when === undefined ? [] : [always as FaultDocument]),
    ...simplerWho(fault.who, roles).map((who) => ({ ...fault, who })),
    ...settings.filter(([, setting]) => isOptional(setting)).map(([key]) => without(fault, key)),
    ...simplerWhen(when).map((simpler) => ({ ...fault, when: simpler })),
    ...settings.flatMap(([key]) => rounder(fault[key]).map((value) => ({ ...fault, [key]: value }))),
  ];
}

const OF_EVERY_FAULT: ReadonlySet<string> = new Set(['fault', ...Object.keys(common)]);

function isOptional(setting: z.core.$ZodType): boolean {
  return z.safeParse(setting, undefined).success;
}

function simplerWho(who: unknown, roles: readonly string[]): unknown[] {
  if (Array.isArray(who)) return who;
  if (who === 'everyone') return [...roles];
  const one = { clients: 1 };
  return who === 'clients' || 'fraction' in Object(who) || Object(who).clients > 1 ? [one] : [];
}

function simplerWhen(when: unknown): object[] {
  if (typeof when !== 'object' || when === null) return [];
  const optional = ['phase', 'after', 'messages', ...('sent' in when ? ['round'] : [])];
  return [
    ...optional.filter((key) => key in when).map((key) => without(when, key)),
    ...Object.entries(when).flatMap(([key, value]) =>
      rounder(value).map((simpler) => ({ ...when, [key]: simpler })),
    ),
  ];
}

/** A duration with one digit, if it has more. */
function rounder(value: unknown): string[] {
  const { data: ns } = duration().safeParse(value);
  if (ns === undefined) return [];
  const text = durationText(Number(ns.toPrecision(1)));
  return text === value ? [] : [text];
}
