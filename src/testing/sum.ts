/**
 * What every secure sum promises, as tests of a protocol that makes one: those of every protocol, a right sum as long as no more
 * clients vanish than it tolerates, never a wrong one, and audits that refute nothing.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { auditScenario } from '../lab/audit/audit.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { holdToContract } from './contract.ts';
import { broken } from './promises.ts';
import { Subject } from './subject.ts';

/** What a sum tolerates. */
export interface Tolerated {
  /** So many clients may vanish at any time, and there is a sum of others. */
  readonly dropouts: number;
}

/**
 * Declares the tests of what every secure sum promises, for the file of tests that calls this.
 * @param file a scenario of a protocol made by `checkedSum`; its own faults are left out
 * @param plugins all that the scenario names
 */
export function holdToSum(file: string | URL, plugins: readonly Plugin[], { dropouts }: Tolerated): void {
  const subject = new Subject(file, plugins);
  const { clients } = subject.parties;
  holdToContract(file, plugins);

  const { audits = [] } = subject.protocol;
  test.each(audits.map(({ name }) => name))('is not refuted by its audit %s', async (name) => {
    expect(await refuted(subject, [], name)).toBe(false);
  });

  describe('of clients that vanish', () => {
    beforeAll(() => subject.begin());

    test(`${dropouts} leave a right sum, after whatever they sent`, async () => {
      for (const faults of momentsOf(subject, clients.slice(0, dropouts))) {
        expect(broken(await subject.play(subject.load(faults)), clients)).toEqual([]);
        expect({ faults, refuted: await refuted(subject, faults, 'right-sum') }).toEqual({
          faults,
          refuted: false,
        });
      }
    });

    test(`${dropouts + 1} leave no wrong sum, and none if they sent nothing`, async () => {
      const gone = clients.slice(0, dropouts + 1);
      const [atOnce, ...later] = momentsOf(subject, gone);
      const none = await subject.play(subject.load(atOnce));
      expect(broken(none, gone)).toEqual([]);
      expect(none.outcome?.kind).toBe('aborted');
      for (const faults of later) {
        const { outcome } = await subject.play(subject.load(faults));
        const wrong = outcome?.kind === 'clustered' && (await refuted(subject, faults, 'right-sum'));
        expect({ faults, wrong }).toEqual({ faults, wrong: false });
      }
    });
  });
}

/** Faults by which these clients vanish at once, or after their first message of each type. */
function momentsOf({ whole, directory, parties }: Subject, gone: readonly string[]): readonly object[][] {
  const sentByClients = whole.history
    .of('sent')
    .filter(({ from }) => parties.clients.includes(directory.name(from)));
  const types = [...new Set(sentByClients.map(({ type }) => type))];
  const whens = [{ at: '1ns' }, ...types.map((sent) => ({ sent, messages: 1 }))];
  return whens.map((when) => gone.map((who) => ({ fault: 'dropout', who, when })));
}

async function refuted(subject: Subject, faults: readonly object[], audit: string): Promise<boolean> {
  const options = { plugins: subject.plugins, audits: [audit], ...(faults.length > 0 && { runs: 1 }) };
  const audited = await auditScenario(subject.load(faults), options);
  return audited?.some(({ status }) => status === 'refuted') ?? true;
}
