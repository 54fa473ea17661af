/** What goes wrong between parties is an outcome with a reason in the trace, and never an exception. */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { Assignment, Shares } from '../../../actors/secfc/messages.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import type { Rule } from '../../../src/core/engine/network/rule.ts';
import {
  bodyOf,
  clusteringOf,
  dropping,
  endsOf,
  play,
  type Played,
  scenarioFiles,
} from '../../support/scenarios.ts';
import { expectFailure, sentBy, tenClientsBy } from '../../support/secfc-ten-clients.ts';

const tenClients = tenClientsBy(scenarioFiles());

/** Virtual time that parties wait for each other. */
const TIMEOUT_NS = 10e9;

describe('a straggler', () => {
  const delaying = (clients: readonly number[], ns: number): Rule => ({
    name: 'straggle',
    apply: (packet) => (sentBy(clients, ['distances'])(packet) ? { kind: 'delay', ns } : { kind: 'pass' }),
  });
  const durations = ({ ledger }: Played): number[] =>
    ledger.rounds.map(({ startNs, endNs }) => endNs - startNs);

  test('delays no round while enough others answer, and its answers are refused as late', async () => {
    const undisturbed = await play(tenClients());
    const delayed = await play(tenClients(), { rules: [delaying([7], 5e6)] });
    expect(undisturbed.findings.iterations).toBeGreaterThan(4);
    expect(durations(delayed)).toEqual(durations(undisturbed));
    expect(delayed.outcome).toEqual(undisturbed.outcome);
    expect(delayed.findings.equalsLloyd).toBe(true);
    expect(delayed.history.refusals('distances')).toEqual(['late', 'the actor is done']);
  });

  test('delays every round if it is one too many', async () => {
    const undisturbed = await play(tenClients());
    const delayed = await play(tenClients(), { rules: [delaying([7, 8], 5e6)] });
    const [, ...rounds] = durations(undisturbed);
    const [, ...held] = durations(delayed);
    expect(held).toEqual(rounds.map((ns) => ns + 5e6));
    expect(delayed.outcome).toEqual(undisturbed.outcome);
  });

  test('with a slow processor delays the sharing, which needs everybody, and no round', async () => {
    const undisturbed = await play(tenClients());
    const devices = { overrides: [{ actors: ['client-7'], rate: '10Kop/s' }] };
    const delayed = await play(tenClients({}, { devices }));
    const [sharing, ...rounds] = durations(undisturbed);
    const [slowSharing, ...others] = durations(delayed);
    expect(slowSharing).toBeGreaterThan(5 * sharing);
    expect(others).toEqual(rounds);
    expect(delayed.outcome).toEqual(undisturbed.outcome);
    // The orders pile up while it still computes, and only the newest, the outcome, is of use.
    expect(delayed.history.refusals('assignment')).toEqual(['superseded']);
    expect(delayed.history.sent('distances').filter(({ from }) => from === 7)).toEqual([]);
  });
});

describe('a client that falls silent', () => {
  const undisturbed = (): Promise<Played> => play(tenClients());

  test('after sharing stops nobody: the others cluster its points too', async () => {
    const silent = dropping(
      (packet) => (packet.sender === 3 || packet.receiver === 3) && packet.type !== Shares,
    );
    const played = await play(tenClients(), { rules: [silent] });
    expect(played.outcome).toEqual((await undisturbed()).outcome);
    expect(played.findings.equalsLloyd).toBe(true);
    expect(played.ending).toBe('done');
    const { server, ...clients } = endsOf(played.history);
    expect(server.timeNs).toBeLessThan(TIMEOUT_NS);
    // It waits for its orders in vain, the others end with the outcome.
    const results = Object.entries(clients).filter(([, { result }]) => result !== null);
    expect(results).toMatchObject([['client-3', { result: 'the server fell silent' }]]);
  });

  test('before sharing loses its points, and the others cluster theirs', async () => {
    const played = await play(tenClients(), { rules: [dropping(sentBy([3]))] });
    expect(played.ending).toBe('done');
    expect(played.findings).toMatchObject({ equalsLloyd: true, converged: true, missing: ['client-3'] });
    const ofClient3 = clusteringOf(played).labels?.slice(8, 12);
    expect(ofClient3).toEqual(new Uint16Array(4).fill(NO_CLUSTER));
    // Those who wait for its shares are ready when their time is over, and that is all that is lost.
    expect(played.endNs).toBeGreaterThan(TIMEOUT_NS);
    const ends = Object.entries(endsOf(played.history)).filter(([name]) => name !== 'server');
    expect(ends.map(([, { result }]) => result)).toEqual(ends.map(() => null));
  });

  test('while it shares excludes those without its shares, as long as enough are left', async () => {
    const lost = (clients: readonly number[]): Rule =>
      dropping((packet) => sentBy([3], ['shares'])(packet) && clients.includes(packet.receiver));
    const one = await play(tenClients(), { rules: [lost([10])] });
    expect(one.outcome).toEqual((await undisturbed()).outcome);
    expect(endsOf(one.history)['client-10'].result).toBe('could not answer without the shares of client-3');
    const three = await play(tenClients(), { rules: [lost([8, 9, 10])] });
    expect(three.findings).toMatchObject({ equalsLloyd: true, missing: ['client-3'] });
    // Without its points everybody can answer again.
    const answering = new Set(three.history.sent('distances').map(({ from }) => from));
    expect(answering.size).toBe(10);
  });

  test.each([
    { what: 'after sharing', round: 0, aborted: 'expected 9 ready clients, got 8 in time' },
    { what: 'in the first round', round: 1, aborted: 'expected 9 answers, got 8 in time' },
    { what: 'in the third round', round: 3, aborted: 'expected 9 answers, got 8 in time' },
  ])('together with another, $what, ends the run with the reason', async ({ round, aborted }) => {
    let silent = false;
    const rule = dropping((packet) => {
      if (packet.type === Assignment) {
        const { body } = bodyOf<{ round: number }>(secfc, packet.payload);
        silent = body.round >= round;
      }
      return (silent || round === 0) && sentBy([3, 6])(packet) && packet.type !== Shares;
    });
    const played = await play(tenClients(), { rules: [rule] });
    expectFailure(played, aborted, Math.max(0, round - 1));
    const { server, ...clients } = endsOf(played.history);
    // For those who are ready it waits longer than they do for shares.
    expect(server.timeNs).toBeLessThan(2 * TIMEOUT_NS + 1e9);
    expect(new Set(Object.values(clients).map(({ result }) => result))).toEqual(
      new Set(['the server stopped']),
    );
    expect(played.endNs).toBeLessThan(3 * TIMEOUT_NS);
  });

  test('when centres are revealed does no harm while l+t reveal; with fewer there are labels only', async () => {
    const whole = clusteringOf(await play(tenClients({ reveal: true })));
    expect(whole.centres).toBeDefined();
    const reveal = (silent: readonly number[]): Promise<Played> =>
      play(tenClients({ reveal: true }), { rules: [dropping(sentBy(silent, ['centre-shares']))] });
    expect(clusteringOf(await reveal([1, 2, 4, 6, 9]))).toEqual(whole);
    const few = await reveal([1, 2, 4, 6, 9, 10]);
    const { centres: _, ...labelsOnly } = whole;
    const noCentres = 'expected 5 shares of the centres, got 4 in time';
    expect(clusteringOf(few)).toEqual({ ...labelsOnly, noCentres });
    expect(few.findings.figures).toContainEqual(
      expect.objectContaining({ name: 'noCentres', value: noCentres }),
    );
    expect(few.ending).toBe('done');
  });
});

test('a network that loses messages for good leads to an exact clustering, or to the reason why not', async () => {
  const endings = { clustered: 0, failed: 0 };
  for (const loss of [0.0005, 0.005, 0.05, 0.5]) {
    for (const seed of [1, 2, 3, 4, 5]) {
      const network = { preset: 'wan', transport: 'datagram', loss };
      const played = await play(tenClients({}, { seed, network }));
      expect(played.ending).toBe('done');
      const { sent, delivered, lost } = played.ledger.balance;
      expect(sent.messages).toBe(delivered.messages + lost.messages);
      const { aborted, equalsLloyd } = played.findings;
      const failed = aborted !== undefined;
      expect(equalsLloyd).toBe(failed ? undefined : true);
      expect(aborted ?? '').toMatch(
        failed ? /^expected 9 (ready clients|answers), got [0-8] in time$/ : /^$/,
      );
      endings[failed ? 'failed' : 'clustered']++;
    }
  }
  expect(endings.clustered).toBeGreaterThan(3);
  expect(endings.failed).toBeGreaterThan(3);
});

test('with fewer openings than a quorum, the server says so and checks none', async () => {
  for (const openings of [0, 1, 2, 5, 8]) {
    const mute = dropping(({ sender, type }) => type.name === 'openings' && sender > openings);
    const played = await play(tenClients({ verifiableSharing: true }), { rules: [mute] });
    expect(played.ending).toBe('done');
    expect(played.findings.aborted).toBe(`expected 9 ready clients, got ${openings} in time`);
    expect(played.history.of('computing').map(({ task }) => task)).not.toContain('secfc/check-dealings');
  }
});

test('a flood of repeated messages is answered like one of each', async () => {
  const whole = await play(tenClients());
  const flood = { fault: 'flood', who: 'everyone', copies: 20 };
  const played = await play(tenClients({}, { faults: [flood] }));
  expect(played.outcome).toEqual(whole.outcome);
  // Everything is sent twenty times, and nothing is sent for a copy.
  expect(played.history.of('sent')).toHaveLength(20 * whole.history.of('sent').length);
});
