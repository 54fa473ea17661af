/**
 * What every sum in secret promises, proven sums among them, in two sums one after the other: the same sums of the same vectors, clients
 * that vanish, messages that are lost or refused once, and parties that lie in any message.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import anySum, { isRight, type Summed } from '../../../../experiments/paper/sums/any-sum.ts';
import { Directory } from '../../../../src/core/engine/messages/directory.ts';
import type { Rule, Verdict } from '../../../../src/core/engine/network/rule.ts';
import { loadScenario, type Scenario } from '../../../../src/run/scenario/load.ts';
import { type Played, played } from '../../../../src/testing/promises.ts';
import { temporaryFiles } from '../../../support/temporary-files.ts';
import { thoroughly } from '../../../support/long.ts';

const write = temporaryFiles();
const plugins = [anySum];
const CLIENTS = 7;
const EVERYBODY = Array.from({ length: CLIENTS }, (_, j) => j);

interface Case {
  readonly name: string;
  readonly aggregation: string;
  /** So many clients may vanish at any time. */
  readonly dropouts: number;
  /** Whether one more that sends nothing leaves no sum; among neighbours it depends on who they are. */
  readonly isStrict: boolean;
  /** Messages of a client that carry its vector and have nothing that binds them to it: a lie makes a sum wrong by as much. */
  readonly unbound: readonly string[];
  /** Whether it is signed of whom a sum is. */
  readonly isSigned: boolean;
  /** Of the scenario. */
  readonly set?: readonly string[];
}

const TOLERANT = { dropouts: 2, isStrict: true, unbound: [], isSigned: false };

const CASES: readonly Case[] = [
  { ...TOLERANT, name: 'bonawitz', aggregation: '{}' },
  { ...TOLERANT, name: 'bonawitz, malicious', aggregation: '{ malicious: true }', isSigned: true },
  {
    ...TOLERANT,
    name: 'bell',
    aggregation: '{ protocol: bell, neighbours: 4, threshold: 3 }',
    isStrict: false,
  },
  { ...TOLERANT, name: 'lightsecagg', aggregation: '{ protocol: lightsecagg }', unbound: ['masked'] },
  // Fewer than a third of the decryptors may vanish.
  {
    ...TOLERANT,
    name: 'flamingo',
    aggregation: '{ protocol: flamingo, decryptors: 5 }',
    dropouts: 1,
    isSigned: true,
    isStrict: false,
  },
  { ...TOLERANT, name: 'prio3', aggregation: '{ protocol: prio3, threshold: 5 }' },
  {
    ...TOLERANT,
    name: 'prio3, where verification takes long',
    aggregation: '{ protocol: prio3, threshold: 5 }',
    set: ['protocol.timeout=2ms', 'network.latency=10us', 'devices={ clients: 100Gop/s, server: 100Gop/s }'],
  },
];

describe.each(CASES)('$name', ({ aggregation, dropouts, isStrict, unbound, isSigned, set: common = [] }) => {
  let whole: Played;

  const load = (faults: readonly object[] = [], ...set: string[]): Scenario =>
    loadScenario(
      write(
        'sums.yaml',
        `version: 2
seed: 1
clients: ${CLIENTS}
data: { source: gaussian-mixture, points: 28, dimension: 2, components: 2, deviation: 0.1 }
protocol: { name: any-sum, clusters: 2, timeout: 2s, sums: 2, aggregation: ${aggregation} }
network: { latency: 1ms, transport: datagram }
`,
      ),
      { plugins, set: [...common, `faults=${JSON.stringify(faults)}`, ...set] },
    );
  const under = (faults: readonly object[], rules: readonly Rule[] = []): Promise<Played> =>
    played(load(faults), { plugins, rules });

  beforeAll(async () => {
    whole = await under([]);
  });

  /** The types of messages that a role sends. */
  const typesOf = (role: string): string[] => {
    const types = whole.history.of('sent').flatMap(({ from, type }) => (roleOf(from) === role ? [type] : []));
    return [...new Set(types)];
  };
  const roleOf = (id: number): string => {
    const { servers } = whole.scenario.parties;
    return id < servers.length ? servers[id] : 'client';
  };

  test('sums up everybody', () => {
    expect(summed(whole)).toEqual({ right: [EVERYBODY, EVERYBODY], wrong: 0 });
    expect(abortions(whole)).toEqual([]);
    expect(typesOf('helper').includes('verified')).toBe(common.length > 0);
  });

  test('has a right sum of the others if as many clients vanish as it tolerates, after any of their messages', async () => {
    for (const faults of momentsOf(dropouts)) {
      const run = await under(faults);
      const { right, wrong } = summed(run);
      expect({ faults, wrong, sums: right.length, ending: run.ending }).toEqual({
        faults,
        wrong: 0,
        sums: 2,
        ending: 'done',
      });
      expect(right[1].length).toBeGreaterThanOrEqual(CLIENTS - dropouts);
    }
  });

  test('has no wrong sum if more do, and none if they sent nothing', async () => {
    const [atOnce, ...later] = momentsOf(dropouts + 1);
    for (const faults of later.slice(-thoroughly(2, later.length))) {
      const run = await under(faults);
      expect({ faults, wrong: summed(run).wrong, ending: run.ending }).toEqual({
        faults,
        wrong: 0,
        ending: 'done',
      });
    }
    const none = await under(atOnce);
    expect(summed(none).wrong).toBe(0);
    const possible = isStrict ? ['aborted'] : ['aborted', 'clustered'];
    expect(possible).toContain(none.outcome?.kind);
  });

  /** Faults by which this many clients vanish at once, or after their first message of a type. */
  const momentsOf = (count: number): readonly object[][] => {
    const whens = [{ at: '1ns' }, ...typesOf('client').map((sent) => ({ sent, messages: 1 }))];
    return whens.map((when) =>
      Array.from({ length: count }, (_, j) => ({ fault: 'dropout', who: `client-${j + 2}`, when })),
    );
  };

  /** Of each type of message from a role to a role the last one, and the first. */
  const samples = () => {
    const byKind = new Map<string, { from: number; to: number; type: string; nth: number }[]>();
    const counts = new Map<string, number>();
    for (const { from, to, type } of whole.history.of('sent')) {
      const nth = counts.get(`${from} ${to} ${type}`) ?? 0;
      counts.set(`${from} ${to} ${type}`, nth + 1);
      const kind = `${roleOf(from)} ${roleOf(to)} ${type}`;
      byKind.set(kind, [...(byKind.get(kind) ?? []), { from, to, type, nth }]);
    }
    return [...byKind.values()].flatMap((all) =>
      all.length > 1 ? [all[0], all[all.length - 1]].slice(thoroughly(1, 0)) : all,
    );
  };

  // On every change each kind of message is either lost or refused.
  test.each([
    ['lost', { kind: 'drop', reason: 'lost' }, 0],
    ['refused', { kind: 'tamper', payload: new Uint8Array([0xc1]) }, 1],
  ] satisfies [string, Verdict, number][])(
    'repeats any message that is %s once',
    async (_, verdict, turn) => {
      for (const sample of samples().filter((__, nth) => thoroughly(nth % 2 === turn, true))) {
        let met = 0;
        const once: Rule = {
          name: 'once',
          apply({ sender, receiver, type }) {
            const isIt = sender === sample.from && receiver === sample.to && type.name === sample.type;
            return isIt && met++ === sample.nth ? verdict : { kind: 'pass' };
          },
        };
        const run = await under([], [once]);
        expect({ sample, hit: met > sample.nth, ...summed(run), gaveUp: abortions(run) }).toEqual({
          sample,
          hit: true,
          right: [EVERYBODY, EVERYBODY],
          wrong: 0,
          gaveUp: [],
        });
      }
    },
  );

  test.each(thoroughly([1], [1, 2, 3]))(
    'sums up everybody although a twentieth of all packets is lost, seed %d',
    async (seed) => {
      const run = await played(load([], 'network.loss=0.05', `seed=${seed}`), { plugins });
      expect(summed(run)).toEqual({ right: [EVERYBODY, EVERYBODY], wrong: 0 });
    },
  );

  const LIES = ['random', 'one-entry', 'shorter'];

  test('accepts no wrong sum if a client lies in any message, and blames it if anybody', async () => {
    for (const [nth, message] of typesOf('client').entries()) {
      for (const how of thoroughly([LIES[nth % LIES.length]], LIES)) {
        const run = await under([{ fault: 'falsify', who: 'client-2', message, how }]);
        const wrong = unbound.includes(message) ? 0 : summed(run).wrong;
        const blamed = run.findings.blamed ?? ['client-2'];
        expect({ message, how, wrong, isBlamed: blamed.includes('client-2'), ending: run.ending }).toEqual({
          message,
          how,
          wrong: 0,
          isBlamed: true,
          ending: 'done',
        });
        expect(run.history.of('faulted').length).toBeGreaterThan(0);
      }
    }
  });

  // Without signatures a server that lies may get nonsense, which is its own loss: it is promised no more than that nobody else suffers.
  test('ends in order if an aggregator lies in any message, and none but that is blamed for it', async () => {
    for (const who of whole.scenario.parties.servers) {
      for (const [nth, message] of typesOf(who).entries()) {
        for (const how of thoroughly([LIES[nth % LIES.length]], LIES)) {
          const run = await under([{ fault: 'falsify', who, message, how }]);
          const wrong = isSigned ? summed(run).wrong : 0;
          const others = blamedByOthers(run, who).filter((name) => name !== who);
          expect({ who, message, how, wrong, others, ending: run.ending }).toEqual({
            who,
            message,
            how,
            wrong: 0,
            others: [],
            ending: 'done',
          });
        }
      }
    }
  });
});

/** Of whom the sums are that were accepted and are right, and how many are wrong. */
function summed({ outcome }: Played) {
  const sums = outcome?.kind === 'clustered' ? (outcome as Summed).sums : [];
  const right = sums.filter((sum, turn) => isRight(sum, turn));
  return { right: right.map(({ survivors }) => survivors), wrong: sums.length - right.length };
}

/** Whom clients and honest aggregators blame, but for the liar. */
function blamedByOthers({ history, scenario }: Played, liar: string): readonly string[] {
  const directory = new Directory(scenario.parties.roles);
  return history.of('finished').flatMap(({ actor, result }) => {
    const { blamed } = (result ?? {}) as { readonly blamed?: readonly string[] };
    return directory.name(actor) === liar ? [] : (blamed ?? []);
  });
}

/** Why parties gave up. */
function abortions({ history }: Played): string[] {
  return history.of('finished').flatMap(({ actor, result }) => {
    const { kind, reason } = (result ?? {}) as { readonly kind?: string; readonly reason?: string };
    return kind === 'aborted' ? [`${actor}: ${reason}`] : [];
  });
}
