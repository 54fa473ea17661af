/** Parties in processes of their own: killed ones come back, and none knows what is another's. */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeInputs } from '../../src/real/inputs.ts';
import { partsOf } from '../../src/real/machine.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { builtMachine } from '../support/built.ts';
import { plugins } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { thoroughly } from '../support/long.ts';

const built = await builtMachine();

const write = temporaryFiles();
const CLIENTS = ['client-1', 'client-2', 'client-3'];

/** Both mostly wait. */
const TOGETHER = { concurrent: true, timeout: 180_000 };

/** A coordinate that only one client has, and that is no end of a range, which all know. */
const secretOf = (client: number): number => 0.123_456_789_01 + client * 0.031_415_926_5;

function bytesOf(value: number): Buffer {
  return Buffer.from(Float64Array.of(value).buffer);
}

function scenarioFile(): string {
  const rows = CLIENTS.flatMap((name, j) =>
    Array.from({ length: 6 }, (_, i) => {
      const x = i === 3 ? secretOf(j) : (i % 2) + j / 100;
      return `${name},${x},${i % 2}`;
    }),
  );
  write('points.csv', ['client,x,y', ...rows].join('\n'));
  return write(
    'real.yaml',
    [
      'version: 2',
      'name: real',
      'seed: 1',
      'clients: 3',
      'data: { source: csv, file: points.csv, client: client, partition: { by: client } }',
      'protocol: { name: secfc, clusters: 2, segments: 1, privacy: 1, timeout: 30s }',
      // Long enough to be looked at and killed.
      'devices: { clients: 1Kop/s, server: 1Kop/s }',
    ].join('\n'),
  );
}

/** Which of some bytes lie in the memory of a process, as the kernel shows it. */
function inMemory(pid: number, wanted: readonly Buffer[]): boolean[] {
  const found = wanted.map(() => false);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to, rights] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (rights === undefined || !rights.startsWith('rw')) continue;
      const part = Buffer.alloc(2 ** 20);
      for (let at = BigInt(`0x${from}`); at < BigInt(`0x${to}`); at += BigInt(part.byteLength)) {
        const left = Number(BigInt(`0x${to}`) - at);
        let read = 0;
        try {
          read = readSync(memory, part, 0, Math.min(part.byteLength, left), at);
        } catch {
          // Reserved, and never used.
          break;
        }
        wanted.forEach((bytes, i) => (found[i] ||= part.subarray(0, read).includes(bytes)));
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

test('what a party is given holds its own points and nobody else’s', async () => {
  const parts = await partsOf(loadScenario(scenarioFile(), { plugins }), { plugins });
  for (const part of parts) {
    const bytes = Buffer.from(writeInputs(part));
    const held = CLIENTS.filter((_, j) => bytes.includes(bytesOf(secretOf(j))));
    expect(held).toEqual(CLIENTS.includes(part.name) ? [part.name] : []);
    const keys = parts.filter(({ identity }) => identity && bytes.includes(identity.key));
    expect(keys.map(({ name }) => name)).toEqual([part.name]);
  }
});

test.runIf(process.platform === 'linux')(
  'killed processes come back, and the memory of each holds the points of none but its own party',
  TOGETHER,
  async () => {
    const asked = built.loadScenario(scenarioFile(), built);
    const secrets = CLIENTS.map((_, j) => bytesOf(secretOf(j)));
    const seen = new Map<string, readonly string[]>();
    const lives: string[] = [];
    const begun = new Map<string, number>();
    const look = (party: string, pid: number, life: number): void => {
      const held = inMemory(pid, secrets);
      seen.set(
        `${party} ${life}`,
        CLIENTS.filter((_, j) => held[j]),
      );
    };
    const real = await built.playHere(asked, {
      plugins: built.plugins,
      paced: true,
      onProcess(party, pid, life) {
        lives.push(`${party} ${life}`);
        if (life > 1) {
          process.kill(pid, 'SIGSTOP');
          look(party, pid, life);
          process.kill(pid, 'SIGCONT');
          return;
        }
        begun.set(party, pid);
        if (begun.size <= CLIENTS.length) return;
        // While some are looked at, the others must not come to their end.
        for (const number of begun.values()) process.kill(number, 'SIGSTOP');
        for (const [name, number] of begun) {
          look(name, number, 1);
          process.kill(number, ['server', 'client-2'].includes(name) ? 'SIGKILL' : 'SIGCONT');
        }
      },
    });
    expect(lives.filter((life) => life.endsWith('2')).toSorted()).toEqual(['client-2 2', 'server 2']);
    for (const [life, held] of seen) {
      const [party] = life.split(' ');
      expect(held).toEqual(CLIENTS.includes(party) ? [party] : []);
    }
    expect(real.ending).toBe('done');
    expect(real.findings.missing).toBeUndefined();
    const simulated = await built.run(asked, built);
    expect([...(real.labels ?? [])]).toEqual([...(simulated.labels ?? [])]);
  },
);

/** When each life of a party is killed, in milliseconds after it began. */
const KILLS: Readonly<Record<string, readonly number[]>> = {
  server: [260, 120],
  'client-1': [430],
  'client-3': [40, 350],
};

// On every change each is killed once, above.
test.runIf(thoroughly(false, true))(
  'who is killed again and again, at whatever point of the run, comes to the same in the end',
  TOGETHER,
  async () => {
    const asked = built.loadScenario(scenarioFile(), built);
    const killed: string[] = [];
    const real = await built.playHere(asked, {
      plugins: built.plugins,
      plain: true,
      paced: true,
      restarts: 3,
      onProcess(party, pid, life) {
        const afterMs = KILLS[party]?.[life - 1];
        if (afterMs === undefined) return;
        setTimeout(() => {
          try {
            process.kill(pid, 'SIGKILL');
            killed.push(`${party} ${life}`);
          } catch {
            // It was done before.
          }
        }, afterMs);
      },
    });
    expect(killed).toEqual(expect.arrayContaining(['server 1', 'client-1 1', 'client-3 1']));
    expect(real.ending).toBe('done');
    expect(real.findings.missing).toBeUndefined();
    const simulated = await built.run(asked, built);
    expect([...(real.labels ?? [])]).toEqual([...(simulated.labels ?? [])]);
  },
);
