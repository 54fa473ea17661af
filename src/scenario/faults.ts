/** The `faults` section: what goes wrong on purpose. */

import { z } from 'zod';
import type { Fault, When, Who } from '../fault/fault.ts';
import { bandwidth, duration, probability, size } from '../base/units.ts';
import { choice, distribution, section } from './section.ts';

const who = () =>
  z
    .union(
      [
        z.string(),
        z.array(z.string()).min(1),
        z.strictObject({ clients: z.int().min(1) }),
        z.strictObject({ fraction: z.number().min(0).max(1) }),
      ],
      {
        error:
          'expected server, client-3, clients, everyone, a list of these, or a mapping with clients: 3 or fraction: 0.1',
      },
    )
    .meta({ description: 'who: by name, or so many clients that the seed chooses' });

const EXPECTED_WHEN =
  'expected a mapping with at: 2s, round: 3, sent: shares, or probability: 0.1 (in every round)';

const when = z.union(
  [
    section({ at: duration() }),
    section({ round: z.int().min(0), phase: z.string().optional(), after: duration().prefault('0ms') }),
    section({ sent: z.string(), messages: z.int().min(1).default(1), round: z.int().min(0).optional() }),
    section({ probability: probability() }),
  ],
  { error: EXPECTED_WHEN },
) satisfies z.ZodType<When>;

const common = {
  name: z.string().min(1).optional().meta({ description: 'what reports call it; else its kind and number' }),
  who: who(),
  when: when.prefault({ at: '0ms' }).meta({ description: 'when it begins' }),
};
const lasting = { for: duration().optional().meta({ description: 'how long it lasts; absent: to the end' }) };
const ends = {
  ...lasting,
  with: who().optional(),
  direction: z.enum(['both', 'from', 'to']).default('both'),
};
const rate = { rate: z.number().gt(0).max(1).default(1).meta({ description: 'share of the packets' }) };
const by = distribution(duration(), 'a duration such as 200ms');
const lies = { ...lasting, message: z.string().optional(), to: who().optional() };

/** Twice what a message may be by default: enough to be refused, and more would only fill this machine's memory. */
const MOST_BLOAT = [
  (bytes: number) => bytes <= 2 ** 29,
  { error: 'expected a size of at most 512MiB' },
] as const;

/** Lies that are drawn, so that every receiver can be told another one. */
export const DRAWN_LIES: readonly string[] = ['random', 'one-entry'];

const SECTIONS = [
  section({ fault: z.literal('crash'), ...common, restartAfter: duration() }),
  section({ fault: z.literal('dropout'), ...common }),
  section({ fault: z.literal('pause'), ...common, for: duration() }),
  section({ fault: z.literal('slow'), ...common, ...lasting, factor: z.number().min(1).max(1e9) }),
  section({ fault: z.literal('partition'), ...common, ...ends }),
  section({
    fault: z.literal('lose'),
    ...common,
    ...ends,
    ...rate,
    burst: z.number().min(1).max(1e6).default(1),
  }),
  section({ fault: z.literal('duplicate'), ...common, ...ends, ...rate, by: by.prefault('10ms' as never) }),
  section({ fault: z.literal('delay'), ...common, ...ends, ...rate, by }),
  section({ fault: z.literal('throttle'), ...common, ...ends, bandwidth: bandwidth() }),
  section({
    fault: z.literal('lie'),
    ...common,
    ...lies,
    how: z.enum(['random', 'zero', 'shift', 'scale', 'one-entry', 'stale']).default('random'),
    together: z.boolean().default(false).meta({ description: 'all of them tell the same lie' }),
    differently: z.boolean().default(false).meta({ description: 'every receiver is told another one' }),
  }),
  section({ fault: z.literal('garble'), ...common, ...lies }),
  section({ fault: z.literal('bloat'), ...common, ...lies, bytes: size().refine(...MOST_BLOAT) }),
  section({ fault: z.literal('flood'), ...common, ...lies, copies: z.int().min(2).max(100_000) }),
  section({ fault: z.literal('silence'), ...common, ...lies }),
] as const;

/** The kinds of fault. */
export const FAULT_KINDS = SECTIONS.map(({ shape }) => shape.fault.value);

export const faultsSection = z
  .array(choice('fault', FAULT_KINDS, SECTIONS))
  .default([])
  .meta({ description: 'what goes wrong on purpose: who, what and when' });

export type FaultSettings = z.output<typeof faultsSection>;

/** The faults with a name each: its own, or its kind and its place among those of its kind. */
export function namedFaults(settings: FaultSettings): readonly Fault[] {
  const names = faultNames(settings);
  return settings.map((fault, i) => ({ ...fault, name: names[i] }));
}

/** The names of faults, of whose documents nothing else is looked at. */
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

/** What faults say of actors, messages or each other that cannot be; paths start with `faults`. */
export function faultProblems(
  settings: FaultSettings,
  clients: number,
  messages: readonly string[],
): readonly FaultProblem[] {
  const names = namedFaults(settings).map(({ name }) => name);
  return settings.flatMap((fault, i) => {
    const at = (...path: PropertyKey[]): readonly PropertyKey[] => ['faults', i, ...path];
    const others = 'with' in fault ? fault.with : undefined;
    const receivers = 'to' in fault ? fault.to : undefined;
    const said = 'message' in fault ? fault.message : undefined;
    const awaited = 'sent' in fault.when ? fault.when.sent : undefined;
    const twice = names.indexOf(names[i]) < i;
    const same = fault.fault === 'lie' && fault.differently && !DRAWN_LIES.includes(fault.how);
    return [
      ...unknownWho(fault.who, clients, at('who')),
      ...unknownWho(others, clients, at('with')),
      ...unknownWho(receivers, clients, at('to')),
      ...unknownMessage(said, messages, at('message')),
      ...unknownMessage(awaited, messages, at('when', 'sent')),
      ...(same
        ? [{ path: at('differently'), expected: `this with how: ${DRAWN_LIES.join(' or ')}`, got: fault.how }]
        : []),
      ...(twice ? [{ path: at('name'), expected: 'distinct names', got: names[i] }] : []),
    ];
  });
}

function unknownWho(
  meant: Who | undefined,
  clients: number,
  path: readonly PropertyKey[],
): readonly FaultProblem[] {
  if (typeof meant === 'object' && 'clients' in meant) {
    const tooMany = meant.clients > clients;
    return tooMany
      ? [{ path: [...path, 'clients'], expected: `at most ${clients} clients`, got: `${meant.clients}` }]
      : [];
  }
  const names =
    typeof meant === 'string' ? [meant] : Array.isArray(meant) ? (meant as readonly string[]) : [];
  const known = (name: string): boolean => {
    const place = /^client-([1-9]\d*)$/.exec(name)?.[1];
    return (
      ['server', 'clients', 'everyone'].includes(name) || (place !== undefined && Number(place) <= clients)
    );
  };
  const expected = `server, clients, everyone or client-1 to client-${clients}`;
  return names.filter((name) => !known(name)).map((got) => ({ path, expected, got }));
}

function unknownMessage(
  type: string | undefined,
  messages: readonly string[],
  path: readonly PropertyKey[],
): readonly FaultProblem[] {
  if (type === undefined || messages.includes(type)) return [];
  return [{ path, expected: `one of the messages ${messages.join(', ')}`, got: type }];
}
