/** Commands on input that nobody meant: whatever it is, they end soon, with an exit code that is documented and no stack. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standard } from '../../bin/standard.ts';
import { Random, type Stream } from '../../src/core/base/random.ts';
import { main } from '../../src/cli/main.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { forge } from './forged-traces.ts';
import { mutatedRecords } from './fuzz-records.ts';
import { mutatedText, mutatedValue } from './fuzz-values.ts';

const plugins = [standard];

/** What one input came to. */
export interface Ended {
  readonly args: readonly string[];
  readonly code: number;
  /** Processor time, as what else the machine does is no matter. */
  readonly ms: number;
  readonly stderr: string;
}

/** What nobody should see. */
export function isWrong({ code, ms, stderr }: Ended): boolean {
  const documented = [EXIT.done, EXIT.violated, EXIT.badInput, EXIT.undecided, EXIT.notReproducible];
  return !(documented as number[]).includes(code) || ms > 5000 || /^ +at |bug in Cahoots/m.test(stderr);
}

export const KINDS = ['traces', 'scenarios', 'data'] as const;

/** Runs commands on this many inputs of a kind, the same for the same seed. */
export async function* fuzz(
  kind: (typeof KINDS)[number],
  count: number,
  seed: number,
): AsyncGenerator<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-fuzz-'));
  try {
    const make = await MAKERS[kind](folder);
    for (let i = 0; i < count; i++) yield await ended(make(new Random(seed + i).stream(kind)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SCENARIO = `seed: 3
clients: 5
data: { source: gaussian-mixture, points: 30, dimension: 2, components: 2, deviation: 1 }
protocol: { name: secfc, clusters: 2, privacy: 1, timeout: 5s, maxIterations: 3 }
network: { preset: lan, loss: 0.01, links: [{ from: server, to: client-2, latency: 3ms }] }
devices: { durations: counted }
faults:
  - { fault: crash, who: client-5, restartAfter: 5ms, when: { round: 1 } }
  - { fault: delay, who: { clients: 2 }, by: { exponential: { mean: 3ms } }, for: 20ms }
  - { fault: falsify, who: client-2, message: distances, how: shift }
expect: { rounds: 20 }
limits: { time: 1min, messages: 20000, events: 100000, held: 64MiB }
`;

/** Prepares a kind of input; the function writes one and says what to run on it. */
type Maker = (folder: string) => Promise<(stream: Stream) => readonly string[]>;

const MAKERS: Readonly<Record<(typeof KINDS)[number], Maker>> = {
  async traces(folder) {
    const scenario = join(folder, 'scenario.yaml');
    writeFileSync(scenario, SCENARIO);
    const chunks: Uint8Array[] = [];
    await run(loadScenario(scenario, { plugins }), {
      plugins,
      trace: (bytes) => chunks.push(Buffer.from(bytes)),
    });
    const sound = Buffer.concat(chunks);
    const whole = join(folder, 'whole.trace');
    writeFileSync(whole, sound);
    return (stream) => {
      const what = stream.integer(3);
      const forged = forge(sound, {
        ...(what === 0 && { header: (header) => mutatedValue(header, stream) }),
        ...(what === 1 && { came: (came) => mutatedValue(came, stream) }),
        ...(what === 2 && { records: (records) => mutatedRecords(records, stream) }),
      });
      const file = join(folder, 'forged.trace');
      writeFileSync(file, forged);
      const commands = [
        ['report', file],
        ['report', file, '--json'],
        ['replay', file, '--data', folder],
        ['replay', file, '--round', '1', '--actor', 'client-2'],
        ['replay', file, '--without', 'delay 1'],
        ['diff', whole, file],
        ['diff', file, whole],
        ['attack', file],
      ];
      return commands[stream.integer(commands.length)];
    };
  },
  async scenarios(folder) {
    const file = join(folder, 'scenario.yaml');
    return (stream) => {
      writeFileSync(file, mutatedText(SCENARIO, stream));
      return stream.integer(4) === 0 ? ['data', file] : ['run', file];
    };
  },
  async data(folder) {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${(i * 7) % 11}.5,c${i % 3},k${i % 4}`).join(
      '\n',
    );
    const csv = `a,b,class,who\n${rows}\n`;
    const samples = {
      x: [
        [1, 2],
        [3, 4],
      ],
      y: [0, 1],
    };
    const leaf = JSON.stringify({ users: ['u'], num_samples: [2], user_data: { u: samples } });
    const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (4, 2), }`.padEnd(117);
    const numbers = Buffer.from(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer);
    const npy = Buffer.concat([
      Buffer.from('\u0093NUMPY\u0001\u0000v\u0000', 'latin1'),
      Buffer.from(`${head}\n`),
      numbers,
    ]);
    const idx = Buffer.from([0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8]);
    const sources: readonly [string, Buffer, readonly string[]][] = [
      ['points.csv', Buffer.from(csv), ['--label', 'class', '--client', 'who']],
      ['points.json', Buffer.from(leaf), []],
      ['points.npy', npy, []],
      ['points.idx', idx, []],
    ];
    return (stream) => {
      const [name, bytes, flags] = sources[stream.integer(sources.length)];
      const file = join(folder, name);
      writeFileSync(file, mutatedBytes(bytes, stream));
      return ['data', file, ...flags];
    };
  },
};

/** Some bytes changed, left out or doubled. */
function mutatedBytes(bytes: Buffer, stream: Stream): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = 1 + stream.integer(4); times > 0; times--) {
    const at = stream.integer(changed.length + 1);
    const way = stream.integer(3);
    if (way === 0 && at < changed.length) changed[at] = stream.integer(256);
    else if (way === 1)
      changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + stream.integer(8))]);
    else changed = Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - 20))]);
  }
  return changed;
}

async function ended(args: readonly string[]): Promise<Ended> {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  let stderr = '';
  process.stdout.write = () => true;
  process.stderr.write = ((text: string) => {
    stderr += text;
    return true;
  }) as typeof process.stderr.write;
  const before = process.cpuUsage();
  try {
    const code = await main(args, async () => plugins);
    const { user, system } = process.cpuUsage(before);
    return { args, code, ms: (user + system) / 1000, stderr };
  } finally {
    streams.forEach((stream, i) => (stream.write = writes[i]));
  }
}
