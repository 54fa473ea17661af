/**
 * A network of namespaces with the emulator between them: created by the run that uses it, and removed with it. Needs
 * Linux, root and a C compiler. Nothing in it reaches any other network.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ControlName } from '../../src/core/engine/tcp/spec.ts';

/** Bits per second; 0: no limit. */
export interface Rates {
  readonly up: number;
  readonly down: number;
}

/** A party's links; what is absent is that of the whole network. */
export interface Party extends Rates {
  /** What its packets take longer than others', each way, and what is sent to it. */
  readonly extraMs?: number;
  /** Packets that wait at each of its links. */
  readonly queue?: number;
  /** The probability that a packet from it is lost, and one to it, beside the network's. */
  readonly loss?: number;
  readonly control?: ControlName;
}

export interface WorldOptions {
  /** One for each namespace. */
  readonly parties: readonly Party[];
  /** One-way delay. */
  readonly delayMs: number;
  readonly queue: number;
  /** The probability that a packet is lost. */
  readonly loss?: number;
  /** Linux's congestion control. */
  readonly control: ControlName;
  /** Where losses start; default 1. */
  readonly seed?: number;
  /** Whether receivers may advertise windows of more than 65,535 bytes; default yes. */
  readonly scalesWindows?: boolean;
  /** The pcap file to which all packets are written; absent: none. */
  readonly capture?: string;
}

/** What the emulator did. */
export interface Done {
  readonly packets: number;
  readonly meanLateNs: number;
  readonly worstLateNs: number;
  readonly nodes: readonly {
    readonly packets: number;
    /** IP bytes that it sent. */
    readonly ipBytes: number;
    /** Packets that came to a full queue. */
    readonly dropped: number;
    readonly lost: number;
  }[];
}

/** Packets that wait for the emulator itself. */
const DEVICE_QUEUE = 10_000;

/** Why this machine cannot run the emulator; undefined if it can. */
export function problemHere(): string | undefined {
  if (process.platform !== 'linux') return `needs Linux, got ${process.platform}`;
  if (process.getuid?.() !== 0) return 'needs root, for network namespaces';
  for (const [program, flag] of [
    ['cc', '--version'],
    ['ip', '-V'],
  ])
    try {
      execFileSync(program, [flag], { stdio: 'ignore' });
    } catch {
      return `needs ${program}, which is not there`;
    }
  return undefined;
}

let worlds = 0;

export class World {
  readonly places: readonly string[];
  readonly #folder: string;
  readonly #programs: Program[] = [];

  private constructor(places: readonly string[]) {
    this.places = places;
    this.#folder = mkdtempSync(join(tmpdir(), 'cahoots-emulator-'));
  }

  static async make({
    parties,
    delayMs,
    queue,
    loss = 0,
    control,
    seed = 1,
    scalesWindows = true,
    capture = '/dev/null',
  }: WorldOptions): Promise<World> {
    const number = worlds++;
    const world = new World(parties.map((_, i) => `cahoots-${process.pid}-${number}-${i}`));
    process.once('exit', world.#gone);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave);
    try {
      for (const name of world.places) ip('netns', 'add', name);
      const lines = parties.map((party, i) =>
        [
          world.places[i],
          party.up,
          party.down,
          party.queue ?? queue,
          Math.round((delayMs / 2 + (party.extraMs ?? 0)) * 1e6),
          1 - (1 - loss) * (1 - (party.loss ?? 0)),
          party.loss ?? 0,
        ].join(' '),
      );
      await world.start('emulator.c', [capture, `${seed}`], lines);
      for (const [i, name] of world.places.entries()) {
        ip('-n', name, 'link', 'set', 'lo', 'up');
        ip('-n', name, 'addr', 'add', `${hostOf(i)}/16`, 'dev', 'tun0');
        ip('-n', name, 'link', 'set', 'tun0', 'mtu', '1500', 'txqueuelen', `${DEVICE_QUEUE}`, 'up');
        // A control of the route, because a namespace may not choose each for its sockets.
        const { control: own = control } = parties[i];
        ip('-n', name, 'route', 'replace', '10.77.0.0/16', 'dev', 'tun0', 'src', hostOf(i), 'congctl', own);
        const settings = [
          'net.ipv4.tcp_no_metrics_save=1',
          `net.ipv4.tcp_window_scaling=${scalesWindows ? 1 : 0}`,
        ];
        execFileSync('ip', ['netns', 'exec', name, 'sysctl', '-qw', ...settings]);
      }
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  /** Compiles and starts one of the C programs beside this file; its input begins with a line for each place. */
  async start(source: string, words: readonly string[], lines: readonly string[]): Promise<Program> {
    const program = join(this.#folder, source.replace('.c', ''));
    execFileSync('cc', ['-O2', '-o', program, fileURLToPath(new URL(source, import.meta.url))]);
    const started = await Program.start(program, words, lines);
    this.#programs.push(started);
    return started;
  }

  /** The command prefix that starts a process in a namespace. */
  inside(place: number): readonly string[] {
    return ['ip', 'netns', 'exec', this.places[place]];
  }

  /** What the emulator did since the last time. */
  async done(): Promise<Done> {
    this.#emulator.tell('report');
    return JSON.parse(await this.#emulator.line()) as Done;
  }

  /** The real-time priorities of the emulator and of what was started beside it; 0: it has none. */
  get priorities(): readonly number[] {
    return this.#programs.map(({ priority }) => priority);
  }

  /** The first program. */
  get #emulator(): Program {
    return this.#programs[0];
  }

  /** Removes everything. */
  async close(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.close();
    this.#gone();
    process.off('exit', this.#gone);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave);
  }

  /** Cleans up even if the world is not closed. */
  readonly #gone = (): void => {
    for (const program of this.#programs) program.kill();
    for (const name of this.places)
      try {
        ip('netns', 'del', name);
      } catch {
        // It was never created.
      }
    rmSync(this.#folder, { recursive: true, force: true });
  };
}

/** A C program that says `ready` with its priority, and then answers lines with lines. It ends with its input. */
export class Program {
  readonly priority: number;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcess, lines: AsyncIterator<string>, priority: number) {
    this.#process = process;
    this.#lines = lines;
    this.priority = priority;
  }

  static async start(program: string, words: readonly string[], lines: readonly string[]): Promise<Program> {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const output: Interface = createInterface({ input: child.stdout });
    const said = output[Symbol.asyncIterator]();
    child.stdin.write(`${[...lines, ''].join('\n')}\n`);
    const first = await said.next();
    const [, priority] = /^ready (\d+)$/.exec(String(first.value)) ?? [];
    if (priority === undefined) throw new Error(`${program} did not start`);
    return new Program(child, said, Number(priority));
  }

  tell(...lines: readonly string[]): void {
    this.#process.stdin?.write(`${lines.join('\n')}\n`);
  }

  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the program ended');
    return value;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const over = once(this.#process, 'close');
    this.#process.stdin?.end();
    await over;
  }
}

const leave = (): never => process.exit(130);

/** The address of a namespace. */
export function hostOf(place: number): string {
  return `10.77.${(place + 1) >> 8}.${(place + 1) & 255}`;
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
