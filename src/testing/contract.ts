/**
 * What every protocol promises, whatever happens to its parties, as tests: a run ends in order, with a clustering or with the
 * reason why there is none, nobody waits for ever, nobody honest is blamed, and nothing wrong is taken for Lloyd's result.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../core/engine/actors/effects.ts';
import { attackRun } from '../lab/attack/attack-run.ts';
import { run } from '../run/execute/run.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { bodyOf, tampering } from './messages.ts';
import { playing } from './playing.ts';
import { acceptedTwice, broken, played } from './promises.ts';
import { Subject } from './subject.ts';

/** How many seeds are tried on a bad network. */
const SEEDS = [1, 2, 3, 4, 5];
/** When something happens, as shares of the time of a run without faults. */
const MOMENTS = [0.1, 0.5, 0.9];

/**
 * Declares the tests of what every protocol promises, for the file of tests that calls this.
 * @param file a scenario of the protocol with at least three clients; its own faults are left out
 * @param plugins all that the scenario names
 */
export function holdToContract(file: string | URL, plugins: readonly Plugin[]): void {
  const subject = new Subject(file, plugins);
  const { clients, reporter } = subject.parties;
  beforeAll(() => subject.begin());
  undisturbed(subject);
  describe.each([
    ['a client', clients[1]],
    ['the party that reports', reporter],
  ])('whatever %s does', (_, who) => {
    whateverOneDoes(subject, who);
  });
  crashing(subject, clients[1]);
  onBadNetworks(subject);
  test('accepts from nobody what only another role sends', async () => {
    const { posed, refused, outcome } = await impersonated(subject, clients.at(-1) as string);
    expect(posed.length).toBeGreaterThan(0);
    expect(posed.filter((id) => !refused.has(id))).toEqual([]);
    // It is as if that client had said nothing.
    const { outcome: unsaid } = await subject.afflicted(clients.at(-1) as string, { fault: 'withhold' });
    expect(outcome?.kind).toBe(unsaid?.kind);
  });
}

function undisturbed(subject: Subject): void {
  const { plugins, protocol } = subject;

  test('clusters all points if nothing goes wrong', () => {
    const { whole } = subject;
    expect(broken(whole, [])).toEqual([]);
    expect(whole.findings.missing ?? []).toEqual([]);
    expect(whole.labels).toBeDefined();
  });

  test.each([1, 2])('is the same run with %d threads as with none', async (threads) => {
    expect((await run(subject.load([]), { plugins, threads })).hash).toBe(subject.whole.hash);
  });

  test.skipIf(protocol.privacy === undefined)('none of its claims about privacy is refuted', async () => {
    const { certificate } = await attackRun(subject.load([]), { plugins });
    expect(certificate?.verdicts.filter(({ status }) => status === 'refuted')).toEqual([]);
  });
}

function whateverOneDoes(subject: Subject, who: string): void {
  const { plugins, directory } = subject;

  test.each<[string, () => object]>([
    ['is slow', () => ({ fault: 'slow', factor: 1e4 })],
    ['falls silent', () => ({ fault: 'withhold' })],
    // Then others repeat what they said.
    [
      'is silent for a while',
      () => ({ fault: 'withhold', when: { at: subject.moment(0.3) }, for: subject.moment(0.3) }),
    ],
    ['floods the others', () => ({ fault: 'flood', copies: 200 })],
    ...MOMENTS.map((share): [string, () => object] => [
      `leaves after ${share} of the time`,
      () => ({ fault: 'dropout', when: { at: subject.moment(share) } }),
    ]),
  ])('if it %s, every promise is kept', async (_, fault) => {
    expect(broken(await subject.afflicted(who, fault()), [who])).toEqual([]);
  });

  test('if it sends garbage, none of it is accepted', async () => {
    const id = directory.find(who);
    const garbage = tampering(
      ({ from }) => from === who,
      (payload) => payload.map((byte) => byte ^ 0xff),
    );
    const ran = await played(subject.load([]), { plugins, rules: [garbage] });
    expect(broken(ran, [who])).toEqual([]);
    const sent = new Set(ran.history.of('sent').flatMap((one) => (one.from === id ? [one.id] : [])));
    expect(ran.history.of('refused').filter((one) => sent.has(one.id))).toHaveLength(sent.size);
  });
}

function crashing(subject: Subject, who: string): void {
  test.each(MOMENTS)('tolerates a client that crashes at %d of the time and restarts', async (share) => {
    const crash = { fault: 'crash', when: { at: subject.moment(share) }, restartAfter: '2ms' };
    expect(broken(await subject.afflicted(who, crash), [who])).toEqual([]);
  });
}

function onBadNetworks(subject: Subject): void {
  const { directory, protocol } = subject;
  const repeats = (id: number): boolean =>
    protocol.roles[directory.place(id).role].retransmitAfterNs !== undefined;

  test.each(SEEDS)('accepts every message once on a bad network, seed %d', async (seed) => {
    const duplicate = { fault: 'duplicate', who: 'everyone', rate: 0.2, by: '3ms' };
    const set = ['network.transport=datagram', 'network.loss=0.05', `seed=${seed}`];
    const ran = await subject.play(subject.load([duplicate], set));
    expect(broken(ran, [])).toEqual([]);
    expect(acceptedTwice(ran, repeats)).toEqual([]);
  });
}

/** A run in which a client says all that only others say: the numbers of what it sent, and of all that was refused. */
async function impersonated(subject: Subject, impostor: string) {
  const { protocol, parties, directory, plugins } = subject;
  const holds = (id: number): boolean => parties.clients.includes(directory.name(id));
  const said = new Map<string, object>();
  const messages = subject.whole.history.of('sent');
  for (const { from, type, payload } of messages)
    if (!holds(from)) said.set(type, bodyOf<object>(protocol, payload).body);
  for (const { from, type } of messages) if (holds(from)) said.delete(type);
  const types = protocol.messages.filter((type) => said.has(type.name));
  const others = [...parties.servers, ...parties.clients].filter((party) => party !== impostor);
  const posed = playing(
    protocol,
    protocol.holders,
    (own) =>
      function* pose(self, given) {
        if (self.name !== impostor) return yield* own(self, given);
        for (const type of types) yield* send(others, type, said.get(type.name) as never);
        return undefined;
      },
  );
  const posing = plugins.map((plugin) => ({
    ...plugin,
    protocols: plugin.protocols.map((one) => (one === protocol ? posed : one)),
  }));
  const ran = await played(subject.load([], [], posing), { plugins: posing });
  expect(broken(ran, [impostor])).toEqual([]);
  const sent = ran.history.of('sent').filter(({ from }) => from === directory.find(impostor));
  return {
    outcome: ran.outcome,
    posed: sent.map(({ id }) => id),
    refused: new Set(ran.history.of('refused').map(({ id }) => id)),
  };
}
