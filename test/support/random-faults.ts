/** Small scenarios in which things go wrong, and their traces. */

import * as fc from 'fast-check';
import type { KindName } from '../../src/run/fault/kinds.ts';
import { run } from '../../src/run/execute/run.ts';
import { HOWS } from '../../src/core/engine/wire/falsify.ts';
import { reloadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { kfed, lloyd, secfc } from '../../bin/standard.ts';
import { pluginsOf } from './plugins.ts';

/** Those that take points of any range. */
const protocols = [kfed, lloyd, secfc];
const plugins = pluginsOf(...protocols);

const ACTORS = ['server', 'client-1', 'client-2', 'client-3', 'client-4', 'client-5'];
/** Each protocol has one that begins with everybody. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  protocols.map(({ name, messages }) => [name, messages.map((type) => type.name)]),
);
const NAMES = Object.keys(MESSAGES);

const who = fc.oneof(
  fc.constantFrom(...ACTORS, 'clients', 'everyone'),
  fc.subarray(ACTORS, { minLength: 1 }),
  fc.record({ clients: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ fraction: fc.constantFrom(0.1, 0.5, 1) }),
);
const milliseconds = (most: number): fc.Arbitrary<string> => fc.nat(most).map((ms) => `${ms}ms`);
const rate = fc.constantFrom(0.1, 0.5, 1);
const by = fc.oneof(milliseconds(80), fc.constant({ exponential: { mean: '20ms' } }));

function when(messages: readonly string[]): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({ at: milliseconds(150) }),
    fc.record({ round: fc.nat(3), after: milliseconds(10) }),
    fc.record({ sent: fc.constantFrom(...messages), messages: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ probability: fc.constantFrom(0.1, 0.5) }),
  );
}

/** Any fault, as a scenario writes it. */
function fault(messages: readonly string[]): fc.Arbitrary<object> {
  const of = (
    kind: KindName,
    settings: Record<string, fc.Arbitrary<unknown>> = {},
    needed: readonly string[] = [],
  ): fc.Arbitrary<object> =>
    fc.record<Record<string, unknown>>(
      { fault: fc.constant(kind), who, when: when(messages), ...settings },
      { requiredKeys: ['fault', 'who', ...needed] },
    );
  const lasting = { for: milliseconds(1000) };
  const link = { ...lasting, with: who, direction: fc.constantFrom('both', 'from', 'to') };
  const lies = { ...lasting, to: who, message: fc.constantFrom(...messages) };
  // Of every kind of ours, or the compiler says which is missing.
  const kinds: Readonly<Record<KindName, fc.Arbitrary<object>>> = {
    crash: of('crash', { restartAfter: milliseconds(100) }, ['restartAfter']),
    dropout: of('dropout'),
    pause: of('pause', { for: milliseconds(100) }, ['for']),
    slow: of('slow', { ...lasting, factor: fc.integer({ min: 1, max: 10_000 }) }, ['factor']),
    partition: of('partition', link),
    lose: of('lose', { ...link, rate, burst: fc.integer({ min: 1, max: 5 }) }),
    duplicate: of('duplicate', { ...link, rate, by }),
    delay: of('delay', { ...link, rate, by }, ['by']),
    throttle: of('throttle', { ...link, bandwidth: fc.constantFrom('10Kbps', '1Mbps') }, ['bandwidth']),
    falsify: fc.oneof(
      of('falsify', { ...lies, how: fc.constantFrom(...HOWS), together: fc.boolean() }),
      of('falsify', { ...lies, differently: fc.boolean() }),
    ),
    malform: of('malform', lies),
    oversize: of('oversize', { ...lies, bytes: fc.constantFrom('1B', '100KB') }, ['bytes']),
    flood: of('flood', { ...lies, copies: fc.integer({ min: 2, max: 30 }) }, ['copies']),
    withhold: of('withhold', lies),
    corrupt: of('corrupt', { ...lies, bits: fc.integer({ min: 1, max: 20 }) }),
  };
  return fc.oneof(...Object.values(kinds));
}

/** A small scenario of some protocol, with up to four faults. */
export const faulty: fc.Arbitrary<object> = fc.constantFrom(...NAMES).chain((name) =>
  fc.record({
    seed: fc.nat(1000),
    clients: fc.constant(5),
    data: fc.constant({ source: 'gaussian-mixture', points: 15, dimension: 2, components: 2, deviation: 1 }),
    protocol: fc.constant({ name, clusters: 2, timeout: '1s', ...(name === 'secfc' && { privacy: 1 }) }),
    network: fc.record({
      latency: fc.constant({ uniform: { minimum: '1ms', maximum: '9ms' } }),
      transport: fc.constantFrom('reliable', 'datagram'),
    }),
    limits: fc.constant({ time: '1min', message: '50KB', mailbox: '50KB' }),
    faults: fc.array(fault(MESSAGES[name]), { minLength: 1, maxLength: 4 }),
  }),
);

export const scenarioOf = (source: object): Scenario => reloadScenario(source, 'faulty', '.', { plugins });

export async function traced(scenario: Scenario): Promise<{ bytes: Buffer; hash: string | undefined }> {
  const chunks: Buffer[] = [];
  const { hash } = await run(scenario, { plugins, trace: (bytes) => chunks.push(Buffer.from(bytes)) });
  return { bytes: Buffer.concat(chunks), hash };
}
