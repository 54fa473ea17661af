/**
 * Changes of a scenario by a factor, such as `network.latency=x0.5`: its network, its devices or its timeout, and nothing else. All
 * that chance decides stays as it was.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Distribution } from '../../core/engine/network/distribution.ts';
import type { Bandwidth, NetworkSpec } from '../../core/engine/network/network.ts';
import type { Series } from '../../core/engine/queues/series.ts';
import { everyone, meantBy, namesText } from '../../core/protocol/parties.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Profile } from '../scenario/profile.ts';

export interface Change {
  /** As `--what-if` takes it, or in words. */
  readonly text: string;
  readonly apply: (scenario: Scenario) => Scenario;
}

const DEVICE = ['rate', 'uplink', 'downlink', 'bandwidth'] as const;
type OfDevice = (typeof DEVICE)[number];

/** Settings that a factor of 0 leaves in order. */
const MAY_BE_NONE: ReadonlySet<string> = new Set(['network.latency', 'network.loss']);

const EXPECTED = 'network.bandwidth=x2, network.latency=x0.5 or devices.client-9.rate=x4';

/**
 * A change as `--what-if` takes it: one factor, or several with commas between them, which are all in force at once.
 * @throws CahootsError for anything else, and for an actor that the scenario does not have
 */
export function changeFrom(text: string, scenario: Scenario): Change {
  return together(
    text.split(',').map((one) => factorFrom(one.trim(), scenario)),
    text,
  );
}

/** All of these at once. */
export function together(
  changes: readonly Change[],
  text = changes.map((one) => one.text).join(','),
): Change {
  return { text, apply: (scenario) => changes.reduce((changed, { apply }) => apply(changed), scenario) };
}

/** The run without one of its faults. */
export function withoutFault(name: string): Change {
  return {
    text: `without the fault ${name}`,
    apply: (scenario) => ({ ...scenario, faults: scenario.faults.filter((fault) => fault.name !== name) }),
  };
}

function factorFrom(text: string, scenario: Scenario): Change {
  const [path, given, ...more] = text.split('=');
  if (given === undefined || more.length > 0) throw wrong(EXPECTED, text);
  const by = /^x(\d+(\.\d+)?|\.\d+)$/.test(given) ? Number(given.slice(1)) : Number.NaN;
  const least = MAY_BE_NONE.has(path) ? 'of 0 or more' : 'above 0';
  if (!(by > 0 || (by === 0 && MAY_BE_NONE.has(path))) || by > MOST_FACTOR)
    throw wrong(`a factor ${least}, such as x2 or x0.5`, text);
  return { text, apply: scaling(path, by, scenario) };
}

const MOST_FACTOR = 1e6;

function scaling(path: string, by: number, scenario: Scenario): Change['apply'] {
  const everybody = everyone(scenario.parties);
  if (path === 'network.bandwidth') return (one) => withDevices(one, everybody, 'bandwidth', by);
  if (path === 'network.latency') return (one) => ({ ...one, network: withLatency(one.network, by) });
  if (path === 'network.loss') return (one) => ({ ...one, network: withLoss(one.network, by) });
  if (path === 'protocol.timeout') {
    if (timeoutOf(scenario) === undefined) throw wrong('a protocol with a timeout', scenario.protocol);
    return (one) => ({
      ...one,
      parameters: { ...one.parameters, timeout: Math.ceil((timeoutOf(one) ?? 0) * by) },
    });
  }
  const [section, who, setting, ...more] = path.split('.');
  const known = DEVICE.find((name) => name === setting);
  if (section !== 'devices' || setting === undefined || more.length > 0)
    throw wrong(EXPECTED, `${path}=x${by}`);
  const names = meantBy(who, scenario.parties);
  if (names === undefined)
    throw wrong(`${namesText(scenario.parties)}, clients or everyone`, `${who} in ${path}`);
  if (known === undefined)
    throw wrong(`one of ${DEVICE.map((name) => `devices.${who}.${name}`).join(', ')}`, path);
  return (one) => withDevices(one, names, known, by);
}

/** The protocol's timeout in nanoseconds; undefined if it has none. */
export function timeoutOf({ parameters }: Scenario): number | undefined {
  const { timeout } = parameters as { readonly timeout?: unknown };
  return typeof timeout === 'number' ? timeout : undefined;
}

function wrong(expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path: '--what-if' });
}

function withDevices(scenario: Scenario, names: readonly string[], what: OfDevice, by: number): Scenario {
  const meant = new Set(names);
  if (what === 'rate') return withRates(scenario, meant, by);
  const both = what === 'bandwidth';
  const up = both || what === 'uplink' ? by : 1;
  const down = both || what === 'downlink' ? by : 1;
  const { network } = scenario;
  const { bandwidth, rates } = network;
  const faster = (actor: string): Bandwidth => {
    const { uplinkBps, downlinkBps } = bandwidth(actor);
    return { uplinkBps: up * uplinkBps, downlinkBps: down * downlinkBps };
  };
  return {
    ...scenario,
    network: {
      ...network,
      bandwidth: (actor) => (meant.has(actor) ? faster(actor) : bandwidth(actor)),
      ...(rates && {
        rates: (actor) => {
          const own = rates(actor);
          if (own === undefined || !meant.has(actor)) return own;
          return { uplink: scaled(own.uplink, up), downlink: scaled(own.downlink, down) };
        },
      }),
    },
  };
}

function withRates(scenario: Scenario, meant: ReadonlySet<string>, by: number): Scenario {
  const { rates, parties, profileOf } = scenario;
  const ofRole = (role: string, count: number | undefined): number[] =>
    rates[role].map((rate, i) =>
      meant.has(count === undefined ? role : `${role}-${i + 1}`) ? rate * by : rate,
    );
  const profiles = new Map<Profile, Profile>();
  const faster = (profile: Profile): Profile => {
    const known = profiles.get(profile) ?? profileAt(profile, by);
    profiles.set(profile, known);
    return known;
  };
  return {
    ...scenario,
    rates: Object.fromEntries(parties.roles.map(({ role, count }) => [role, ofRole(role, count)])),
    ...(profileOf && {
      profileOf: (actor) => {
        const own = profileOf(actor);
        return own === undefined || !meant.has(actor) ? own : faster(own);
      },
    }),
  };
}

/** The profile of a device that is so many times as fast. */
function profileAt(profile: Profile, by: number): Profile {
  const shorter = (ns: number): number => Math.round(ns / by);
  const each = <S>(byName: Readonly<Record<string, S[]>>, of: (shape: S) => S): Record<string, S[]> =>
    Object.fromEntries(Object.entries(byName).map(([name, shapes]) => [name, shapes.map(of)]));
  const warming = <S extends { readonly coldNs: readonly number[]; readonly warmNs: number }>(one: S) => ({
    ...one,
    coldNs: one.coldNs.map(shorter),
    warmNs: shorter(one.warmNs),
  });
  return {
    ...profile,
    tasks: each(profile.tasks, warming),
    messages: each(profile.messages, (one) => ({
      ...one,
      encodeNs: shorter(one.encodeNs),
      decodeNs: shorter(one.decodeNs),
    })),
    ...(profile.turns && { turns: warming(profile.turns) }),
  };
}

function withLatency(network: NetworkSpec, by: number): NetworkSpec {
  const { latency, link, latencies } = network;
  return {
    ...network,
    latency: drawnAt(latency, by),
    link: (from, to) => {
      const own = link(from, to);
      return own.latency === undefined ? own : { ...own, latency: drawnAt(own.latency, by) };
    },
    ...(latencies && { latencies: (actor) => scaled(latencies(actor), by) }),
  };
}

function withLoss(network: NetworkSpec, by: number): NetworkSpec {
  const { loss, link } = network;
  const lossier = (probability: number): number => Math.min(1, probability * by);
  return {
    ...network,
    loss: lossier(loss),
    link: (from, to) => {
      const own = link(from, to);
      return own.loss === undefined ? own : { ...own, loss: lossier(own.loss) };
    },
  };
}

function scaled<S extends Series | undefined>(series: S, by: number): S {
  return series && { ...series, values: series.values.map((value) => value * by) };
}

/** The distribution of draws that are so many times as large. */
function drawnAt(distribution: Distribution, by: number): Distribution {
  if (by === 0) return { constant: 0 };
  if ('constant' in distribution) return { constant: distribution.constant * by };
  if ('measured' in distribution) return { measured: distribution.measured.map((value) => value * by) };
  if ('uniform' in distribution) {
    const { minimum, maximum } = distribution.uniform;
    return { uniform: { minimum: minimum * by, maximum: maximum * by } };
  }
  if ('normal' in distribution) {
    const { mean, deviation } = distribution.normal;
    return { normal: { mean: mean * by, deviation: deviation * by } };
  }
  if ('lognormal' in distribution) {
    const { median, sigma } = distribution.lognormal;
    return { lognormal: { median: median * by, sigma } };
  }
  if ('exponential' in distribution) {
    const { mean, minimum = 0 } = distribution.exponential;
    return { exponential: { mean: mean * by, minimum: minimum * by } };
  }
  if ('drawn' in distribution) {
    const { drawn } = distribution;
    return {
      drawn: (stream) => {
        const draw = drawn(stream);
        return () => draw() * by;
      },
    };
  }
  const { minimum, shape } = distribution.pareto;
  return { pareto: { minimum: minimum * by, shape } };
}
