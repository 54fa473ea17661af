/** A rule of the network that scenarios name under `network.rules`: what happens to packets without being a fault. */

import { assert } from '../../base/errors.ts';
import { z } from 'zod';
import type { Random, Stream } from '../../base/random.ts';
import { choice, section } from '../../base/section.ts';
import type { Rule } from './rule.ts';

/** What a rule can use in a run. */
export interface RuleTools {
  /** Its name in reports: that of its kind, and its number among the rules of the scenario. */
  readonly name: string;
  /** One stream per link, by the numbers of its ends. */
  readonly streams: (from: string, to: string) => Stream;
}

/** A kind of rule. `S` are the zod types of its settings, by name. */
export interface RuleKind<S extends z.ZodRawShape = z.ZodRawShape> {
  /** Its name in scenarios, under `rule`. */
  readonly name: string;
  /** What it does, in one line, to help choose. */
  readonly summary: string;
  /** The settings besides `rule`. */
  readonly settings: S;
  /** Whether packets must reach it in order of time, see {@link Rule.inOrder}: needed to hold them. */
  readonly inOrder?: boolean;
  /** What one such rule does in one run to each packet. */
  apply(settings: z.output<z.ZodObject<S>>, tools: RuleTools): Rule['apply'];
}

/** Any kind: what lists of rules hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyRuleKind = RuleKind<any>;

/** Declares a kind of rule. */
export function rule<S extends z.ZodRawShape>(declared: RuleKind<S>): RuleKind<S> {
  return Object.freeze(declared);
}

/** A rule before a run: it keeps state in a run, so every run makes its own. */
export type MakeRule = (random: Random) => Rule;

/** A rule as a scenario has it. */
export type WrittenRule = Readonly<Record<string, unknown>> & { readonly rule: string };

/** The schema of a list of rules of these kinds. */
export function rulesSetting(kinds: readonly AnyRuleKind[]) {
  const names = kinds.map(({ name }) => name);
  const sections = kinds.map(({ name, summary, settings }) =>
    section({ rule: z.literal(name), ...(settings as z.ZodRawShape) }).meta({ description: summary }),
  );
  const [first, ...others] = sections;
  const written = first === undefined ? NO_RULE : choice('rule', names, [first, ...others]);
  return z.array(written as z.ZodType<WrittenRule, object>).min(1);
}

const NO_RULE = z.never({ error: 'expected none, as no plugin has any rules' });

/**
 * What makes a rule in every run.
 * @param number its place among those of the scenario, from 1
 */
export function makes(
  kinds: readonly AnyRuleKind[],
  { rule: wanted, ...settings }: WrittenRule,
  number: number,
): MakeRule {
  const kind = kinds.find(({ name }) => name === wanted) as AnyRuleKind;
  const name = `${wanted} ${number}`;
  return (random) => {
    const apply: unknown = kind.apply(settings, { name, streams: random.scope(name).family('packets') });
    assert(typeof apply === 'function', `${name} gives no function of packets`);
    return { name, inOrder: kind.inOrder ?? false, apply: apply as Rule['apply'] };
  };
}
