/**
 * A network of namespaces with the emulator between them: created by the run that uses it, and removed with it. Needs
 * Linux, root and a C compiler. Nothing in it reaches any other network.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bits per second; 0: no limit. */
export interface Rates {
  readonly up: number;
  readonly down: number;
}

export interface WorldOptions {
  /** One for each namespace. */
  readonly rates: readonly Rates[];
  /** One-way delay. */
  readonly delayMs: number;
  /** The probability that a packet is lost. */
  readonly loss?: number;
  /** Linux's congestion control. */
  readonly control?: string;
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
    readonly payload: number;
    readonly acks: number;
    readonly dropped: number;
    readonly lost: number;
  }[];
}

/** Packets that may wait at a link: no router queue is modelled, so none should be dropped. */
const LIMIT = 100_000;
const QUEUE = 10_000;
const CONTROL = 'reno';

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

export class World {
  readonly #names: readonly string[];
  readonly #folder: string;
  #emulator: ChildProcess | undefined;
  #said = '';

  private constructor(names: readonly string[]) {
    this.#names = names;
    this.#folder = mkdtempSync(join(tmpdir(), 'cahoots-emulator-'));
  }

  static async make({
    rates,
    delayMs,
    loss = 0,
    control = CONTROL,
    capture = '/dev/null',
  }: WorldOptions): Promise<World> {
    const names = rates.map((_, i) => `cahoots-${process.pid}-${i}`);
    const world = new World(names);
    process.once('exit', world.#gone);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
    try {
      for (const name of names) ip('netns', 'add', name);
      const program = join(world.#folder, 'emulator');
      execFileSync('cc', ['-O2', '-o', program, fileURLToPath(new URL('emulator.c', import.meta.url))]);
      const links = rates.map(({ up, down }, i) => `${names[i]}:${up}:${down}`);
      const emulator = spawn(program, [capture, `${delayMs * 1e6}`, `${loss}`, `${LIMIT}`, ...links], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      world.#emulator = emulator;
      emulator.stdout.setEncoding('utf8').on('data', (text: string) => (world.#said += text));
      await Promise.race([once(emulator.stdout, 'data'), once(emulator, 'exit')]);
      if (emulator.exitCode !== null) throw new Error('the emulator did not start');
      for (const [i, name] of names.entries()) {
        ip('-n', name, 'link', 'set', 'lo', 'up');
        ip('-n', name, 'addr', 'add', `${hostOf(i)}/24`, 'dev', 'tun0');
        ip('-n', name, 'link', 'set', 'tun0', 'mtu', '1500', 'txqueuelen', `${QUEUE}`, 'up');
        const settings = [`net.ipv4.tcp_congestion_control=${control}`, 'net.ipv4.tcp_no_metrics_save=1'];
        execFileSync('ip', ['netns', 'exec', name, 'sysctl', '-qw', ...settings]);
      }
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  /** The command prefix that starts a process in a namespace. */
  inside(place: number): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[place]];
  }

  /** Removes everything, and returns what the emulator did. */
  async close(): Promise<Done | undefined> {
    const emulator = this.#emulator;
    if (emulator !== undefined && emulator.exitCode === null) {
      const over = once(emulator, 'close');
      emulator.kill('SIGTERM');
      await over;
    }
    this.#gone();
    process.off('exit', this.#gone);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave);
    const line = this.#said.split('\n').find((text) => text.startsWith('{'));
    return line === undefined ? undefined : (JSON.parse(line) as Done);
  }

  /** Cleans up even if the world is not closed. */
  readonly #gone = (): void => {
    this.#emulator?.kill('SIGKILL');
    for (const name of this.#names)
      try {
        ip('netns', 'del', name);
      } catch {
        // It was never created.
      }
    rmSync(this.#folder, { recursive: true, force: true });
  };
}

const leave = (): never => process.exit(130);

/** The address of a namespace. */
export function hostOf(place: number): string {
  return `10.77.0.${place + 1}`;
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
